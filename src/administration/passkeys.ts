import type { Changed } from '../change-feed/change-writer.ts'
import type { Passkey } from '../passkey/passkey.ts'
import { notFound, Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import { createUserStore } from '../user/user.store.ts'
import type { AuthorityOf } from './authority.ts'
import type { Operations } from './operations.ts'
import type { Operator } from './operator.ts'
import { existingPasskey, removePasskey } from './own-passkeys.ts'

export interface PasskeyAdministration {
  /** Removes a passkey of another user and ends all of the user's sessions. */
  remove(operator: Operator, userId: number, id: number): Promise<Changed<Passkey>>
}

export interface PasskeyAdministrationOptions {
  readonly operations: Operations
  readonly authorityOf: AuthorityOf
}

export function createPasskeyAdministration({
  operations,
  authorityOf,
}: PasskeyAdministrationOptions): PasskeyAdministration {
  return {
    async remove(operator, userId, id) {
      // The own ones require a recent login.
      if (operator.userId === userId) throw new Refusal('own-passkey')
      return operations.run(operator, async (operation) => {
        const { transaction } = operation
        const user = await createUserStore(transaction).find(userId)
        if (!user) throw notFound('user', userId)
        const role = await createRoleStore(transaction).find(user.roleId)
        if (!role) throw new Refusal('role-unknown', { role: user.roleId })
        await (await authorityOf(operation)).refuseRole(role)
        const before = await existingPasskey(operation, userId, id)
        await removePasskey(operation, userId, id)
        await createRevocationStore(transaction).endAll('user', userId, 'ended-by-operator')
        operation.changes('revocation')
        const target = user.username
        await operation.note({ action: 'user.passkey-remove', targetId: userId, target, before })
        return before
      })
    },
  }
}
