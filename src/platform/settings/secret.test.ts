import { randomBytes, randomUUID } from 'node:crypto'
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
  test('at least a hundred known secrets would otherwise be long enough', () => {
    expect(knownSecrets.filter((secret) => Buffer.byteLength(secret) >= 32).length).toBeGreaterThanOrEqual(
      100,
    )
    expect(new Set(knownSecrets).size).toBe(knownSecrets.length)
  })

  test.each(knownSecrets)('%s', (secret) => {
    expect(problemOfSecret(secret)).toContain(fix)
  })

  test('in other letter case, repeated, with a few characters added, encoded', () => {
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

describe('low entropy', () => {
  test.each([
    'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
    'kqzkqzkqzkqzkqzkqzkqzkqzkqzkqzkqzkqz',
    'Gx7!pQ2#vLm9Gx7!pQ2#vLm9Gx7!pQ2#vLm9',
    'changeme changeme changeme changeme',
    'hunter2'.padEnd(40, '0'),
    Buffer.from('jwt-secret'.padEnd(32, '0')).toString('base64'),
    Buffer.from('password'.repeat(4)).toString('hex'),
  ])('%s', (secret) => {
    expect(problemOfSecret(secret)).toBe(`follows a simple pattern and can be guessed. ${fix}`)
  })
})

test('random secrets are accepted in every common encoding', () => {
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

test('the message never contains the secret', () => {
  for (const secret of ['hunter2', ...knownSecrets]) expect(problemOfSecret(secret)).not.toContain(secret)
})
