import { createHash, randomInt } from 'node:crypto'

const RECOVERY_CODE_COUNT = 10
const CHARACTERS = 16
const GROUP_LENGTH = 4

/** Without letters that are easily confused with digits or with each other (Crockford's base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`)

/**
 * Returns new recovery codes. Each has 80 random bits, so that a fast hash is enough to store it.
 *
 * @example
 * createRecoveryCodes() // ['7K2M-Q9XA-0ZRT-HC4E', …]
 */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const text = Array.from({ length: CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
      '',
    )
    return text.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? text
  })
}

/** Returns the hash of a recovery code, however it was typed, or undefined if the text is not a recovery code. */
export function hashRecoveryCode(userId: number, text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return CODE.test(code) ? createHash('sha256').update(`${userId}:${code}`).digest('base64url') : undefined
}
