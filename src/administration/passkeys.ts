import type { Changed } from '../change-feed/change-writer.ts'
import type { Passkey } from '../passkey/passkey.ts'
import { Refusal } from '../refusal.ts'
import type { AuthorityOf } from './authority.ts'
import type { Operations } from './operations.ts'
import type { Operator } from './operator.ts'
import { existingPasskey, removePasskey } from './own-passkeys.ts'
import { endTokens, existingUser, roleOf } from './user-operation.ts'

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
      // A change of one's own passkeys requires a recent login.
      if (operator.userId === userId) throw new Refusal('own-passkey')
      return operations.run(operator, async (operation) => {
        const { username: target, roleId } = await existingUser(operation, userId)
        const authority = await authorityOf(operation)
        await authority.refuseRole(await roleOf(operation, roleId))
        const before = await existingPasskey(operation, userId, id)
        await removePasskey(operation, userId, id)
        await endTokens(operation, userId, 'ended-by-operator')
        await operation.note({ action: 'user.passkey-remove', targetId: userId, target, before })
        return before
      })
    },
  }
}
