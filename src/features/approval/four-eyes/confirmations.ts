import type { Operator } from '../../../core/audit-log/operator.ts'
import { requireRecentLogin } from '../../../core/login/recent-login.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createAccountStore } from '../../../core/user/account.store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createConfirmationStore } from './confirmation.store.ts'
import { mayConfirm, targetOf } from './four-eyes.ts'

export type ConfirmationAdministration = ReturnType<typeof createConfirmationAdministration>

export function createConfirmationAdministration(operations: Operations) {
  return {
    /**
     * Confirms or refuses a change that somebody else asked for. Nothing is changed by it: whoever asked sends the same request again.
     */
    async decide(operator: Operator, id: number, decision: 'confirm' | 'refuse') {
      return operations.run(operator, async (operation) => {
        const { transaction, databaseTime, at } = operation
        const account = await createAccountStore(transaction).find(operator.userId)
        if (account?.roleKey !== ADMIN_ROLE_KEY) throw new Refusal('permission-denied')
        const store = createConfirmationStore(transaction)
        const before = requireFound(await store.find(id, databaseTime), 'confirmation', id)
        if (before.status !== 'waiting') throw new Refusal('confirmation-decided')
        if (!mayConfirm(account, before)) throw new Refusal('confirmation-own')
        // The session may be stolen.
        if (decision === 'confirm') requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
        const { userId, username } = operator
        const status = decision === 'confirm' ? 'confirmed' : 'refused'
        const isDecided = await store.decide(id, { status, userId, username }, databaseTime)
        const after = await store.find(id, databaseTime)
        if (!isDecided || !after) throw new Refusal('confirmation-decided')
        await operation.note({
          action: decision === 'confirm' ? 'confirmation.confirm' : 'confirmation.refuse',
          targetId: id,
          target: targetOf(before),
          after: { kinds: before.kinds, askedBy: before.username },
        })
        return after
      })
    },

    /** Withdraws a confirmation that the operator has asked for; by a command, anybody's. Another one is not found. */
    async withdraw(operator: Operator, id: number) {
      return operations.run(operator, async (operation) => {
        const { transaction, databaseTime } = operation
        const store = createConfirmationStore(transaction)
        const found = await store.find(id, databaseTime)
        const isOwn = operator.source === 'command' || found?.userId === operator.userId
        const before = requireFound(isOwn ? found : undefined, 'confirmation', id)
        const isWithdrawn = await store.withdraw(id, databaseTime)
        const after = await store.find(id, databaseTime)
        if (!isWithdrawn || !after) throw new Refusal('confirmation-decided')
        await operation.note({
          action: 'confirmation.withdraw',
          targetId: id,
          target: targetOf(before),
          after: { kinds: before.kinds, askedBy: before.username },
        })
        return after
      })
    },
  }
}
