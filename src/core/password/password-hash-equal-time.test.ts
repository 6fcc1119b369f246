import { beforeEach, expect, test, vi } from 'vitest'
import { DECOY_HASH, verifyPassword } from './hash-function.ts'
import { createPasswordHashes } from './password-hash.ts'

vi.mock('./hash-function.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  verifyPassword: vi.fn(),
}))

const bcryptDecoy = `$2b$04$${'.'.repeat(53)}`
const bcryptHash = `$2y$04$${'e'.repeat(53)}`
const currentHash = DECOY_HASH.replace(/A+$/, 'E'.repeat(43))

const hashes = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
const verify = vi.mocked(verifyPassword)

beforeEach(() => {
  verify.mockReset()
})

/** Makes only this hash match. */
function letMatch(matching: string | undefined): void {
  verify.mockImplementation(async (_password, hash) => hash === matching)
}

test.each([
  ['no hash', undefined, [DECOY_HASH, bcryptDecoy]],
  ['a current hash', currentHash, [currentHash, bcryptDecoy]],
  ['a hash of another kind', bcryptHash, [DECOY_HASH, bcryptHash]],
])('every kind is verified once for %s', async (_name, hash, expected) => {
  letMatch(hash)
  expect(await hashes.matchesInEqualTime('password', hash, [bcryptDecoy])).toBe(hash !== undefined)
  expect(verify.mock.calls).toEqual(expected.map((verified) => ['password', verified]))
})

test.each([
  ['above the limit', '$argon2id$v=19$m=99999999,t=99,p=99$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
  ['of bcrypt above the limit', bcryptHash.replace('$04$', '$31$')],
  ['of an unknown kind', '$argon2i$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
  ['of a user without a password', ''],
])('a hash %s is not verified: the same work as for no hash', async (_name, hash) => {
  letMatch(hash)
  expect(await hashes.matchesInEqualTime('password', hash, [bcryptDecoy])).toBe(false)
  expect(verify.mock.calls).toEqual([DECOY_HASH, bcryptDecoy].map((verified) => ['password', verified]))
})

test.each([
  ['no hash', undefined],
  ['a current hash', currentHash],
  ['a hash of another kind', bcryptHash],
])('a matching decoy is not accepted for %s', async (_name, hash) => {
  for (const decoy of [DECOY_HASH, bcryptDecoy]) {
    letMatch(decoy)
    expect(await hashes.matchesInEqualTime('password', hash, [bcryptDecoy])).toBe(false)
  }
})

test('a rejected verification is passed on and frees its slot', async () => {
  const fault = new Error('verification failed')
  verify.mockRejectedValueOnce(fault)
  await expect(hashes.matchesInEqualTime('password', currentHash, [])).rejects.toBe(fault)
  letMatch(currentHash)
  expect(await hashes.matches('password', currentHash)).toBe(true)
})
