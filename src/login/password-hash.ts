import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import { argon2Decoy, decoyOf } from './hash-kind.ts'
import { createTurns, type TurnsOptions } from './turns.ts'

/** argon2id as OWASP recommends it; about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Further input would be ignored by bcrypt, and two different passwords would be taken for the same. */
const BCRYPT_MAX_BYTES = 72

/** Verified for users that do not exist, so that they take as long as those that do. It is the hash of nothing. */
export const DECOY_HASH = argon2Decoy(CURRENT)

export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Never throws for a bad hash: what can't be read matches nothing. */
  matches(password: string, hash: string): Promise<boolean>
  /**
   * The same, and takes equally long for a hash of today's, for one of the kinds that these decoys stand for, and for
   * none: every kind is verified once, with a decoy where the hash is of another.
   */
  matchesAlike(password: string, hash: string | undefined, decoys: readonly string[]): Promise<boolean>
  /** Whether the hash is one of today's making; others are made anew at the next login. */
  isCurrent(hash: string): boolean
}

/** Hashes use the process's few background threads, which others need too: only so many are computed at once. */
export function createPasswordHashes(options: TurnsOptions): PasswordHashes {
  const inTurn = createTurns(options)
  return {
    hash: (password) => inTurn(() => argon2Hash(password, COST)),
    matches: (password, hash) => inTurn(() => matches(password, hash)),
    matchesAlike: (password, hash, decoys) => inTurn(() => matchesAlike(password, hash, decoys)),
    isCurrent: (hash) => hash.startsWith(CURRENT),
  }
}

async function matchesAlike(
  password: string,
  hash: string | undefined,
  decoys: readonly string[],
): Promise<boolean> {
  // A hash of no kind that we know is a kind of its own.
  const own = hash === undefined ? DECOY_HASH : (decoyOf(hash) ?? hash)
  const kinds = new Set([DECOY_HASH, ...decoys, own])
  let found = false
  for (const kind of kinds) {
    if (hash !== undefined && kind === own) found = await matches(password, hash)
    else await matches(password, kind)
  }
  return found
}

async function matches(password: string, hash: string): Promise<boolean> {
  try {
    if (hash.startsWith('$argon2')) return await argon2Verify(hash, password)
    const isExact = isExactForBcrypt(password)
    // Takes its time all the same, or the answer would tell that there is such a user.
    return (await bcryptVerify(isExact ? password : '', hash)) && isExact
  } catch {
    return false
  }
}

function isExactForBcrypt(password: string): boolean {
  return !password.includes('\0') && Buffer.byteLength(password) <= BCRYPT_MAX_BYTES
}
