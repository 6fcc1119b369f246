import type { Operator } from '../audit-log/operator.ts'
import type { AuthorityChecks } from '../operations/authority.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { requireFound } from '../operations/require-found.ts'
import { createUserStore } from '../user/user.store.ts'
import { type BlockedLogin, createBlockedLoginStore } from './blocked-login.store.ts'

export type ThrottleAdministration = ReturnType<typeof createThrottleAdministration>

export function createThrottleAdministration(operations: Operations) {
  return {
    /** Releases blocked logins, all or none: their failures no longer count. */
    async release(operator: Operator, ids: readonly string[]) {
      return operations.run(operator, async (operation) => {
        const blocks = createBlockedLoginStore(operation.transaction)
        const authority = (await operation.authority()).current
        await authority.requireAllData()
        // All transactions lock in the same order, so that two cannot deadlock.
        const wanted = [...new Set(ids)].toSorted()
        for (const id of wanted) {
          const block = requireFound(await blocks.lock(id, operation.at), 'throttle', id)
          await assertMayRelease(operation, authority, block)
          await blocks.release(block)
          await operation.note({ action: 'throttle.release', target: targetOf(block), before: block })
        }
        return { released: wanted.length }
      })
    },
  }
}

/** Without the delay, the password of a more powerful user could be guessed faster. */
async function assertMayRelease(
  { transaction }: Operation,
  authority: AuthorityChecks,
  { username }: BlockedLogin,
): Promise<void> {
  if (username === '') return
  const users = createUserStore(transaction)
  for (const { id } of (await users.holdersOf([username])).values()) {
    const user = await users.find(id)
    if (user) await authority.assertMayManageUser(user)
  }
}

function targetOf({ username, network }: BlockedLogin): string {
  return username === '' ? network : `${username} (${network})`
}
