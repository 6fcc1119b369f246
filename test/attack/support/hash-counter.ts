import { afterAll, vi } from 'vitest'
import * as passwordHash from '../../../src/core/password/password-hash.ts'

/** The number of password hashes and verifications. */
export const hashed = { count: 0 }

/** Counts what the services of a test file hash. Call it before they start. */
export function countHashes(): void {
  const create = passwordHash.createPasswordHashes
  vi.spyOn(passwordHash, 'createPasswordHashes').mockImplementation((options) => {
    const hashes = create(options)
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
  })
  afterAll(() => vi.restoreAllMocks())
}
