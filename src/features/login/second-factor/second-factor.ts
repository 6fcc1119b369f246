import type { User } from '../../../core/user/user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { objectSchema, type TypeOf, text } from '../../../platform/http/endpoint/response-schemas.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { EncryptionKey } from './encryption-key.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { createSecondFactorStore } from './second-factor.store.ts'
import { createTotpSecret, isTotpCode, stepOfCode, totpUri } from './totp.ts'

/** An enrolment must be confirmed within this time: the secret may have been seen by others since. */
export const ENROLMENT_LIFETIME_MS = 15 * MINUTE_IN_MS

/** The role key that stands for all roles. */
const ALL_ROLES = '*'

export const enrolmentSchema = objectSchema('SecondFactorEnrolment', {
  secret: { ...text, description: 'In base32, for an authenticator app without a camera.' },
  uri: { ...text, description: 'The `otpauth:` address for a QR code.' },
})

/** What a user types or scans into an authenticator app. */
export type Enrolment = TypeOf<typeof enrolmentSchema>

export type SecondFactors = ReturnType<typeof createSecondFactors>

type ConfirmedEnrolment = { readonly recoveryCodes: readonly string[] } | 'not-started' | 'code-wrong'

interface SecondFactorOptions {
  readonly database: Database
  readonly encryptionKey: EncryptionKey
  /** The roles whose users need a second factor; `*` for all. */
  readonly requiredRoles: readonly string[]
  /** The name that authenticator apps show. */
  readonly issuer: string
  readonly now: () => number
}

/** Returns whether users with a role need a second factor. */
export function requiresSecondFactor(requiredRoles: readonly string[], roleKey: string): boolean {
  return requiredRoles.includes(ALL_ROLES) || requiredRoles.includes(roleKey)
}

/** Creates the set-up, the verification and the removal of second factors. See docs/decisions/0043-second-factor.md. */
export function createSecondFactors(options: SecondFactorOptions) {
  const { database, encryptionKey, requiredRoles, issuer, now } = options
  const stored = createSecondFactorStore(database)
  const isRequired = (roleKey: string) => requiresSecondFactor(requiredRoles, roleKey)

  async function stepOf(userId: number, secret: string, code: string): Promise<number | undefined> {
    return stepOfCode({ secret: encryptionKey.existing().decrypt(userId, secret), code, now: now() })
  }

  async function consumeTotpCode(userId: number, code: string): Promise<boolean> {
    const factor = await stored.find(userId)
    if (!factor || factor.confirmedAt === 0) return false
    const step = await stepOf(userId, factor.secret, code)
    if (step === undefined) return false
    if (await stored.consumeStep(userId, factor.secret, step)) return true
    // The secret may have been encrypted with a new key since it was read: then the code is checked again.
    const isUnchanged = (await stored.find(userId))?.secret === factor.secret
    return isUnchanged ? false : consumeTotpCode(userId, code)
  }

  return {
    isRequired,

    async isEnabled(userId: number): Promise<boolean> {
      const factor = await stored.find(userId)
      return factor !== undefined && factor.confirmedAt > 0
    },

    /** Returns what a user and an operator see of a second factor. */
    async stateOf({ userId, roleKey }: { readonly userId: number; readonly roleKey: string }) {
      const factor = await stored.find(userId)
      const enabled = factor !== undefined && factor.confirmedAt > 0
      return {
        enabled,
        enabledAt: enabled ? new Date(factor.confirmedAt).toISOString() : null,
        recoveryCodesLeft: enabled ? await stored.countRecoveryCodes(userId) : 0,
        required: isRequired(roleKey),
      }
    },

    /** Uses up a code of the authenticator app or a recovery code. Returns whether it was right and was not used before. */
    async consumeCode(userId: number, text: string): Promise<boolean> {
      const code = text.replaceAll(/\s/g, '')
      if (!isTotpCode(code)) {
        const hash = hashRecoveryCode(userId, text)
        return hash !== undefined && stored.consumeRecoveryCode(userId, hash, now())
      }
      return consumeTotpCode(userId, code)
    },

    /** Returns a new secret, and stores it until it is confirmed. Returns undefined if a factor is enabled. */
    async beginEnrolment(user: Pick<User, 'userId' | 'username'>): Promise<Enrolment | undefined> {
      const { userId, username } = user
      const cipher = await encryptionKey.forNewSecret(async () => (await stored.someSecrets(1)).length === 0)
      const secret = await createTotpSecret()
      const isStored = await stored.begin(userId, cipher.encrypt(userId, secret), now())
      return isStored ? { secret, uri: await totpUri({ secret, issuer, username }) } : undefined
    },

    /** Enables the factor if the code is right. Returns the recovery codes. */
    async confirmEnrolment(transaction: Database, userId: number, text: string): Promise<ConfirmedEnrolment> {
      const store = createSecondFactorStore(transaction)
      const factor = await store.find(userId)
      const isOpen = factor && factor.confirmedAt === 0 && now() - factor.createdAt <= ENROLMENT_LIFETIME_MS
      if (!isOpen) return 'not-started'
      const step = await stepOf(userId, factor.secret, text.replaceAll(/\s/g, ''))
      if (step === undefined) return 'code-wrong'
      if (!(await store.confirm(userId, factor.secret, step, now()))) return 'not-started'
      return { recoveryCodes: await replaceRecoveryCodes(transaction, userId) }
    },

    /** Replaces the recovery codes. Returns undefined if no factor is enabled. */
    async renewRecoveryCodes(transaction: Database, userId: number): Promise<readonly string[] | undefined> {
      const factor = await createSecondFactorStore(transaction).find(userId)
      if (!factor || factor.confirmedAt === 0) return undefined
      return replaceRecoveryCodes(transaction, userId)
    },
  }
}

async function replaceRecoveryCodes(database: Database, userId: number): Promise<readonly string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? [])
  await createSecondFactorStore(database).replaceRecoveryCodes(userId, hashes)
  return codes
}
