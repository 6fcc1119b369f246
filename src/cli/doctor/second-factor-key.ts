import { createEncryptionKey } from '../../authentication/second-factor/encryption-key.ts'
import { keyFingerprintOf } from '../../authentication/second-factor/secret-cipher.ts'
import { type Finding, ok, problem, problemOfMessage, warning } from './finding.ts'
import { textOf } from './run-check.ts'

/** How many secrets are compared with the key. */
export const MAX_SECRETS = 10_000

export const ACCEPTED_KEY_UNUSED = warning(
  'login.secondFactor.acceptedEncryptionKey is set, and no second factor is encrypted with it',
  'Remove the setting, unless you are about to make it the new login.secondFactor.encryptionKey.',
)

export interface SecondFactorKeyOptions {
  /** The setting; empty for the file in the data folder. */
  readonly configured: string
  /** The key that only decrypts; empty for none. */
  readonly accepted: string
  readonly dataDir: string
  /** Encrypted. */
  readonly secrets: readonly string[]
}

/** Checks that this node has the key of all second factors. Returns nothing if there are none. */
export function checkSecondFactorKey({
  configured,
  accepted,
  dataDir,
  secrets,
}: SecondFactorKeyOptions): readonly Finding[] {
  if (secrets.length === 0) return []
  try {
    const key = createEncryptionKey({ configured, accepted, dataDir, strongRequired: false }).existing()
    const ofOtherKeys = secrets.map(keyFingerprintOf).filter((fingerprint) => fingerprint !== key.fingerprint)
    const others = ofOtherKeys.filter((fingerprint) => fingerprint !== key.acceptedFingerprint)
    if (ofOtherKeys.length === 0) {
      const found = ok(`the key ${key.fingerprint} decrypts the second factors of all users; back it up`)
      const isRotated = key.acceptedFingerprint !== undefined && secrets.length < MAX_SECRETS
      return isRotated ? [found, ACCEPTED_KEY_UNUSED] : [found]
    }
    if (others.length === 0) {
      return [
        warning(
          `${ofOtherKeys.length} of ${secrets.length} second factors are encrypted with login.secondFactor.acceptedEncryptionKey`,
          'Give all nodes both keys, then run: castellan key rotate-second-factor',
        ),
      ]
    }
    return [
      problem(
        `${others.length} of ${secrets.length} second factors were encrypted with other keys (${[...new Set(others)].slice(0, 5).join(', ')}), and this node has the key ${key.fingerprint}`,
        'Restore login.secondFactor.encryptionKey, the same on all nodes, or reset the second factors: castellan user reset-second-factor NAME',
      ),
    ]
  } catch (error) {
    return [problemOfMessage(textOf(error))]
  }
}
