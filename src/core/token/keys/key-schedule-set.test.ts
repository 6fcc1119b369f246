import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenKey, secretTokenKey, type TokenKey } from '../token-key.ts'
import type { KeyState } from './key-schedule.ts'
import { type KeySet, keySetOf } from './key-schedule.ts'

const newKey = (kid: string): Promise<TokenKey> =>
  createTokenKey(kid, 'EdDSA', generateKeyPairSync('ed25519').privateKey)
const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(newKey))
const secret = await secretTokenKey('tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc')

function setOf(keys: readonly (readonly [TokenKey | undefined, KeyState])[], before?: KeySet): KeySet {
  const entries = keys.map(([tokenKey, state]) => ({ key: { tokenKey }, state, acceptedUntil: undefined }))
  return keySetOf(entries, before)
}
const kids = (set: KeySet) => set.accepted.map(({ kid }) => kid)

test('next, signing and older keys are accepted; expired and removed ones are not', () => {
  const set = setOf([
    [a, 'next'],
    [b, 'signing'],
    [secret, 'accepted'],
    [c, 'expired'],
    [undefined, 'removed'],
  ])
  expect(kids(set)).toEqual(['a', 'b', undefined])
  expect(set.signing).toBe(b)
  expect(set.published).toEqual({ keys: [a?.publicJwk, b?.publicJwk] })
  expect(set.generation).toBe(0)
  expect(kids(setOf([[a, 'removed']]))).toEqual([])
})

test('a key is found by kid and algorithm, and a kid that is not a text finds none', () => {
  const set = setOf([
    [a, 'signing'],
    [secret, 'accepted'],
  ])
  expect(set.find({ alg: 'EdDSA', kid: 'a' })).toBe(a)
  expect(set.find({ alg: 'HS256' })).toBe(secret)
  for (const header of [
    { alg: 'HS256', kid: 'a' },
    { alg: 'EdDSA' },
    { alg: 'EdDSA', kid: 'b' },
    { alg: 'EdDSA', kid: ['a'] },
    { alg: 'HS256', kid: null },
    { kid: 'b' },
    {},
  ])
    expect(set.find(header)).toBeUndefined()
})

test('returns the same set if nothing has changed', () => {
  const set = setOf([
    [a, 'signing'],
    [b, 'next'],
  ])
  expect(
    setOf(
      [
        [a, 'signing'],
        [b, 'accepted'],
      ],
      set,
    ),
  ).toBe(set)
})

test('a new signing key or an added key creates a set of the same generation', () => {
  const set = setOf([
    [a, 'signing'],
    [b, 'next'],
  ])
  const turned = setOf(
    [
      [a, 'accepted'],
      [b, 'signing'],
    ],
    set,
  )
  expect([turned.signing, turned.generation]).toEqual([b, 0])
  const grown = setOf(
    [
      [a, 'signing'],
      [b, 'next'],
      [c, 'next'],
    ],
    set,
  )
  expect([kids(grown), grown.generation]).toEqual([['a', 'b', 'c'], 0])
})

test('a removed key, or another key with its kid, starts a new generation', async () => {
  const set = setOf([
    [a, 'signing'],
    [b, 'accepted'],
  ])
  const gone = setOf(
    [
      [a, 'signing'],
      [b, 'expired'],
    ],
    set,
  )
  expect([kids(gone), gone.generation]).toEqual([['a'], 1])
  const swapped = setOf(
    [
      [a, 'signing'],
      [await newKey('b'), 'accepted'],
    ],
    set,
  )
  expect(swapped.generation).toBe(1)
  expect(setOf([], gone).generation).toBe(2)
})

test('the fingerprint depends on the key, the kid and the algorithm', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const one = await createTokenKey('x', 'EdDSA', privateKey)
  expect((await createTokenKey('x', 'EdDSA', privateKey)).fingerprint).toBe(one.fingerprint)
  const prints = [one, await createTokenKey('y', 'EdDSA', privateKey), await newKey('x'), secret]
  expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(4)
  for (const { fingerprint } of prints) expect(fingerprint).toMatch(/^[\w-]{43}$/)
})
