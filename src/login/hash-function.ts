import { hash as argon2Hash, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** The parameters that OWASP recommends for argon2id: about 20 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

const BCRYPT = /^\$2[aby]\$(?<cost>0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/
const ARGON2 =
  /^(?<prefix>\$argon2id\$v=19\$m=(?<memory>[1-9]\d{0,6}),t=[1-9]\d?,p=[1-9]\d?\$)[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/
const MAX_MEMORY_COST = 1024 * 1024
/** bcrypt ignores further bytes, so different passwords would match the same hash. */
const BCRYPT_MAX_BYTES = 72

/** Verified for users that do not exist, so that their logins take as long as others. It is not the hash of any password. */
export const DECOY_HASH = argon2Decoy(CURRENT_PREFIX)

/** Returns the argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password, COST)
}

/** Returns whether the password matches the hash. A text that is not a hash matches nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  try {
    if (hash.startsWith('$argon2')) return await verifyArgon2(hash, password)
    const isExact = !password.includes('\0') && Buffer.byteLength(password) <= BCRYPT_MAX_BYTES
    // Computed in any case: otherwise the time would reveal that the user exists.
    const matches = await verifyBcrypt(isExact ? password : '', hash)
    return matches && isExact
  } catch {
    return false
  }
}

/** Returns whether the hash has the current parameters. Others are replaced at the next login. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(CURRENT_PREFIX)
}

/** Returns whether a text is a hash that can be verified within about a second: some hashes require gigabytes. */
export function isPasswordHash(text: string): boolean {
  return decoyOf(text) !== undefined
}

/**
 * Returns a hash that matches no password and takes as long to verify as the given one; undefined if the text is not a hash.
 * All hashes with the same algorithm and parameters have the same decoy, so it also identifies the kind of a hash.
 */
export function decoyOf(hash: string): string | undefined {
  const cost = BCRYPT.exec(hash)?.groups?.cost
  if (cost !== undefined) return `$2b$${cost}$${'.'.repeat(53)}`
  const { prefix, memory } = ARGON2.exec(hash)?.groups ?? {}
  return prefix === undefined || Number(memory) > MAX_MEMORY_COST ? undefined : argon2Decoy(prefix)
}

function argon2Decoy(prefix: string): string {
  return `${prefix}${'c2VlIHRoZSBjb21tZW50'}$${'A'.repeat(43)}`
}
