import { setImmediate } from 'node:timers/promises'
import { createRoleStore } from '../accounts/role/role.store.ts'
import { createUserStore } from '../accounts/user/user.store.ts'
import { createSessionStore, type LiveSession } from '../authentication/session/session.store.ts'
import { createRevocationStore } from '../authentication/token/revocation.store.ts'
import type { Changed } from '../cluster/change-feed/change-writer.ts'
import { notFound, withSubject } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import type { Authority } from './authority.ts'
import type { Operation, Operations } from './operations.ts'
import { endTokens, existingUser, roleOf } from './user-operation.ts'

export interface SessionAdministration {
  /** Ends all of the sessions or none. Their tokens are revoked immediately. */
  end(operator: Operator, ids: readonly number[]): Promise<Changed<{ ended: number }>>
  /** Ends all sessions of a user. */
  endAllOf(operator: Operator, userId: number): Promise<Changed<{ ended: number }>>
  /** Ends all sessions of several users, or none. The audit log has one entry per user. */
  endAllOfUsers(operator: Operator, userIds: readonly number[]): Promise<Changed<{ ended: number }>>
  /** Ends all sessions of the users of a role, including the operator's own if the operator has the role. */
  endAllOfRole(operator: Operator, roleId: number): Promise<Changed<{ ended: number }>>
}

/** How many users are changed before yielding to the event loop. */
const USERS_PER_BATCH = 10

export function createSessionAdministration(operations: Operations): SessionAdministration {
  return {
    async end(operator, ids) {
      return operations.run(operator, async (operation) => {
        const sessions = createSessionStore(operation.transaction)
        for (const id of new Set(ids)) {
          const session = await sessions.find(id, operation.at)
          if (!session) throw notFound('session', id)
          await refuseUser(operation, session.userId)
          await end(operation, session)
        }
        return { ended: new Set(ids).size }
      })
    },

    async endAllOf(operator, userId) {
      return operations.run(operator, async (operation) => {
        await refuseUser(operation, userId)
        const users = createUserStore(operation.transaction)
        // Locked, so that no session is created while the others are ended.
        await users.lock(userId)
        const sessions = await createSessionStore(operation.transaction).ofUser(userId, operation.at)
        for (const session of sessions) await end(operation, session)
        return { ended: sessions.length }
      })
    },

    async endAllOfUsers(operator, userIds) {
      return operations.run(operator, async (operation) => {
        const { transaction, at, note } = operation
        const authority = await operation.authority()
        let ended = 0
        for (const [index, userId] of [...new Set(userIds)].entries()) {
          if (index % USERS_PER_BATCH === 0) await setImmediate()
          const { username } = await existingUser(operation, userId)
          await withSubject(username, () => refuseUser(operation, userId, authority))
          // Locked, so that no session is created while the others are ended.
          await createUserStore(transaction).lock(userId)
          const { length: sessions } = await createSessionStore(transaction).ofUser(userId, at)
          if (sessions === 0) continue
          await endTokens(operation, userId, 'ended-by-operator')
          await note({
            action: 'user.end-sessions',
            targetId: userId,
            target: username,
            before: { sessions },
          })
          ended += sessions
        }
        return { ended }
      })
    },

    async endAllOfRole(operator, roleId) {
      return operations.run(operator, async (operation) => {
        const { transaction, at, changes, note } = operation
        const roles = createRoleStore(transaction)
        const role = await roles.find(roleId)
        if (!role) throw notFound('role', roleId)
        await (await operation.authority()).refuseRole(role)
        // Locked, so that no session is created while the others are ended.
        await roles.lock(roleId)
        const before = await createSessionStore(transaction).countByRole(roleId, at)
        if (before.sessions === 0) return { ended: 0 }
        await createRevocationStore(transaction).endAll('role', roleId, 'ended-by-operator')
        changes('revocation')
        await note({ action: 'role.end-sessions', targetId: roleId, target: role.roleKey, before })
        return { ended: before.sessions }
      })
    },
  }

  async function refuseUser(operation: Operation, userId: number, known?: Authority): Promise<void> {
    const user = await existingUser(operation, userId)
    // Users may always end their own sessions.
    if (userId === operation.operator.userId) return
    const authority = known ?? (await operation.authority())
    await authority.refuseRole(await roleOf(operation, user.roleId))
  }
}

async function end({ transaction, changes, note }: Operation, session: LiveSession): Promise<void> {
  const { sessionId, username, expireTime } = session
  await createRevocationStore(transaction).endSession(sessionId, Date.parse(expireTime), 'ended-by-operator')
  changes('revocation')
  await note({ action: 'session.end', targetId: sessionId, target: username, before: session })
}
