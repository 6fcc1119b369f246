import { LOGIN_SERVICE } from '../../../core/audit-log/operator.ts'
import { visibleText } from '../../../core/login-log/visible-text.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { endTokens, noteUser } from '../../../core/user/user-operation.ts'
import type { WrongSecondFactor } from './second-factor-throttle.ts'

const MAX_ADDRESS_CHARACTERS = 64

/**
 * Creates a function that requires a new password of a user whose password somebody else knows. The next login still needs the
 * second factor, and its token only allows setting the password.
 */
export function createPasswordRequirement(
  operations: Operations,
): (wrong: WrongSecondFactor) => Promise<void> {
  return async ({ account: { userId }, address, failures }) => {
    await operations.run(LOGIN_SERVICE, async (operation) => {
      const users = createUserStore(operation.transaction)
      await users.lock(userId)
      const user = await users.find(userId)
      const credentials = await users.credentials(userId)
      // A user without a password could not set a new one.
      if (!user || user.pwdChangeDue || credentials?.passwordHash === '') return {}
      const { username } = user
      await users.change(userId, { pwdChangeDue: true }, operation.at)
      await endTokens(operation, userId)
      await noteUser(operation, 'user.update', user, {
        before: { pwdChangeDue: false },
        after: { pwdChangeDue: true },
      })
      const fields = { username, userId, failures, address: visibleText(address, MAX_ADDRESS_CHARACTERS) }
      await operation.emit({ kind: 'password.change-required', fields })
      return {}
    })
  }
}
