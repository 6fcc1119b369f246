import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { headerOf } from '../../../test/support/jwt.ts'
import { ASYMMETRIC, FILE_SECRET, newPrivateKey } from '../../../test/support/key-files.ts'
import { createTokenKey, secretTokenKey } from './token-key.ts'

test('the secret of the settings has no name and nothing to publish', async () => {
  const key = await secretTokenKey(`${FILE_SECRET}é`)
  expect(key).toMatchObject({ kid: undefined, algorithm: 'HS256', publicJwk: undefined })
  const token = await key.sign({ a: 1 })
  expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(key.hasSigned(token)).toBe(true)
  const other = await createTokenKey('k', 'HS256', createSecretKey(Buffer.from(`${FILE_SECRET}é`)))
  expect(other.publicJwk).toBeUndefined()
  expect(headerOf(await other.sign({}))).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'k' })
  expect(other.hasSigned(token)).toBe(true)
})

test('a signature of another length or by another secret is refused', async () => {
  const key = await secretTokenKey(FILE_SECRET)
  const token = await key.sign({})
  const other = await (await secretTokenKey(`${FILE_SECRET}.`)).sign({})
  for (const bad of [token.slice(0, -4), `${token}AAAA`, token.slice(0, token.lastIndexOf('.') + 1), other])
    expect(key.hasSigned(bad)).toBe(false)
})

test.each(ASYMMETRIC)('%s: a key verifies what it signs, and no other does', async (algorithm) => {
  const [one, other] = [newPrivateKey[algorithm](), newPrivateKey[algorithm]()]
  const key = await createTokenKey('k', algorithm, one)
  const token = await key.sign({ a: 1 })
  expect(key.hasSigned(token)).toBe(true)
  expect((await createTokenKey('k', algorithm, other)).hasSigned(token)).toBe(false)
  expect(key.publicJwk).toMatchObject({ kid: 'k', alg: algorithm })
  expect((await createTokenKey(undefined, algorithm, one)).publicJwk).toBeUndefined()
})

test('keys with different names have different fingerprints', async () => {
  const key = newPrivateKey.EdDSA()
  const prints = await Promise.all(
    ['a', 'b', undefined].map(async (kid) => (await createTokenKey(kid, 'EdDSA', key)).fingerprint),
  )
  expect(new Set(prints).size).toBe(3)
})
