import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import { changeableUser, endTokens, lockCredentials, noteUser } from '../../../core/user/user-operation.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createPasskeyStore } from './passkey.store.ts'
import type { Passkey } from './passkey.ts'

export type PasskeyAdministration = ReturnType<typeof createPasskeyAdministration>

export function createPasskeyAdministration(operations: Operations) {
  return {
    /** Removes a passkey of another user and ends all of the user's sessions. */
    async remove(operator: Operator, userId: number, id: number) {
      // A change of one's own passkeys requires a recent login.
      if (operator.userId === userId) throw new Refusal('own-passkey')
      return operations.run(operator, async (operation) => {
        const user = await changeableUser(operation, userId, (await operation.authority()).current)
        const before = await existingPasskey(operation, userId, id)
        await removePasskey(operation, userId, id)
        await endTokens(operation, userId, 'ended-by-operator')
        await noteUser(operation, 'user.passkey-remove', user, { before })
        return before
      })
    },
  }
}

/** Throws unless the user has the passkey. */
export async function existingPasskey(
  { transaction }: Operation,
  userId: number,
  id: number,
): Promise<Passkey> {
  return requireFound(await createPasskeyStore(transaction).find(userId, id), 'passkey', id)
}

/** Removes a passkey. A login that has verified it and has no session yet is refused. */
export async function removePasskey(operation: Operation, userId: number, id: number): Promise<void> {
  await lockCredentials(operation, userId)
  await createPasskeyStore(operation.transaction).remove(id)
}
