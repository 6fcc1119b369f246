import { hash as argon2Hash, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { HASH_COST } from './hash-cost.ts'

const CURRENT_PREFIX = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$`

// The last character of an encoding stands for fewer bits. The libraries refuse one that has others, at once: the time of a
// login would reveal that the user exists.
const BCRYPT =
  /^\$2[aby]\$(?<cost>0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/
const BASE64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048])?'
const ARGON2 = new RegExp(
  `^(?<prefix>\\$argon2id\\$v=19\\$m=(?<memory>[1-9]\\d{0,9}),t=(?<passes>[1-9]\\d{0,9}),p=(?<lanes>[1-9]\\d{0,7})\\$)(?=[^$]{11,86}\\$[^$]{16,86}$)${BASE64}\\$${BASE64}$`,
)
/** What supported hashes begin with. */
export const HASH_BEGINNINGS = ['$2a$', '$2b$', '$2y$', '$argon2id$v=19$'] as const
const PREFIX = /^(?:\$2[aby]\$\d\d|\$argon2id\$v=19\$[^$]*)\$/
/** In KiB, required by argon2. */
const MIN_ARGON2_MEMORY_PER_LANE = 8

/**
 * The limit of every hash that is imported or verified. Each kind of stored hash makes all logins more expensive, so the limit
 * allows the defaults of common systems and little more: about half a second on one core, and 256 MiB.
 * See docs/decisions/0047-cost-of-stored-hashes.md.
 */
const MAX_BCRYPT_COST = 13
/** Memory in KiB × passes, which is the work of a hash: lanes share the memory and add none. */
const MAX_ARGON2_WORK = 262_144
const MAX_ARGON2_LANES = 16

export const HASH_LIMIT = {
  en: `bcrypt with a cost of at most ${MAX_BCRYPT_COST}, or argon2id with m × t of at most ${MAX_ARGON2_WORK} and p of at most ${MAX_ARGON2_LANES}`,
  zh: `bcrypt 的 cost 不超过 ${MAX_BCRYPT_COST}，或 argon2id 的 m × t 不超过 ${MAX_ARGON2_WORK} 且 p 不超过 ${MAX_ARGON2_LANES}`,
} as const

/** bcrypt ignores further bytes, so different passwords would match the same hash. */
const BCRYPT_MAX_BYTES = 72

/** Verified for users that do not exist, so that their logins take as long as others. It is not the hash of any password. */
export const DECOY_HASH = argon2Decoy(CURRENT_PREFIX)

/** Returns the argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password, HASH_COST)
}

/** Returns whether the password matches the hash. A text that is not a hash, and a hash above the limit, match nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!isPasswordHash(hash)) return false
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

/** Computes a hash with the smallest cost, to find out whether hashes are computed at all. */
export async function checkHashing(): Promise<void> {
  await argon2Hash('', { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

/** Returns whether the hash has the current parameters. Others are replaced at the next login. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(CURRENT_PREFIX)
}

/** Returns whether a text is a hash within the limit: others could take minutes to verify, or gigabytes of memory. */
export function isPasswordHash(text: string): boolean {
  return decoyOf(text) !== undefined
}

/** Returns whether a text is a hash above the limit. */
export function isTooExpensive(text: string): boolean {
  return parse(text)?.isWithinLimit === false
}

/**
 * Returns a hash that matches no password and takes as long to verify as the given one; undefined if the text is not a hash
 * within the limit. All hashes with the same algorithm and parameters have the same decoy, so it also identifies the kind of
 * a hash.
 */
export function decoyOf(hash: string): string | undefined {
  const parsed = parse(hash)
  return parsed?.isWithinLimit ? parsed.decoy : undefined
}

/**
 * Returns what hashes with the same algorithm and parameters begin with, and their decoy; undefined if the text does not begin
 * like a supported hash within the limit.
 */
export function kindOf(text: string): { readonly prefix: string; readonly decoy: string } | undefined {
  const prefix = PREFIX.exec(text)?.[0]
  if (prefix === undefined) return undefined
  const decoy = decoyOf(prefix.startsWith('$2') ? bcryptDecoy(prefix) : argon2Decoy(prefix))
  return decoy === undefined ? undefined : { prefix, decoy }
}

function parse(hash: string): { readonly decoy: string; readonly isWithinLimit: boolean } | undefined {
  const cost = BCRYPT.exec(hash)?.groups?.cost
  if (cost !== undefined) {
    return { decoy: bcryptDecoy(`$2b$${cost}$`), isWithinLimit: Number(cost) <= MAX_BCRYPT_COST }
  }
  const { prefix, memory, passes, lanes } = ARGON2.exec(hash)?.groups ?? {}
  if (prefix === undefined || Number(memory) < MIN_ARGON2_MEMORY_PER_LANE * Number(lanes)) return undefined
  const work = Number(memory) * Number(passes)
  const isWithinLimit = work <= MAX_ARGON2_WORK && Number(lanes) <= MAX_ARGON2_LANES
  return { decoy: argon2Decoy(prefix), isWithinLimit }
}

function bcryptDecoy(prefix: string): string {
  return `${prefix}${'.'.repeat(53)}`
}

function argon2Decoy(prefix: string): string {
  return `${prefix}${'c2VlIHRoZSBjb21tZW50'}$${'A'.repeat(43)}`
}
