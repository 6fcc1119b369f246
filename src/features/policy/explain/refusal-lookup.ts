import { setImmediate } from 'node:timers/promises'
import { requireFound } from '../../../core/operations/require-found.ts'
import type { Call } from '../../../core/permission/call.ts'
import { sessionOfToken } from '../../../core/session/token-subject.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { type Language, Refusal } from '../../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import type { Access, Subject } from './access-check.ts'
import { adviceFor } from './reason-advice.ts'
import type { RefusalFilter, RefusalStore, StoredRefusal } from './refusal.store.ts'

/** Which refusals an operator asks about. A token is named by its `jti` or by the id of its session. */
export type RefusalQuestion =
  | { readonly requestId: string }
  | { readonly userId: number }
  | { readonly username: string }
  | { readonly tokenId: string }

export type ExplainedRefusals = Awaited<ReturnType<typeof findRefusals>>

/** A refused request, with what it means and what to do about it. */
export type ExplainedRefusal = ExplainedRefusals['list'][number]

interface RefusalLookupOptions {
  readonly store: Pick<RefusalStore, 'find'>
  readonly users: Pick<UserStore, 'findByNameIn'>
  readonly keepMinutes: number
  readonly now: () => number
  readonly language: Language
  /** The users whose refusals the operator may see. Those without a user need all. */
  readonly scope: UserScope
  checkAccess(subject: Subject, call: Call): Promise<Access>
}

const MAX_REFUSALS = 20

/** Returns the latest refusals that a question is about and that the operator may see, with their explanations, the newest first. */
export async function findRefusals(question: RefusalQuestion, options: RefusalLookupOptions) {
  const { store, scope, keepMinutes, now } = options
  const filter = await filterOf(question, options)
  const since = keepMinutes === 0 ? Number.MAX_SAFE_INTEGER : now() - keepMinutes * MINUTE_IN_MS
  const refusals = await store.find(scope, filter, since, MAX_REFUSALS)
  const list: Awaited<ReturnType<typeof explain>>[] = []
  for (const refusal of refusals) {
    // The search for the nearest rules takes a few milliseconds in a large policy.
    if (list.length > 0) await setImmediate()
    list.push(await explain(refusal, options))
  }
  return { keepMinutes, list }
}

async function filterOf(
  question: RefusalQuestion,
  { users, scope }: Pick<RefusalLookupOptions, 'users' | 'scope'>,
): Promise<RefusalFilter> {
  if ('tokenId' in question) return { sessionId: sessionOfToken(question.tokenId).sessionId }
  if (!('username' in question)) return question
  const { username } = question
  const user = await users.findByNameIn(scope, username)
  return { userId: requireFound(user, 'user', quoted(username), 'username').userId }
}

async function explain(
  { refusedAt, user, route, needed, ...refusal }: StoredRefusal,
  options: RefusalLookupOptions,
) {
  const { method, path, reason } = refusal
  /** Whether the user may make the call, or the needed call, now. */
  const access =
    user && reason === 'permission-denied'
      ? await accessOf(user, needed ?? { method, path }, options)
      : undefined
  return {
    ...refusal,
    refusedAt: new Date(refusedAt).toISOString(),
    ...(route === '' ? {} : { route }),
    ...(needed ? { needed } : {}),
    ...(user
      ? {
          user: { userId: user.userId, username: user.username },
          roleKey: user.roleKey,
          sessionId: user.sessionId,
        }
      : {}),
    ...adviceFor({ reason, needed, isAllowedNow: access?.allowed === true }, options.language),
    ...(access ? { access } : {}),
  }
}

/** Returns the decision for the user, or for the role of the token if the user was deleted; undefined if both were. */
async function accessOf(
  user: { readonly userId: number; readonly roleKey: string },
  call: Call,
  { checkAccess }: Pick<RefusalLookupOptions, 'checkAccess'>,
): Promise<Access | undefined> {
  for (const subject of [{ userId: user.userId }, { roleKey: user.roleKey }]) {
    try {
      return await checkAccess(subject, call)
    } catch (error) {
      // Also a call that no rule can allow, such as one with an unusual method.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}
