import { type InputProblem, InvalidParameters, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import { resetSecondFactorFailures } from '../login/second-factor-failures.ts'
import type { Operations } from '../operations/operations.ts'
import { createUserStore, type UserStore } from '../user/user.store.ts'
import { setPasswordHash } from '../user/user-operation.ts'
import type { PasswordHashes } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'

interface MyPasswordOptions {
  readonly users: UserStore
  readonly operations: Operations
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  /** Limits the guesses of someone who has stolen a session. */
  readonly throttle: LoginThrottle
}

const SAME_PASSWORD: InputProblem = {
  en: 'the new password must differ from the old one.',
  zh: '新密码不能与原密码相同。',
}

export type MyPassword = ReturnType<typeof createMyPassword>

export function createMyPassword(options: MyPasswordOptions) {
  const { users, operations, hashes, passwordRules, throttle } = options
  return {
    /** Sets the password and revokes all tokens of the user, including the one of this request. */
    async set(
      operator: Operator,
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
    ): Promise<void> {
      const id = operator.userId
      const [user, proven] = [await users.find(id), await users.credentials(id)]
      if (!user || !proven) throw new Refusal('token-revoked')
      const isRight = await throttle.attempt(
        { username: user.username, address: operator.ipaddr },
        async () => ((await hashes.matches(oldPassword, proven.passwordHash)) ? true : undefined),
      )
      if (!isRight) throw new Refusal('old-password-wrong')
      const problem = oldPassword === newPassword ? SAME_PASSWORD : passwordRules.problemOf(newPassword, user)
      if (problem !== undefined) throw new InvalidParameters({ ...problem, field: 'newPassword' })
      const passwordHash = await hashes.hash(newPassword)
      await operations.run(operator, async (operation) => {
        // The password may have been changed while the new one was hashed.
        const now = await createUserStore(operation.transaction).credentials(id)
        if (now?.credentialVersion !== proven.credentialVersion) throw new Refusal('changed-meanwhile')
        await setPasswordHash(operation, user, { passwordHash, pwdChangeDue: false })
        await resetSecondFactorFailures(operation.transaction, id)
        return {}
      })
    },
  }
}
