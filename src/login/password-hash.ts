import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import { createTurns, type TurnsOptions } from './turns.ts'

/** argon2id as OWASP recommends it; about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Further input would be ignored by bcrypt, and two different passwords would be taken for the same. */
const BCRYPT_MAX_BYTES = 72

/** Verified for users that do not exist, so that they take as long as those that do. It is the hash of nothing. */
export const DECOY_HASH = `${CURRENT}${'c2VlIHRoZSBjb21tZW50'}$${'A'.repeat(43)}`

const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/
const ARGON2 =
  /^\$argon2id\$v=19\$m=(?<memory>[1-9]\d{0,6}),t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/
const MAX_MEMORY_COST = 1024 * 1024

/** Whether a text is a hash that can be verified, and for no more than a second or so: some ask for gigabytes. */
export function isPasswordHash(text: string): boolean {
  if (BCRYPT.test(text)) return true
  const memory = ARGON2.exec(text)?.groups?.memory
  return memory !== undefined && Number(memory) <= MAX_MEMORY_COST
}

export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Never throws for a bad hash: what can't be read matches nothing. */
  matches(password: string, hash: string): Promise<boolean>
  /** Whether the hash is one of today's making; others are made anew at the next login. */
  isCurrent(hash: string): boolean
}

/** Hashes use the process's few background threads, which others need too: only so many are computed at once. */
export function createPasswordHashes(options: TurnsOptions): PasswordHashes {
  const inTurn = createTurns(options)
  return {
    hash: (password) => inTurn(() => argon2Hash(password, COST)),
    matches: (password, hash) => inTurn(() => matches(password, hash)),
    isCurrent: (hash) => hash.startsWith(CURRENT),
  }
}

async function matches(password: string, hash: string): Promise<boolean> {
  try {
    if (hash.startsWith('$argon2')) return await argon2Verify(hash, password)
    if (!isExactForBcrypt(password)) {
      // Takes its time all the same, or the answer would tell that there is such a user.
      await argon2Verify(DECOY_HASH, password)
      return false
    }
    return await bcryptVerify(password, hash)
  } catch {
    return false
  }
}

function isExactForBcrypt(password: string): boolean {
  return !password.includes('\0') && Buffer.byteLength(password) <= BCRYPT_MAX_BYTES
}
