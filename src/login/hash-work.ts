import { hashSync, verifySync as verifyArgon2 } from '@node-rs/argon2'
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt'
import { COST } from './hash-kind.ts'

/** One password, to be hashed, or to be verified against each of these hashes in their order. */
export interface HashWork {
  readonly password: string
  readonly hashes?: readonly string[]
}

/** The hash, or for each of the given ones whether it matches. */
export type HashResult = string | readonly boolean[]

/** Further input would be ignored by bcrypt, and two different passwords would be taken for the same. */
const BCRYPT_MAX_BYTES = 72

/** Keeps its thread busy for as long as it takes: for a thread that does nothing else. */
export function resultOf({ password, hashes }: HashWork): HashResult {
  return hashes?.map((hash) => matches(password, hash)) ?? hashSync(password, COST)
}

function matches(password: string, hash: string): boolean {
  try {
    if (hash.startsWith('$argon2')) return verifyArgon2(hash, password)
    const isExact = isExactForBcrypt(password)
    // Takes its time all the same, or the answer would tell that there is such a user.
    return verifyBcrypt(isExact ? password : '', hash) && isExact
  } catch {
    return false
  }
}

function isExactForBcrypt(password: string): boolean {
  return !password.includes('\0') && Buffer.byteLength(password) <= BCRYPT_MAX_BYTES
}
