import {
  type KeySettings,
  type ListedKey,
  openKeyAdministration,
} from '../../../core/token/keys/key-administration.ts'
import { type Finding, ok, problem, problemOfMessage, warning } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import { createEncryptionKey } from '../../login/second-factor/encryption-key.ts'
import { keyFingerprintOf } from '../../login/second-factor/secret-cipher.ts'

/** Checks the folder of the keys: every file can be used, and a key signs now. */
export async function checkKeys(settings: KeySettings, now: () => number): Promise<readonly Finding[]> {
  const { algorithm, keys: named } = settings.jwt
  const { folder, keys } = openKeyAdministration(settings, { mustExist: named !== '', now })
  const { problems } = await folder.read()
  if (problems.length > 0) {
    return problems.map(({ message }) => problemOfMessage(message, 'Replace or remove the file.'))
  }
  const list = await keys.list()
  const signing = list.find(({ state }) => state === 'signing')
  if (signing !== undefined) return [signingFinding(signing, list, algorithm)]
  if (named === '' && list.length === 0) return [ok(`the first start generates a key for ${algorithm}`)]
  return [
    problem(
      `${folder.path} contains no key that signs now: nobody can log in`,
      'Restore the keys, or run: castellan key rotate --lead 0',
    ),
  ]
}

function signingFinding(signing: ListedKey, list: readonly ListedKey[], algorithm: string): Finding {
  if (signing.kid === null) return ok('jwt.secret signs tokens (HS256)')
  const usable = list.filter(({ state }) => state === 'signing' || state === 'accepted')
  const hasAlgorithm = usable.some((key) => (key.algorithm ?? 'HS256') === algorithm)
  if (!hasAlgorithm) {
    return warning(
      `jwt.algorithm is ${algorithm}, but the key that signs is ${signing.kid} (${signing.algorithm})`,
      `Run "castellan key rotate --algorithm ${algorithm}", or set jwt.algorithm to ${signing.algorithm}.`,
    )
  }
  return ok(`key ${signing.kid} (${signing.algorithm}) signs tokens; ${usable.length} accepted in total`)
}

/** How many secrets are compared with the key. */
export const MAX_SECRETS = 10_000

export const ACCEPTED_KEY_UNUSED = warning(
  'login.secondFactor.acceptedEncryptionKey is set, and no second factor is encrypted with it',
  'Remove the setting, unless you are about to make it the new login.secondFactor.encryptionKey.',
)

interface EncryptionSettings {
  readonly encryptionKey: string
  readonly acceptedEncryptionKey: string
}

/** Checks that this node has the key of all second factors, whose secrets are encrypted. Returns nothing if there are none. */
export function checkSecondFactorKey(
  { encryptionKey: configured, acceptedEncryptionKey: accepted }: EncryptionSettings,
  dataDir: string,
  secrets: readonly string[],
): readonly Finding[] {
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
    return [problemOfMessage(textOfError(error))]
  }
}
