import { beforeEach, expect, test, vi } from 'vitest'
import { createPasswordHashes, DECOY_HASH } from './password-hash.ts'

const { verified, verify } = vi.hoisted(() => {
  const verified: string[] = []
  const noted = (hash: string) => {
    verified.push(hash)
    return Promise.resolve(true)
  }
  return { verified, verify: noted }
})
vi.mock('@node-rs/argon2', () => ({ verify: (hash: string) => verify(hash) }))
vi.mock('@node-rs/bcrypt', () => ({ verify: (_password: string, hash: string) => verify(hash) }))

const { matchesAlike } = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
const bcryptDecoy = `$2b$04$${'.'.repeat(53)}`
const bcrypt = `$2y$04$${'a'.repeat(53)}`
const today = DECOY_HASH.replace(/A+$/, 'B'.repeat(43))

beforeEach(() => {
  verified.length = 0
})

test.each([
  ['none', undefined, [DECOY_HASH, bcryptDecoy]],
  ['one of today', today, [today, bcryptDecoy]],
  ['one of another kind', bcrypt, [DECOY_HASH, bcrypt]],
  ['one of no kind that is known', '$argon2i$', [DECOY_HASH, bcryptDecoy, '$argon2i$']],
])('every kind is verified once, whatever is stored: %s', async (_name, hash, expected) => {
  expect(await matchesAlike('password', hash, [bcryptDecoy])).toBe(hash !== undefined)
  expect(verified).toEqual(expected)
})
