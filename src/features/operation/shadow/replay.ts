import { createOldServer, type OldDecision, type OldServerOptions } from './old-server.ts'
import type { Question } from './questions.ts'
import { type Credential, nameOfSubject, type OldCredential } from './tokens-file.ts'

export interface Answer {
  readonly question: Question
  readonly decision: OldDecision
}

const CONCURRENCY = 4
const UNAUTHENTICATED = 401

/** Asks the old server every question. A subject whose token it does not accept is not asked about again. */
export async function replay(
  questions: readonly Question[],
  credentials: readonly OldCredential[],
  options: OldServerOptions,
  onProgress: (done: number) => void,
): Promise<readonly Answer[]> {
  const server = createOldServer(options)
  const bySubject = new Map<string, Credential>(
    credentials.map(({ subject, credential }) => [nameOfSubject(subject), credential]),
  )
  const withoutAccess = new Set<string>()
  const answers: Answer[] = []
  const waiting = questions.values()

  async function ask(question: Question): Promise<OldDecision> {
    const name = nameOfSubject(question.subject)
    const credential = bySubject.get(name)
    if (credential === undefined || withoutAccess.has(name)) return TOKEN_REFUSED
    const decision = await server.ask(credential, question)
    if (decision.verdict === 'token-refused') withoutAccess.add(name)
    return decision
  }

  async function work(): Promise<void> {
    // The workers share one iterator, so that each question is asked once.
    for (const question of waiting) {
      answers.push({ question, decision: await ask(question) })
      onProgress(answers.length)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return withoutUnknownTokens(answers)
}

const TOKEN_REFUSED: OldDecision = { verdict: 'token-refused', code: undefined, detail: undefined }

/** If 401 means "refused", a token that gets nothing else is one that the server does not accept. */
function withoutUnknownTokens(answers: readonly Answer[]): readonly Answer[] {
  const isUnknown = new Map<string, boolean>()
  for (const { question, decision } of answers) {
    const name = nameOfSubject(question.subject)
    const isSuspicious = decision.verdict === 'refused' && decision.code === UNAUTHENTICATED
    isUnknown.set(name, (isUnknown.get(name) ?? true) && isSuspicious)
  }
  return answers.map((answer) =>
    isUnknown.get(nameOfSubject(answer.question.subject)) ? { ...answer, decision: TOKEN_REFUSED } : answer,
  )
}
