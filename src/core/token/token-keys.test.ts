import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { headerOf } from '../../../test/support/jwt.ts'
import { ASYMMETRIC } from '../../../test/support/key-files.ts'
import { ISSUED, subject, tokensForTests } from '../../../test/support/token-keys.ts'
import { keySetOf } from './keys/key-schedule.ts'

const { tokens, keys, use, useSet, issueWith, refused } = tokensForTests()
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe.each(ASYMMETRIC)('%s', (algorithm) => {
  test('a token names its key and algorithm, is verified and then cached', async () => {
    const token = await issueWith(algorithm)
    expect(headerOf(token)).toEqual({ alg: algorithm, typ: 'JWT', kid: `the-${algorithm}` })
    const identity = tokens().verify(token)
    expect(identity).toMatchObject({ userId: 7, username: 'alice' })
    expect(tokens().verify(token)).toBe(identity)
  })

  test('other libraries verify it with the published key, which contains nothing private', async () => {
    const token = await issueWith(algorithm)
    const jwks = createLocalJWKSet({ keys: [...keys().published.keys] })
    const { payload } = await jwtVerify(token, jwks, { currentDate: new Date(ISSUED * 1000) })
    expect(payload).toMatchObject({ identity: 7, nice: 'alice', iss: 'castellan' })
    for (const jwk of keys().published.keys) {
      expect(
        Object.keys(jwk).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name)),
      ).toEqual([])
    }
  })

  test('a token without its key id, or with that of another key, is refused', async () => {
    const [, claims, signature] = (await issueWith(algorithm)).split('.')
    for (const kid of [undefined, 'nobody', ...ASYMMETRIC.map((one) => `the-${one}`)]) {
      if (kid === `the-${algorithm}`) continue
      const header = encode({ alg: algorithm, typ: 'JWT', kid })
      expect(refused(`${header}.${claims}.${signature}`)).toBe('token-malformed')
    }
  })

  test('every change of a byte of the signature is refused, and every other length', async () => {
    const token = await issueWith(algorithm)
    const [header, claims, signature = ''] = token.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const others = [
      ...Array.from(bytes, (byte, at) => Buffer.from(bytes).fill(byte ^ 1, at, at + 1)),
      bytes.subarray(0, -1),
      bytes.subarray(1),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), bytes]),
      Buffer.concat([bytes, bytes]),
      Buffer.alloc(bytes.length),
      Buffer.alloc(bytes.length, 0xff),
    ]
    const outcomes = others.map((other) => refused(`${header}.${claims}.${other.toString('base64url')}`))
    expect(new Set(outcomes)).toEqual(new Set(['token-malformed']))
    expect(refused(token)).toBe('accepted')
  })
})

test('tokens of several keys, and one without a key id, are accepted', async () => {
  const issued = [await issueWith('EdDSA'), await issueWith('ES256'), await issueWith('RS256')]
  use()
  issued.push((await tokens().issue(subject)).token)
  use(...ASYMMETRIC)
  expect(issued.map(refused)).toEqual(Array(4).fill('accepted'))
  expect(headerOf(String(issued[3]))).toEqual({ alg: 'HS256', typ: 'JWT' })
})

test('a key is found by its name and algorithm together', () => {
  const found = (header: object) => keys().find({ ...header })?.kid ?? 'none'
  expect(found({ alg: 'EdDSA', kid: 'the-EdDSA' })).toBe('the-EdDSA')
  expect(keys().find({ alg: 'HS256' })?.algorithm).toBe('HS256')
  for (const alg of ['HS256', 'ES256', 'RS256', 'none', undefined]) {
    expect(found({ alg, kid: 'the-EdDSA' })).toBe('none')
  }
  expect(keys().find({ alg: 'EdDSA' })).toBeUndefined()
})

describe('a removed key', () => {
  test('invalidates its tokens, cached or not, and no others', async () => {
    const [known, unknown] = [await issueWith('ES256'), await issueWith('ES256')]
    const other = await issueWith('EdDSA')
    tokens().verify(known)
    tokens().verify(other)
    use('EdDSA', 'RS256')
    expect(refused(known)).toBe('token-malformed')
    expect(refused(unknown)).toBe('token-malformed')
    expect(refused(other)).toBe('accepted')
  })

  test('a key that is added or starts to sign does not clear the cache', async () => {
    use('EdDSA')
    const { token } = await tokens().issue(subject)
    const identity = tokens().verify(token)
    use('RS256', 'EdDSA')
    expect(tokens().verify(token)).toBe(identity)
  })
})

test('without a signing key, issuing a token is refused as unavailable', async () => {
  useSet(keySetOf([], undefined))
  await expect(tokens().issue(subject)).rejects.toMatchObject({ reason: 'unavailable' })
})
