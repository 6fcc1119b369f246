import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { headerOf } from '../../../test/support/jwt.ts'
import { FILE_SECRET, newPrivateKey } from '../../../test/support/key-files.ts'
import { createTokenKey, secretTokenKey } from './token-key.ts'

const NOT_OURS = 'the token was not signed by this key'

test('the secret of the settings has no name and nothing to publish', async () => {
  const key = await secretTokenKey(`${FILE_SECRET}é`)
  expect(key).toMatchObject({ kid: undefined, algorithm: 'HS256', publicJwk: undefined })
  const token = await key.sign({ a: 1 })
  expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  await key.verify(token)
  const other = await createTokenKey('k', 'HS256', createSecretKey(Buffer.from(`${FILE_SECRET}é`)))
  expect(other.publicJwk).toBeUndefined()
  expect(headerOf(await other.sign({}))).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'k' })
  await other.verify(token)
})

test('a signature of another length or by another secret is refused', async () => {
  const key = await secretTokenKey(FILE_SECRET)
  const token = await key.sign({})
  const other = await (await secretTokenKey(`${FILE_SECRET}.`)).sign({})
  for (const bad of [token.slice(0, -4), `${token}AAAA`, token.slice(0, token.lastIndexOf('.') + 1), other])
    await expect(key.verify(bad)).rejects.toThrow(NOT_OURS)
})

test.each(['EdDSA', 'ES256'] as const)(
  '%s: a key verifies what it signs, and no other does',
  async (algorithm) => {
    const [one, other] = [newPrivateKey[algorithm](), newPrivateKey[algorithm]()]
    const key = await createTokenKey('k', algorithm, one)
    const token = await key.sign({ a: 1 })
    await key.verify(token)
    await expect((await createTokenKey('k', algorithm, other)).verify(token)).rejects.toThrow()
    expect(key.publicJwk).toMatchObject({ kid: 'k', alg: algorithm })
    expect((await createTokenKey(undefined, algorithm, one)).publicJwk).toBeUndefined()
  },
)

test('keys with different names have different fingerprints', async () => {
  const key = newPrivateKey.EdDSA()
  const prints = await Promise.all(
    ['a', 'b', undefined].map(async (kid) => (await createTokenKey(kid, 'EdDSA', key)).fingerprint),
  )
  expect(new Set(prints).size).toBe(3)
})
