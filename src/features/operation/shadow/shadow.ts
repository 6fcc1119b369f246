import { stat } from 'node:fs/promises'
import type { FindRoute } from '../../../core/check/routes/route-registry.ts'
import type { ExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPermission } from '../../../core/permission/permission.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import { buildPolicyIndex } from '../../../core/permission/policy-index.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { User } from '../../../core/user/user.ts'
import { createProblemList } from '../../../platform/cli/context/file-problem.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { type AccessCheckOptions, checkAccess } from '../../policy/explain/access-check.ts'
import type { UsageStore } from '../../policy/usage/usage.store.ts'
import { parseLogLine } from './access-log.ts'
import { type Difference, findDifferences } from './differences.ts'
import { readLogLines } from './log-lines.ts'
import type { OldServerOptions } from './old-server.ts'
import { createQuestions, type Questions } from './questions.ts'
import { type Answer, replay } from './replay.ts'
import { nameOfSubject, type OldCredential, readTokensFile } from './tokens-file.ts'

export interface ShadowParts {
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'all'>
  readonly policyStore: PolicyStore
  readonly usage: Pick<UsageStore, 'routesOf'>
  readonly exclusionList: ExclusionList
}

export interface ShadowOptions {
  readonly logFile: string
  readonly tokensFile: string
  readonly userField: string | undefined
  readonly methods: readonly string[]
  readonly prefix: string
  readonly stripPrefix: string
  readonly oldServer: OldServerOptions
  readonly findRoute: FindRoute
}

export interface ReadLog {
  lines: number
  malformed: number
  /** The numbers of the first malformed lines. */
  readonly malformedLines: number[]
}

export type ShadowRun = Awaited<ReturnType<typeof shadowRun>>

const MAX_EXAMPLES = 5

/** Compares the decisions of the old server with ours about the requests of a log. */
export async function shadowRun(parts: ShadowParts, options: ShadowOptions) {
  const credentials = readTokensFile(options.tokensFile, process.env)
  const decisions = await createDecisions(parts, options, credentials)
  const questions = createQuestions({
    ...options,
    ...decisions,
    subjects: credentials.map(({ subject }) => subject),
    routeOf: (call) => options.findRoute(call)?.path,
  })
  const log = await readLog(options, questions)
  const list = questions.list()
  const progress = createProgress('asking the old server', list.length)
  const answers = await replay(list, credentials, options.oldServer, progress.update).finally(progress.end)
  const differences: readonly Difference[] = await findDifferences({
    answers,
    rules: decisions.rules,
    explain: ({ subject, method, path }) => decisions.explain(subject, { method, path }),
  })
  return {
    log,
    skipped: questions.skipped(),
    ...countsOf(answers),
    differing: differences.reduce((sum, { calls }) => sum + calls.length, 0),
    differences,
  }
}

/** Prepares the decisions of our service about the subjects of the tokens file, which must exist. */
async function createDecisions(
  { users, roles, policyStore, usage, exclusionList }: ShadowParts,
  { findRoute, tokensFile }: ShadowOptions,
  credentials: readonly OldCredential[],
) {
  const [allRoles, rules] = await Promise.all([roles.all(), policyStore.all()])
  const [byKey, byId] = [
    new Map(allRoles.map((role) => [role.roleKey, role])),
    new Map(allRoles.map((role) => [role.roleId, role])),
  ]
  const byName = new Map<string, User>()
  const problems = createProblemList()
  for (const { subject, line } of credentials) {
    const user = 'username' in subject ? await users.findByName(subject.username) : undefined
    if (user && 'username' in subject) byName.set(subject.username, user)
    if (user === undefined && !('roleKey' in subject && byKey.has(subject.roleKey))) {
      const problem = `the ${nameOfSubject(subject)} does not exist here. Fix: correct the name, or add it first`
      problems.add({ file: tokensFile, line, problem })
    }
  }
  problems.throwIfAny()
  const index = await buildPolicyIndex(rules)
  const permission = createPermission({ exclusionList, policy: { current: () => index } })
  const usual: AccessCheckOptions = {
    users: { find: users.find, findByName: async (username) => byName.get(username) },
    roles: { find: async (id) => byId.get(id), findByKey: async (roleKey) => byKey.get(roleKey) },
    findRoute,
    explain: (roleKey, { path, method }) => permission.explain({ roleKey }, path, method),
  }
  const calledRoutes = new Map<string, Promise<readonly string[]>>()
  return {
    rules,
    decide: (subject: OldCredential['subject'], call: { method: string; path: string }) =>
      checkAccess(subject, call, usual),
    /** The same with the rule for the route, which is only needed for decisions that differ. */
    explain: (subject: OldCredential['subject'], call: { method: string; path: string }) =>
      checkAccess(subject, call, {
        ...usual,
        nearest: (roleKey, { path, method }) => permission.nearest({ roleKey }, path, method),
        calledRoutes(method) {
          const known = calledRoutes.get(method) ?? usage.routesOf(method)
          calledRoutes.set(method, known)
          return known
        },
      }),
    async roleKeyOf(username: string): Promise<string | undefined> {
      const user = await users.findByName(username)
      return user && byId.get(user.roleId)?.roleKey
    },
  }
}

async function readLog({ logFile, userField }: ShadowOptions, questions: Questions): Promise<ReadLog> {
  const log: ReadLog = { lines: 0, malformed: 0, malformedLines: [] }
  // A pipe has no size.
  const size = logFile === '-' ? undefined : (await stat(logFile)).size || undefined
  const progress = createProgress('reading the log', size)
  try {
    for await (const { text, bytes } of readLogLines(logFile)) {
      log.lines++
      progress.update(size === undefined ? log.lines : bytes)
      if (text?.trim() === '') continue
      const request = text === undefined ? undefined : parseLogLine(text, userField)
      if (request !== undefined) await questions.add(request)
      else {
        log.malformed++
        if (log.malformedLines.length < MAX_EXAMPLES) log.malformedLines.push(log.lines)
      }
    }
  } finally {
    progress.end()
  }
  return log
}

/** Counts the questions by what the old server said. */
function countsOf(answers: readonly Answer[]) {
  const withoutAccess = new Set<string>()
  const undecided = new Map<string, { reason: string; questions: number; example: string }>()
  let [compared, notFound] = [0, 0]
  for (const { question, decision } of answers) {
    const { verdict, detail } = decision
    if (verdict === 'allowed' || verdict === 'refused') compared++
    else if (verdict === 'not-found') notFound++
    else {
      if (verdict === 'token-refused') withoutAccess.add(nameOfSubject(question.subject))
      const reason = detail ?? (verdict === 'rate-limited' ? 'rate limited' : 'token not accepted')
      const known = undecided.get(reason)
      if (known) known.questions++
      else undecided.set(reason, { reason, questions: 1, example: `${question.method} ${question.path}` })
    }
  }
  return {
    questions: answers.length,
    compared,
    notFoundThere: notFound,
    undecided: [...undecided.values()],
    tokensNotAccepted: [...withoutAccess],
  }
}
