import { createEncryptionKey } from '../second-factor/encryption-key.ts'
import { keyFingerprintOf } from '../second-factor/secret-cipher.ts'
import { type Finding, ok, problem, problemOfMessage } from './finding.ts'
import { textOf } from './run-check.ts'

/** How many secrets are compared with the key. */
export const MAX_SECRETS = 10_000

export interface SecondFactorKeyOptions {
  /** The setting; empty for the file in the data folder. */
  readonly configured: string
  readonly dataDir: string
  /** Encrypted. */
  readonly secrets: readonly string[]
}

/** Checks that this node has the key of all second factors. Returns nothing if there are none. */
export function checkSecondFactorKey({
  configured,
  dataDir,
  secrets,
}: SecondFactorKeyOptions): readonly Finding[] {
  if (secrets.length === 0) return []
  try {
    const key = createEncryptionKey({ configured, dataDir, strongRequired: false }).existing()
    const others = secrets.map(keyFingerprintOf).filter((fingerprint) => fingerprint !== key.fingerprint)
    if (others.length === 0) {
      return [ok(`the key ${key.fingerprint} decrypts the second factors of all users; back it up`)]
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
