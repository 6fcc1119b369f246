import { expect, test } from 'vitest'
import type { HashWork } from './hash-work.ts'
import { createPasswordHashes, DECOY_HASH } from './password-hash.ts'

const bcryptDecoy = `$2b$04$${'.'.repeat(53)}`
const bcrypt = `$2y$04$${'a'.repeat(53)}`
const today = DECOY_HASH.replace(/A+$/, 'B'.repeat(43))

/** Hashes whose workers find that this one alone matches, and note what they are given. */
function hashesWhere(matching: string | undefined) {
  const given: HashWork[] = []
  const hashes = createPasswordHashes({
    concurrency: 1,
    maxWaiting: 1,
    workers: {
      async run(work) {
        given.push(work)
        return (work.hashes ?? []).map((hash) => hash === matching)
      },
      close: async () => {},
    },
  })
  return { given, hashes }
}

test.each([
  ['none', undefined, [DECOY_HASH, bcryptDecoy]],
  ['one of today', today, [today, bcryptDecoy]],
  ['one of another kind', bcrypt, [DECOY_HASH, bcrypt]],
  ['one of no kind that is known', '$argon2i$', [DECOY_HASH, bcryptDecoy, '$argon2i$']],
])('every kind is verified once and at one go, whatever is stored: %s', async (_name, hash, expected) => {
  const { given, hashes } = hashesWhere(hash)
  expect(await hashes.matchesAlike('password', hash, [bcryptDecoy])).toBe(hash !== undefined)
  expect(given).toEqual([{ password: 'password', hashes: expected }])
})

test.each([
  ['none', undefined],
  ['one of today', today],
  ['one of another kind', bcrypt],
])('a decoy that matches lets nobody in: %s', async (_name, hash) => {
  for (const decoy of [DECOY_HASH, bcryptDecoy]) {
    const { hashes } = hashesWhere(decoy)
    expect(await hashes.matchesAlike('password', hash, [bcryptDecoy])).toBe(false)
  }
})
