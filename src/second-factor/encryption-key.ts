import { join } from 'node:path'
import { readOrCreateSecret, readSecretIfPresent } from '../token/generated-secret.ts'
import { createSecretCipher, type SecretCipher } from './secret-cipher.ts'

/** Returns the file of the generated encryption key. */
export function encryptionKeyFileOf(dataDir: string): string {
  return join(dataDir, 'second-factor.key')
}

export interface EncryptionKey {
  /** Returns the cipher for stored secrets. Throws if there is no key. */
  existing(): SecretCipher
  /** Returns the cipher for a new secret. Generates the key if it is the first one in the database. */
  forNewSecret(isFirst: () => Promise<boolean>): Promise<SecretCipher>
}

export interface EncryptionKeyOptions {
  /** The setting; empty for the file in the data folder. */
  readonly configured: string
  readonly dataDir: string
  readonly strongRequired: boolean
}

/** Creates the access to the encryption key, which is read when it is needed for the first time. */
export function createEncryptionKey(options: EncryptionKeyOptions): EncryptionKey {
  const { configured, dataDir, strongRequired } = options
  const file = encryptionKeyFileOf(dataDir)
  let cipher: SecretCipher | undefined

  function find(): SecretCipher | undefined {
    if (cipher) return cipher
    const key = configured === '' ? readSecretIfPresent(file, strongRequired) : configured
    cipher = key === undefined ? undefined : createSecretCipher(key)
    return cipher
  }

  return {
    existing() {
      const found = find()
      if (!found) throw missing(file)
      return found
    },

    async forNewSecret(isFirst) {
      const found = find()
      if (found) return found
      // A second key would make the factors that exist unreadable for this node, and the new ones for the others.
      if (!(await isFirst())) throw missing(file)
      cipher = createSecretCipher(readOrCreateSecret(file, strongRequired))
      return cipher
    },
  }
}

function missing(file: string): Error {
  return new Error(
    `the database has second factors, but ${file} does not exist: restore it from a backup, copy it from another node, or set login.secondFactor.encryptionKey`,
  )
}
