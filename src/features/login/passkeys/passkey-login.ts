import type { LoginMethod, VerifiedLogin } from '../../../core/login/login-method.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import { fieldOf } from '../../../core/login/unvalidated-field.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { PasskeyStore } from './passkey.store.ts'
import { readAssertion } from './passkey-credential.ts'
import { CHALLENGE_LIFETIME_SECONDS, createChallenge, type WebAuthn } from './webauthn.ts'

/** A login with a valid signature whose counter did not increase: the authenticator may have been copied. */
export interface CounterRegression {
  readonly username: string
  readonly userId: number
  readonly passkeyId: number
  readonly passkey: string
  readonly address: string
}

export type PasskeyLogin = ReturnType<typeof createPasskeyLogin>

interface PasskeyLoginOptions {
  readonly webAuthn: WebAuthn
  readonly passkeys: Pick<PasskeyStore, 'findByCredential' | 'recordUse'>
  readonly accounts: Pick<AccountStore, 'find'>
  readonly pendingLogins: PendingLogins
  /** Called with the user of a passkey whose assertion is wrong, or 0 if there is none, so that both take the same time. */
  readonly onWrongAssertion: (userId: number) => Promise<void>
  readonly onCounterRegression: (regression: CounterRegression) => Promise<void>
  readonly now: () => number
}

/** Verified for unknown passkeys, so that their logins take as long as others. It is the generator of the curve P-256. */
const DECOY_PUBLIC_KEY =
  'pQECAyYgASFYIGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'

/**
 * Creates the login with a passkey, which needs no username: the authenticator lists the passkeys of the site.
 * See docs/decisions/0044-passkeys.md.
 */
export function createPasskeyLogin(options: PasskeyLoginOptions) {
  const { webAuthn, passkeys, accounts, pendingLogins, onWrongAssertion, onCounterRegression, now } = options

  const method: LoginMethod = {
    name: 'passkey',
    hasCaptcha: false,

    async begin({ uuid, body }, { address }) {
      const pending = await pendingLogins.take('passkey-login', uuid)
      const assertion = readAssertion(fieldOf(body, 'credential'))
      // Without a challenge nobody is looked up and the throttle counts nothing: the captcha, which was checked before it was
      // issued, protects accounts and networks from being throttled by others.
      if (typeof pending?.challengeHash !== 'string') throw new Refusal('credentials-wrong')
      if (!assertion) return UNKNOWN
      const { challengeHash } = pending
      const passkey = await passkeys.findByCredential(assertion.id)
      const stored = passkey && (await accounts.find(passkey.userId))

      const verifiedLogin = async (): Promise<VerifiedLogin | undefined> => {
        const publicKey = passkey?.publicKey ?? DECOY_PUBLIC_KEY
        const verified = await webAuthn.verifyLogin(assertion, challengeHash, publicKey)
        if (!verified || !passkey || !stored) return undefined
        if (assertion.userHandle !== passkey.userHandle || !stored.enabled) return undefined
        const recorded = await passkeys.recordUse(passkey.id, { ...verified, at: now() })
        if (recorded === 'counter-regressed') {
          const { id: passkeyId, name, userId } = passkey
          const { username } = stored
          await onCounterRegression({ username, userId, passkeyId, passkey: name, address })
        }
        if (recorded !== 'recorded') return undefined
        const { passwordHash: _passwordHash, enabled: _enabled, ...account } = stored
        return { account, hasSecondFactor: true }
      }

      return {
        username: stored?.username ?? '',
        async verify() {
          const login = await verifiedLogin()
          if (!login) await onWrongAssertion(stored?.userId ?? 0)
          return login
        },
      }
    },
  }

  return {
    /** Starts a login. The options are passed to `navigator.credentials.get`. */
    async start() {
      const { challenge, challengeHash } = createChallenge()
      const uuid = await pendingLogins.create('passkey-login', { challengeHash }, CHALLENGE_LIFETIME_SECONDS)
      return { uuid, options: await webAuthn.loginOptions(challenge) }
    },

    method,
  }
}

const UNKNOWN = { username: '', verify: async () => undefined }
