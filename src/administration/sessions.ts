import { createRoleStore } from '../accounts/role/role.store.ts'
import { createUserStore } from '../accounts/user/user.store.ts'
import { createSessionStore, type LiveSession } from '../authentication/session/session.store.ts'
import { createRevocationStore } from '../authentication/token/revocation.store.ts'
import type { Changed } from '../cluster/change-feed/change-writer.ts'
import { notFound, Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import type { Operation, Operations } from './operations.ts'

export interface SessionAdministration {
  /** Ends all of the sessions or none. Their tokens are revoked immediately. */
  end(operator: Operator, ids: readonly number[]): Promise<Changed<{ ended: number }>>
  /** Ends all sessions of a user. */
  endAllOf(operator: Operator, userId: number): Promise<Changed<{ ended: number }>>
  /** Ends all sessions of the users of a role, including the operator's own if the operator has the role. */
  endAllOfRole(operator: Operator, roleId: number): Promise<Changed<{ ended: number }>>
}

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

  async function refuseUser(operation: Operation, userId: number): Promise<void> {
    const user = await createUserStore(operation.transaction).find(userId)
    if (!user) throw notFound('user', userId)
    // Users may always end their own sessions.
    if (userId === operation.operator.userId) return
    const role = await createRoleStore(operation.transaction).find(user.roleId)
    if (!role) throw new Refusal('role-unknown', { role: user.roleId })
    await (await operation.authority()).refuseRole(role)
  }
}

async function end({ transaction, changes, note }: Operation, session: LiveSession): Promise<void> {
  const { sessionId, username, expireTime } = session
  await createRevocationStore(transaction).endSession(sessionId, Date.parse(expireTime), 'ended-by-operator')
  changes('revocation')
  await note({ action: 'session.end', targetId: sessionId, target: username, before: session })
}
