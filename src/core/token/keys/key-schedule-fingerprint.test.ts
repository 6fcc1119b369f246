import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenKey, type TokenKey } from '../token-key.ts'
import { fingerprintOfKeys, type KeyState, keySetOf } from './key-schedule.ts'

const newKey = (kid: string) => createTokenKey(kid, 'EdDSA', generateKeyPairSync('ed25519').privateKey)
const setOf = (...keys: [TokenKey, KeyState][]) =>
  keySetOf(
    keys.map(([tokenKey, state]) => ({ key: { tokenKey }, state, acceptedUntil: undefined })),
    undefined,
  )

test('the fingerprint depends on the keys, the one that signs and the secret, not on their order', async () => {
  const [a, b, otherB] = [await newKey('a'), await newKey('b'), await newKey('b')]
  const expected = fingerprintOfKeys(setOf([a, 'signing'], [b, 'next']), 'secret')
  expect(expected).toMatch(/^[\da-f]{12}$/)
  expect(fingerprintOfKeys(setOf([b, 'next'], [a, 'signing']), 'secret')).toBe(expected)
  for (const [keys, secret] of [
    [setOf([a, 'accepted'], [b, 'signing']), 'secret'],
    [setOf([a, 'signing'], [otherB, 'next']), 'secret'],
    [setOf([a, 'signing']), 'secret'],
    [setOf([a, 'signing'], [b, 'next']), 'another secret'],
  ] as const) {
    expect(fingerprintOfKeys(keys, secret)).not.toBe(expected)
  }
})
