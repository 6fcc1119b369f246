import { setImmediate } from 'node:timers/promises'
import { InvalidParameters, notFound, withSubject } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { requireFound } from '../operations/require-found.ts'
import { createRoleStore } from '../role/role.store.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import type { EndReason } from '../token/revocation.ts'
import { ALL_USERS } from '../user/list/user-scope.ts'
import { createUserStore } from '../user/user.store.ts'
import { assertMayManageUsers, endTokens, noteUser, userInScope } from '../user/user-operation.ts'
import { createSessionStore, type LiveSession, type SessionFilter } from './session.store.ts'

/** How many users are changed before yielding to the event loop. */
const USERS_PER_BATCH = 10
/** Each ended session is a revocation that every node keeps in memory until its token expires. */
const MAX_ENDED = 10_000
/** How many users an entry of the audit log names. It has the number of all. */
const MAX_NAMED_USERS = 100

export type SessionAdministration = ReturnType<typeof createSessionAdministration>

export function createSessionAdministration(operations: Operations) {
  return {
    /** Ends all of the sessions or none. Their tokens are revoked immediately. */
    async end(operator: Operator, ids: readonly number[]) {
      return operations.run(operator, async (operation) => {
        const store = createSessionStore(operation.transaction)
        const scope = await (await operation.authority()).current.scope()
        const sessions: LiveSession[] = []
        for (const id of new Set(ids)) {
          sessions.push(requireFound(await store.find(scope, id, operation.at), 'session', id))
        }
        await assertMayEnd(operation, sessions)
        return end(operation, sessions, { ids })
      })
    },

    /** Ends all sessions that match a filter, or none. `selected` is the filter as the audit log shows it. */
    async endMatching(operator: Operator, filter: SessionFilter, selected: object) {
      const given = Object.values(filter).filter((value) => value !== undefined)
      const { userId, roleId } = filter
      return operations.run(operator, async (operation) => {
        if (given.length === 1 && userId !== undefined) return endAllOfUsers(operation, [userId])
        const scope = await (await operation.authority()).current.scope()
        if (given.length === 1 && roleId !== undefined && scope.kind === 'all')
          return endAllOfRole(operation, roleId)
        const sessions: LiveSession[] = []
        const store = createSessionStore(operation.transaction)
        for await (const some of store.matching(scope, filter, operation.at)) {
          sessions.push(...some)
          if (sessions.length > MAX_ENDED) throw new InvalidParameters(TOO_MANY)
        }
        await assertMayEnd(operation, sessions)
        return end(operation, sessions, selected)
      })
    },

    /** Ends one of the operator's own sessions, or all but the one of the request. */
    async endOwn(operator: Operator, which: number | 'others') {
      return operations.run(operator, async (operation) => {
        const all = await createSessionStore(operation.transaction).ofUser(operator.userId, operation.at)
        const sessions = all.filter(({ sessionId }) =>
          which === 'others' ? sessionId !== operator.sessionId : sessionId === which,
        )
        if (which !== 'others' && sessions.length === 0) throw notFound('session', which)
        return end(operation, sessions, { userId: operator.userId }, 'ended')
      })
    },

    /** Ends all sessions of several users, or none. The audit log has one entry per user. */
    endAllOfUsers: (operator: Operator, userIds: readonly number[]) =>
      operations.run(operator, (operation) => endAllOfUsers(operation, userIds)),
  }
}

type Result = Promise<{ ended: number }>

/** Ends all sessions of several users with one revocation and one entry in the audit log per user. */
async function endAllOfUsers(operation: Operation, userIds: readonly number[]): Result {
  const { transaction, operator, at } = operation
  const { current } = await operation.authority()
  let ended = 0
  for (const [index, userId] of [...new Set(userIds)].entries()) {
    if (index % USERS_PER_BATCH === 0) await setImmediate()
    const user = await userInScope(operation, userId)
    // Users may always end their own sessions.
    if (userId !== operator.userId) await withSubject(user.username, () => current.assertMayManageUser(user))
    // Locked, so that no session is created while the others are ended.
    await createUserStore(transaction).lock(userId)
    const { length: sessions } = await createSessionStore(transaction).ofUser(userId, at)
    if (sessions === 0) continue
    await endTokens(operation, userId, 'ended-by-operator')
    await noteUser(operation, 'user.end-sessions', user, { before: { sessions } })
    ended += sessions
  }
  return { ended }
}

/** Ends all sessions of the users of a role, including the operator's own if the operator has the role. */
async function endAllOfRole(operation: Operation, roleId: number): Result {
  const { transaction, at, changes, note } = operation
  const roles = createRoleStore(transaction)
  const role = requireFound(await roles.find(roleId), 'role', roleId)
  await (await operation.authority()).current.assertMayAssignRole(role)
  // Locked, so that no session is created while the others are ended.
  await roles.lock(roleId)
  const before = await createSessionStore(transaction).countByRole(ALL_USERS, roleId, at)
  if (before.sessions === 0) return { ended: 0 }
  await createRevocationStore(transaction).endAll('role', roleId, 'ended-by-operator')
  changes('revocation')
  await note({ action: 'role.end-sessions', targetId: roleId, target: role.roleKey, before })
  return { ended: before.sessions }
}

/** Throws unless the operator has all permissions of the users. Users may always end their own sessions. */
async function assertMayEnd(operation: Operation, sessions: readonly { readonly userId: number }[]) {
  const userIds = new Set(sessions.map(({ userId }) => userId))
  userIds.delete(operation.operator.userId)
  await assertMayManageUsers(operation, [...userIds])
}

/** Ends sessions with one entry in the audit log. */
async function end(
  { transaction, changes, note }: Operation,
  sessions: readonly LiveSession[],
  selected: object,
  reason: EndReason = 'ended-by-operator',
): Result {
  const ended = sessions.length
  const [first] = sessions
  if (!first) return { ended }
  await createRevocationStore(transaction).endSessions(
    sessions.map(({ sessionId, expireTime }) => ({ id: sessionId, expiresAt: Date.parse(expireTime) })),
    reason,
  )
  changes('revocation')
  const { sessionId, username, userId } = first
  if (ended === 1) {
    await note({
      action: 'session.end',
      targetId: sessionId,
      userIds: [userId],
      target: username,
      before: first,
    })
    return { ended }
  }
  const names = new Map(sessions.map((session) => [session.userId, session.username]))
  const usernames = [...names.values()].sort().slice(0, MAX_NAMED_USERS)
  const before = { sessions: ended, users: names.size, usernames, selected }
  const target = names.size === 1 ? username : ''
  await note({ action: 'session.end-many', userIds: [...names.keys()], target, before })
  return { ended }
}

const TOO_MANY = {
  en: `more than ${MAX_ENDED.toLocaleString('en')} sessions match: select fewer, or end all sessions of a role.`,
  zh: `匹配的会话超过 ${MAX_ENDED} 个：请缩小范围，或结束某个角色的所有会话。`,
}
