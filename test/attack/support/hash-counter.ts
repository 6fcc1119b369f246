import type * as PasswordHashModule from '../../../src/authentication/password/password-hash.ts'

/** The number of password hashes and verifications. */
export const hashed = { count: 0 }

/** Returns the module with a count of the calls. */
export function counting(real: typeof PasswordHashModule): typeof PasswordHashModule {
  return {
    ...real,
    createPasswordHashes(options) {
      const hashes = real.createPasswordHashes(options)
      return {
        ...hashes,
        hash(password) {
          hashed.count++
          return hashes.hash(password)
        },
        matches(password, hash) {
          hashed.count++
          return hashes.matches(password, hash)
        },
        matchesInEqualTime(password, hash, decoys) {
          hashed.count++
          return hashes.matchesInEqualTime(password, hash, decoys)
        },
      }
    },
  }
}
