import { createPublicKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ASYMMETRIC, newPrivateKey } from '../../../test/support/key-files.ts'
import { algorithmOf, publicJwkOf } from './token-key.ts'

test.each(ASYMMETRIC)('a key for %s has this one algorithm', (algorithm) => {
  expect(algorithmOf(newPrivateKey[algorithm]())).toEqual({ algorithm })
})

test.each([
  [2047, 'has 2047 bits'],
  [2048, undefined],
  [8192, undefined],
  [8193, 'has 8193 bits'],
  [16_384, 'has 16384 bits'],
])('RSA of %i bits', (bits, problem) => {
  const modulus = randomBytes(Math.ceil(bits / 8))
  modulus[0] = 1 << ((bits - 1) % 8)
  const key = createPublicKey({
    key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' },
    format: 'jwk',
  })
  const outcome = algorithmOf(key)
  expect('problem' in outcome ? outcome.problem : undefined).toEqual(
    problem === undefined ? undefined : expect.stringContaining(problem),
  )
})

test.each(ASYMMETRIC)('the published key for %s verifies and cannot sign', (algorithm) => {
  const key = newPrivateKey[algorithm]()
  const jwk = publicJwkOf(key, 'k', algorithm)
  expect(jwk).toMatchObject({ kid: 'k', alg: algorithm, use: 'sig' })
  const published = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  expect(published.equals(createPublicKey(key))).toBe(true)
  const own = Object.entries(key.export({ format: 'jwk' })).filter(([name]) => isPrivate(name))
  expect(own.length).toBeGreaterThan(0)
  for (const [, value] of own) expect(JSON.stringify(jwk)).not.toContain(value)
})

function isPrivate(name: string): boolean {
  return ['d', 'p', 'q', 'dp', 'dq', 'qi'].includes(name)
}
