import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import {
  changeableUser,
  emitIfAdmin,
  endTokens,
  lockCredentials,
  noteUser,
} from '../../../core/user/user-operation.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createSecondFactorStore } from './second-factor.store.ts'

export type SecondFactorAdministration = ReturnType<typeof createSecondFactorAdministration>

export function createSecondFactorAdministration(operations: Operations) {
  return {
    /** Removes the second factor of a user, who has lost it, and revokes all of the user's tokens. */
    async reset(operator: Operator, userId: number) {
      // Someone who has stolen a session must not remove the second factor.
      if (operator.userId === userId) throw new Refusal('own-second-factor')
      return operations.run(operator, async (operation) => {
        const user = await changeableUser(operation, userId)
        await removeSecondFactor(operation, userId)
        await noteUser(operation, 'user.second-factor-reset', user)
        await emitIfAdmin(operation, 'admin.second-factor-reset', user)
        return {}
      })
    },
  }
}

/** Removes the second factor and ends all sessions of the user. Throws if there is none. */
export async function removeSecondFactor(operation: Operation, userId: number): Promise<void> {
  await lockCredentials(operation, userId)
  const wasEnabled = await createSecondFactorStore(operation.transaction).remove(userId)
  if (!wasEnabled) throw new Refusal('second-factor-missing')
  await endTokens(operation, userId)
}
