import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../../../platform/text/derived-key.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FINGERPRINT_BYTES = 6
const FORMAT = 'v1'

/** Encrypts the secrets of second factors, so that a copy of the database does not contain them. */
export type SecretCipher = ReturnType<typeof createSecretCipher>

/**
 * Creates the cipher of an encryption key. Texts of the accepted key are decrypted too, while one key replaces another.
 *
 * @example
 * const cipher = createSecretCipher(key)
 * cipher.decrypt(7, cipher.encrypt(7, 'JBSWY3DPEHPK3PXP')) // 'JBSWY3DPEHPK3PXP'
 */
export function createSecretCipher(encryptionKey: string, acceptedKey?: string) {
  const { key, fingerprint } = deriveKeys(encryptionKey)
  const accepted = acceptedKey === undefined ? undefined : deriveKeys(acceptedKey)
  const keys = new Map([[fingerprint, key]])
  if (accepted) keys.set(accepted.fingerprint, accepted.key)
  const prefix = `${FORMAT}.${fingerprint}.`
  // A row that is copied to another user in the database must not give that user this factor.
  const contextOf = (userId: number) => Buffer.from(`${FORMAT}:${userId}`)

  return {
    /** Identifies the key that encrypts without revealing it. Every ciphertext contains it. */
    fingerprint,
    /** The fingerprint of the key that only decrypts; undefined without one. */
    acceptedFingerprint: accepted?.fingerprint,
    /** The beginning of every ciphertext of the key that encrypts. */
    prefix,

    encrypt(userId: number, secret: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(contextOf(userId))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${prefix}${nonce.toString('base64url')}.${encrypted.toString('base64url')}`
    },

    /** Throws if the text was encrypted with neither key or for another user, or was changed. */
    decrypt(userId: number, ciphertext: string): string {
      const [format, usedKey = '', nonce = '', encrypted = ''] = ciphertext.split('.')
      if (format !== FORMAT) throw new Error(`the second factor of user ${userId} has an unknown format`)
      const decryptionKey = keys.get(usedKey)
      if (!decryptionKey) throw wrongKey(usedKey, [...keys.keys()])
      const bytes = Buffer.from(encrypted, 'base64url')
      try {
        const decipher = createDecipheriv(ALGORITHM, decryptionKey, Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(contextOf(userId))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const secret = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(secret).toString('utf8')
      } catch (error) {
        throw new Error(`the second factor of user ${userId} was changed in the database: reset it`, {
          cause: error,
        })
      }
    },
  }
}

/** Returns the fingerprint of the key with which a text was encrypted. */
export function keyFingerprintOf(ciphertext: string): string {
  return ciphertext.split('.')[1] ?? ''
}

function deriveKeys(encryptionKey: string): { readonly key: Buffer; readonly fingerprint: string } {
  const derive = (purpose: string, bytes: number) =>
    deriveKey(encryptionKey, `second factor ${purpose}`, bytes)
  return {
    key: derive('encryption', KEY_BYTES),
    fingerprint: derive('fingerprint', FINGERPRINT_BYTES).toString('hex'),
  }
}

function wrongKey(used: string, present: readonly string[]): Error {
  return new Error(
    `the second factor was encrypted with the key ${used}, but this node has the key ${present.join(' and ')}: ` +
      'give all nodes the same login.secondFactor.encryptionKey',
  )
}
