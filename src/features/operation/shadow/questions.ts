import { LRUCache } from 'lru-cache'
import { type Call, findCallProblem } from '../../../core/permission/call.ts'
import { keyOfRule } from '../../../core/permission/policy-rule.ts'
import { effectiveMethod } from '../../../platform/http/call/method.ts'
import type { Access } from '../../policy/explain/access-check.ts'
import { createRecordedRoute } from '../../policy/usage/recorded-route.ts'
import type { LoggedRequest } from './access-log.ts'
import type { OldCall } from './old-server.ts'
import { type CredentialSubject, nameOfSubject } from './tokens-file.ts'

/** A different question to both services, and how many requests of the log it stands for. */
export interface Question extends OldCall {
  readonly subject: CredentialSubject
  /** The path with `:id` in place of what looks like an id, or the declared route. */
  readonly pattern: string
  readonly access: Access
  requests: number
}

/** The requests of the log that are not asked about, by reason. */
export interface Skipped {
  otherMethods: number
  otherPaths: number
  notFound: number
  logouts: number
  withoutToken: number
  unknownUsers: number
  notCanonical: number
  tooMany: number
}

interface QuestionsOptions {
  /** Who can be asked about: those for whom there is a token. */
  readonly subjects: readonly CredentialSubject[]
  readonly methods: readonly string[]
  readonly prefix: string
  readonly stripPrefix: string
  /** Returns the key of the role that a user has in our service. */
  roleKeyOf(username: string): Promise<string | undefined>
  decide(subject: CredentialSubject, call: Call): Promise<Access>
  routeOf(call: Call): string | undefined
  readonly maxQuestions?: number
}

/** About 50 MB. */
const MAX_QUESTIONS = 100_000
const MAX_CACHED = 20_000
const MAX_EXAMPLES = 5

/** The last segment of a path that ends the session of the token. */
const LOGOUT = /\/(?:logout|log-out|signout|jsonInBlacklist)\/?$/i

export type Questions = ReturnType<typeof createQuestions>

/**
 * Collects the different questions of a log. Requests for the same method and path pattern that our service decides by the
 * same rule are one question.
 */
export function createQuestions(options: QuestionsOptions) {
  const { subjects, methods, prefix, stripPrefix, maxQuestions = MAX_QUESTIONS } = options
  const patternOf = createRecordedRoute()
  const roles = subjects.filter((subject) => 'roleKey' in subject)
  const byName = new Map(subjects.map((subject) => [nameOfSubject(subject), subject]))
  const roleKeys = new LRUCache<string, { readonly roleKey: string | undefined }>({ max: MAX_CACHED })
  const questions = new Map<string, Question>()
  const recent = new LRUCache<string, Question>({ max: MAX_CACHED })
  const skipped: Skipped = {
    otherMethods: 0,
    otherPaths: 0,
    notFound: 0,
    logouts: 0,
    withoutToken: 0,
    unknownUsers: 0,
    notCanonical: 0,
    tooMany: 0,
  }
  const withoutToken = new Set<string>()
  const notCanonical = new Set<string>()

  const remember = (names: Set<string>, name: string) => {
    if (names.size < MAX_EXAMPLES) names.add(name)
  }

  async function roleKeyOf(username: string): Promise<string | undefined> {
    const known = roleKeys.get(username) ?? { roleKey: await options.roleKeyOf(username) }
    roleKeys.set(username, known)
    return known.roleKey
  }

  /** Returns who is asked about: the user, the role that the user has here, or without a user every role. */
  async function subjectsOf(username: string | undefined): Promise<readonly CredentialSubject[]> {
    if (username === undefined) {
      if (roles.length === 0) skipped.withoutToken++
      return roles
    }
    const own = byName.get(nameOfSubject({ username }))
    if (own) return [own]
    const roleKey = await roleKeyOf(username)
    if (roleKey === undefined) {
      skipped.unknownUsers++
      remember(withoutToken, nameOfSubject({ username }))
      return []
    }
    const ofRole = byName.get(nameOfSubject({ roleKey }))
    if (ofRole) return [ofRole]
    skipped.withoutToken++
    remember(withoutToken, `${nameOfSubject({ username })} (role ${roleKey})`)
    return []
  }

  async function addFor(subject: CredentialSubject, call: OldCall): Promise<void> {
    const name = nameOfSubject(subject)
    const exact = `${name}\n${call.method}\n${call.path}`
    let question = recent.get(exact)
    if (question === undefined) {
      const access = await options.decide(subject, call)
      const pattern = patternOf({ roleKey: name, path: call.path, declaredRoute: options.routeOf(call) })
      const decision = access.rule ? keyOfRule(access.rule) : access.why
      const key = `${name}\n${call.method}\n${pattern}\n${decision}`
      question = questions.get(key)
      if (question === undefined) {
        if (questions.size >= maxQuestions) {
          skipped.tooMany++
          return
        }
        question = { ...call, subject, pattern, access, requests: 0 }
        questions.set(key, question)
      }
      recent.set(exact, question)
    }
    question.requests++
  }

  return {
    async add({ method: sent, path: logged, query, username, status }: LoggedRequest): Promise<void> {
      if (!methods.includes(sent)) skipped.otherMethods++
      else if (!logged.startsWith(prefix)) skipped.otherPaths++
      else if (status === 404 || status === 405) skipped.notFound++
      else if (LOGOUT.test(logged)) skipped.logouts++
      else {
        const path = logged.startsWith(stripPrefix) ? logged.slice(stripPrefix.length) : logged
        // A response to HEAD has no body, which would say that the call was refused. Both services decide it as GET.
        const call = { method: effectiveMethod(sent), path, query }
        if (findCallProblem(call)) {
          skipped.notCanonical++
          remember(notCanonical, path)
          return
        }
        for (const subject of await subjectsOf(username)) await addFor(subject, call)
      }
    },
    list: (): readonly Question[] => [...questions.values()],
    skipped: () => ({
      ...skipped,
      examples: { withoutToken: [...withoutToken], notCanonical: [...notCanonical] },
    }),
  }
}
