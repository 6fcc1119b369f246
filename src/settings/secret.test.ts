import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { knownSecrets } from './known-secrets.ts'
import { problemOfSecret } from './secret.ts'

const fix = 'Fix: generate one with: openssl rand -base64 48'

test('under 32 bytes of UTF-8: too short', () => {
  const strong = 'kR7vQ2xW9zLmT4bN8cYpH3jF6dGsA5uE'
  expect(problemOfSecret(strong)).toBeUndefined()
  expect(problemOfSecret(strong.slice(1))).toBe(`has 31 bytes, but needs at least 32. ${fix}`)
  expect(problemOfSecret('')).toBe(`has 0 bytes, but needs at least 32. ${fix}`)
  expect(problemOfSecret('城堡守护者之钥匙永远不丢失')).toBeUndefined() // 13 characters of 3 bytes.
})

describe('publicly known', () => {
  test('a hundred of the list are long enough to pass otherwise', () => {
    expect(knownSecrets.filter((secret) => Buffer.byteLength(secret) >= 32).length).toBeGreaterThanOrEqual(
      100,
    )
    expect(new Set(knownSecrets).size).toBe(knownSecrets.length)
  })

  test.each(knownSecrets)('%s', (secret) => {
    expect(problemOfSecret(secret)).toContain(fix)
  })

  test('in other letters, repeated, with a little added, encoded', () => {
    const known = 'DhftOS5uphK3vmCJQrexST1RsyjZBjXWRgJMFPU4'
    for (const secret of [
      known.toLowerCase(),
      ` ${known}\n`,
      known + known,
      `${known}2024!`,
      Buffer.from(known).toString('base64'),
      Buffer.from(known).toString('hex'),
    ]) {
      expect(problemOfSecret(secret)).toContain('publicly known')
    }
    expect(problemOfSecret(known + randomBytes(24).toString('hex'))).toBeUndefined()
  })
})

describe('made of the words that placeholders are made of', () => {
  test.each([
    'your-super-secret-jwt-key-change-in-production-please',
    'YourVerySecureJwtSecretKeyThatIsAtLeast32CharactersLong123456789',
    'this_is_my_very_long_secret_key_2026!@#$%^&*()',
    'acme-corp-super-secret-signing-key-do-not-share',
    'bXktdmVyeS1zZWN1cmUtc2VjcmV0LWtleS10aGF0LWlzLWF0LWxlYXN0LTI1Ni1iaXRz',
    'changeme changeme changeme changeme changeme password',
  ])('%s', (secret) => {
    expect(problemOfSecret(secret)).toContain('words that anyone would try')
  })

  test('words of one’s own are not', () => {
    expect(problemOfSecret('correct-horse-battery-staple-mountain-river')).toBeUndefined()
  })
})

describe('a pattern', () => {
  test.each([
    'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
    'kqzkqzkqzkqzkqzkqzkqzkqzkqzkqzkqzkqz',
    'Gx7!pQ2#vLm9Gx7!pQ2#vLm9Gx7!pQ2#vLm9',
    'qrstuvwxyzQRSTUVWXYZqrstuvwxyzQRSTUVWXYZ',
    'zyxwvutsrqponmlkzyxwvutsrqponmlkjih',
    '%D*G-KaPdSgVkYp3s6v9y$B&E(H+MbQeThWmZq4t7w!z%C*F-J@NcRfUjXn2r5u8',
    '472D4B614E645267556B58703273357638792F423F4528482B4D625165536856',
  ])('%s', (secret) => {
    expect(problemOfSecret(secret)).toContain('pattern')
  })

  test.each(['md5', 'sha1', 'sha256', 'sha512'])('the %s of a common word', (algorithm) => {
    const hash = createHash(algorithm).update('123456').digest('hex')
    expect(problemOfSecret(hash)).toContain('hash of a common word')
    expect(problemOfSecret(hash.toUpperCase())).toContain('hash of a common word')
  })
})

test('what a random generator makes is taken, in every usual notation', () => {
  for (let round = 0; round < 200; round++) {
    for (const secret of [
      randomBytes(48).toString('base64'),
      randomBytes(32).toString('base64url'),
      randomBytes(32).toString('hex'),
      randomBytes(16).toString('hex'),
      randomUUID(),
      Array.from(randomBytes(32), (byte) => String.fromCharCode(33 + (byte % 94))).join(''),
    ]) {
      expect(problemOfSecret(secret), secret).toBeUndefined()
    }
  }
})

test('the problem never repeats the secret', () => {
  for (const secret of ['hunter2', ...knownSecrets]) expect(problemOfSecret(secret)).not.toContain(secret)
})
