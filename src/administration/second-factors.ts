import { createSecondFactorStore } from '../authentication/second-factor/second-factor.store.ts'
import { Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import type { Operation, Operations } from './operations.ts'
import { operatorFields } from './operator-event.ts'
import { endTokens, holdsAdmin, lockCredentials, userInScope } from './user-operation.ts'

export function createSecondFactorAdministration(operations: Operations) {
  return {
    /** Removes the second factor of a user, who has lost it, and revokes all of the user's tokens. */
    async reset(operator: Operator, userId: number) {
      // Someone who has stolen a session must not remove the second factor.
      if (operator.userId === userId) throw new Refusal('own-second-factor')
      return operations.run(operator, async (operation) => {
        const user = await userInScope(operation, userId)
        const authority = await operation.authority()
        await authority.refuseUser(user)
        await removeSecondFactor(operation, userId)
        const { username } = user
        await operation.note({ action: 'user.second-factor-reset', targetId: userId, target: username })
        if (await holdsAdmin(operation, user)) {
          const fields = { username, userId, ...operatorFields(operation.operator) }
          await operation.emit({ kind: 'admin.second-factor-reset', fields })
        }
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
