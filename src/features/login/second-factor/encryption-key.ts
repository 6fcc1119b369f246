import { join } from 'node:path'
import { readOrCreateSecret, readSecretIfPresent } from '../../../core/token/keys/generated-secret.ts'
import { problemOfSecret } from '../../../platform/settings/secret.ts'
import { createSecretCipher, type SecretCipher } from './secret-cipher.ts'

/** Returns the file of the generated encryption key. */
export function encryptionKeyFileOf(dataDir: string): string {
  return join(dataDir, 'second-factor.key')
}

export type EncryptionKey = ReturnType<typeof createEncryptionKey>

interface EncryptionKeyOptions {
  /** The setting; empty for the file in the data folder. */
  readonly configured: string
  /** The key that only decrypts; empty for none. */
  readonly accepted: string
  readonly dataDir: string
  readonly strongRequired: boolean
}

/** Creates the access to the encryption key, which is read when it is needed for the first time. */
export function createEncryptionKey(options: EncryptionKeyOptions) {
  const { configured, accepted, dataDir, strongRequired } = options
  const file = encryptionKeyFileOf(dataDir)
  const cipherOf = (key: string) => createSecretCipher(key, accepted === '' ? undefined : accepted)
  let cipher: SecretCipher | undefined

  function find(): SecretCipher | undefined {
    if (cipher) return cipher
    const key = configured === '' ? readSecretIfPresent(file, strongRequired) : checked(configured)
    cipher = key === undefined ? undefined : cipherOf(key)
    return cipher
  }

  /** Commands load the settings without the checks of the start. */
  function checked(key: string): string {
    const problem = strongRequired ? problemOfSecret(key) : undefined
    if (problem !== undefined) throw new Error(`login.secondFactor.encryptionKey ${problem}`)
    return key
  }

  return {
    /** Returns the cipher for stored secrets. Throws if there is no key. */
    existing(): SecretCipher {
      const found = find()
      if (!found) throw missing(file)
      return found
    },

    /** Returns the cipher for a new secret. Generates the key if it is the first one in the database. */
    async forNewSecret(isFirst: () => Promise<boolean>): Promise<SecretCipher> {
      const found = find()
      if (found) return found
      // A second key would make the factors that exist unreadable for this node, and the new ones for the others.
      if (!(await isFirst())) throw missing(file)
      cipher = cipherOf(readOrCreateSecret(file, strongRequired))
      return cipher
    },
  }
}

function missing(file: string): Error {
  return new Error(
    `the key of the second factors is missing, because ${file} does not exist: restore it from a backup, copy it from another node, or set login.secondFactor.encryptionKey`,
  )
}
