// Runs at the full cost of a password hash: it is about the hash itself.

import { hash as argon2Hash } from '@node-rs/argon2'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { describe, expect, test } from 'vitest'
import { DECOY_HASH } from './hash-function.ts'
import { createPasswordHashes, hashConcurrency } from './password-hash.ts'

const hashes = createPasswordHashes({ concurrency: 2, maxWaiting: 100 })

describe('a hash', () => {
  test('is argon2id with a random salt and matches only its password', async () => {
    const hash = await hashes.hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashes.hash('correct horse')).not.toBe(hash)
    expect(await hashes.matches('correct horse', hash)).toBe(true)
    expect(await hashes.matches('correct horsf', hash)).toBe(false)
    expect(hashes.isCurrent(hash)).toBe(true)
  })

  test.each([
    ['a NUL and what follows it', 'abc\0def', 'abc\0xyz'],
    ['a NUL at the end', 'abc\0', 'abc'],
    ['what comes after 72 bytes', `${'a'.repeat(80)}x`, `${'a'.repeat(80)}y`],
    ['the 256th character', `${'é'.repeat(255)}a`, `${'é'.repeat(255)}b`],
    ['composed and decomposed letters', 'caf\u00e9', 'cafe\u0301'],
    ['a trailing space', 'password ', 'password'],
    ['letter case', 'Password', 'password'],
  ])('depends on %s', async (_, password, other) => {
    const hash = await hashes.hash(password)
    expect(await hashes.matches(password, hash)).toBe(true)
    expect(await hashes.matches(other, hash)).toBe(false)
  })

  test('matches a test vector of the reference implementation', async () => {
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hashes.matches('password', known)).toBe(true)
    expect(await hashes.matches('Password', known)).toBe(false)
    expect(hashes.isCurrent(known)).toBe(false)
  })
})

describe('an imported bcrypt hash', () => {
  // The first two are published vectors.
  test.each([
    ['$2b$', 'Kk4DQuMMfZL9o', '$2b$04$cVWp4XaNU8a4v1uMRum2SO026BWLIoQMD/TXg5uZV.0P.uO8m3YEm'],
    ['$2a$', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['$2y$', 'geh\u00a3im', undefined],
  ])('%s is verified and is not current', async (_, password, published) => {
    const hash = published ?? (await bcryptHash(password, 4)).replace('$2b$', '$2y$')
    expect(await hashes.matches(password, hash)).toBe(true)
    expect(await hashes.matches(`${password}x`, hash)).toBe(false)
    expect(hashes.isCurrent(hash)).toBe(false)
  })

  test('a password that bcrypt would truncate, at 72 bytes or a NUL, does not match', async () => {
    const long = await bcryptHash('a'.repeat(72), 4)
    expect(await hashes.matches('a'.repeat(72), long)).toBe(true)
    expect(await hashes.matches('a'.repeat(73), long)).toBe(false)
    const short = await bcryptHash('abc', 4)
    expect(await hashes.matches('abc\0', short)).toBe(false)
  })
})

describe('matchesInEqualTime', () => {
  const bcryptDecoy = `$2b$04$${'.'.repeat(53)}`

  test.each([[[]], [[bcryptDecoy]], [[bcryptDecoy, DECOY_HASH, '$2b$05$no hash']]])(
    'returns the same as matches with the decoys %j',
    async (decoys) => {
      const hashed = {
        current: await hashes.hash('right'),
        bcrypt: await bcryptHash('right', 4),
        'bcrypt with a higher cost': await bcryptHash('right', 5),
        'argon2id with other parameters': await argon2Hash('right', { memoryCost: 4096, timeCost: 3 }),
      }
      for (const [name, hash] of Object.entries(hashed)) {
        expect(await hashes.matchesInEqualTime('right', hash, decoys), name).toBe(true)
        for (const wrong of ['wrong', '', `right${'x'.repeat(72)}`, 'right\0']) {
          expect(await hashes.matchesInEqualTime(wrong, hash, decoys), name).toBe(false)
        }
      }
      const argon2i = await argon2Hash('right', { algorithm: 1, timeCost: 3 })
      for (const bad of [undefined, '', 'right', '$2b$04$', '$argon2id$', argon2i]) {
        expect(await hashes.matchesInEqualTime('right', bad, decoys)).toBe(false)
      }
    },
  )

  test('a decoy matches nothing, even if it is stored as a hash', async () => {
    for (const decoy of [DECOY_HASH, bcryptDecoy]) {
      for (const password of ['', 'right']) {
        expect(await hashes.matchesInEqualTime(password, decoy, [decoy])).toBe(false)
      }
    }
  })
})

test.each(['', 'plain text', '$2x$', '$argon2id$', '$argon2id$v=19$m=1,t=1,p=1$AA$AA', '$1$md5'])(
  'a text that is not a hash matches nothing: %j',
  async (hash) => {
    expect(await hashes.matches('', hash)).toBe(false)
    expect(await hashes.matches(hash, hash)).toBe(false)
  },
)

test('the decoy has the current parameters and matches nothing', async () => {
  expect(hashes.isCurrent(DECOY_HASH)).toBe(true)
  expect(await hashes.matches('', DECOY_HASH)).toBe(false)
})

test('calls beyond the queue length are refused, and the others complete', async () => {
  const limited = createPasswordHashes({ concurrency: 1, maxWaiting: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((password) => limited.hash(password)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: { reason: 'rate-limited' } })
  expect(await limited.hash('e')).toContain('$argon2id$')
})

test.each([
  { cores: 1, expected: 1 },
  { cores: 2, expected: 1 },
  { cores: 3, expected: 2 },
  { cores: 4, expected: 3 },
  { cores: 64, expected: 3 },
])('on $cores cores, $expected passwords are hashed at the same time', ({ cores, expected }) => {
  expect(hashConcurrency(cores)).toBe(expected)
})
