import type { Operator } from '../../../core/audit-log/operator.ts'
import type { LoginThrottle } from '../../../core/login/login-throttle.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { endTokens, lockCredentials, noteUser } from '../../../core/user/user-operation.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { Enrolment, SecondFactors } from './second-factor.ts'
import type { SecondFactorThrottle } from './second-factor-throttle.ts'
import { removeSecondFactor } from './second-factors.ts'

interface MySecondFactorOptions {
  readonly users: Pick<UserStore, 'find'>
  readonly secondFactors: SecondFactors
  readonly operations: Operations
  /** Limits the guesses of someone who has stolen a session. */
  readonly throttle: Pick<LoginThrottle, 'attempt'>
  readonly secondFactorThrottle: Pick<SecondFactorThrottle, 'attempt'>
}

/** What users do with their own second factor. */
export type MySecondFactor = ReturnType<typeof createMySecondFactor>

export function createMySecondFactor(options: MySecondFactorOptions) {
  const { users, secondFactors, operations, throttle, secondFactorThrottle } = options

  /** Throws unless the code is right. A stolen session alone must not change the second factor. */
  async function requireCode({ userId, username, ipaddr }: Operator, code: string): Promise<void> {
    if (!(await secondFactors.isEnabled(userId))) throw new Refusal('second-factor-missing')
    const who = { account: { userId, username }, address: ipaddr, method: undefined }
    const consume = () => secondFactors.consumeCode(userId, code)
    const isRight = await throttle.attempt({ username, address: ipaddr }, async () =>
      (await secondFactorThrottle.attempt(who, consume)) ? true : undefined,
    )
    if (!isRight) throw new Refusal('second-factor-wrong')
  }

  return {
    /** Returns a new secret for an authenticator app. The factor is not enabled until a code confirms it. */
    async begin({ userId, username }: Operator): Promise<Enrolment> {
      const user = await users.find(userId)
      if (user && isServiceAccount(user)) throw new Refusal('service-account')
      const enrolment = await secondFactors.beginEnrolment({ userId, username })
      if (!enrolment) throw new Refusal('second-factor-enabled')
      return enrolment
    },

    /** Enables the factor, revokes all tokens of the user, and returns the recovery codes. */
    async confirm(operator: Operator, code: string): Promise<readonly string[]> {
      const { userId } = operator
      const { recoveryCodes } = await operations.run(operator, async (operation) => {
        await lockCredentials(operation, userId)
        const outcome = await secondFactors.confirmEnrolment(operation.transaction, userId, code)
        if (outcome === 'not-started') throw new Refusal('second-factor-not-started')
        if (outcome === 'code-wrong') throw new Refusal('second-factor-wrong')
        await endTokens(operation, userId)
        await noteUser(operation, 'user.second-factor-enable', operator)
        return outcome
      })
      return recoveryCodes
    },

    /** Throws unless the code is right, if the user has a second factor. Required before a passkey, which needs no code, is added. */
    async requireCodeIfEnabled(operator: Operator, code: string): Promise<void> {
      if (await secondFactors.isEnabled(operator.userId)) await requireCode(operator, code)
    },

    /** Replaces the recovery codes. */
    async renewRecoveryCodes(operator: Operator, code: string): Promise<readonly string[]> {
      const { userId } = operator
      await requireCode(operator, code)
      const { recoveryCodes } = await operations.run(operator, async (operation) => {
        const codes = await secondFactors.renewRecoveryCodes(operation.transaction, userId)
        if (!codes) throw new Refusal('second-factor-missing')
        await noteUser(operation, 'user.recovery-codes', operator)
        return { recoveryCodes: codes }
      })
      return recoveryCodes
    },

    /** Removes the factor and revokes all tokens of the user. */
    async remove(operator: Operator, code: string): Promise<void> {
      const { userId } = operator
      await requireCode(operator, code)
      await operations.run(operator, async (operation) => {
        await removeSecondFactor(operation, userId)
        await noteUser(operation, 'user.second-factor-remove', operator)
        return {}
      })
    },
  }
}
