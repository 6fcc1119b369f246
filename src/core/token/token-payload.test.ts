import { expect, test } from 'vitest'
import { jtiOf, parseClaims } from './token-payload.ts'

const NONCE = 'abcdefghijklmnop'
const claims = {
  identity: 7,
  roleid: 3,
  rolekey: 'editor',
  nice: 'alice',
  datascope: '5',
  iss: 'castellan',
  iat: 1000,
  exp: 2000,
  jti: `42-${NONCE}`,
}
const identity = {
  userId: 7,
  roleId: 3,
  roleKey: 'editor',
  username: 'alice',
  dataScope: '5',
  sessionId: 42,
  issuedAt: 1_000_000,
  expiresAt: 2_000_000,
}

test('the claims that we issue are parsed as an identity', () => {
  expect(parseClaims(claims)).toEqual(identity)
  expect(jtiOf({ sessionId: 42, nonce: NONCE })).toBe(claims.jti)
})

test('an identity cannot be changed', () => {
  const parsed = parseClaims(claims)
  expect(Object.isFrozen(parsed)).toBe(true)
  expect(Object.values(parsed ?? {}).some((value) => typeof value === 'object')).toBe(false)
})

test('any value of the passwordchange claim requires a new password', () => {
  for (const passwordchange of ['due', 'done', '', null, false]) {
    expect(parseClaims({ ...claims, passwordchange })).toEqual({ ...identity, pwdChangeDue: true })
  }
})

test('any value of the secondfactor claim requires a second factor', () => {
  for (const secondfactor of ['due', 'done', '', null, false]) {
    expect(parseClaims({ ...claims, secondfactor })).toEqual({ ...identity, secondFactorDue: true })
  }
})

test.each(['identity', 'roleid', 'iat', 'exp'])('%s is a whole number', (name) => {
  for (const value of [undefined, null, '7', 7.5, 2 ** 53, Number.NaN, [7], true]) {
    expect(parseClaims({ ...claims, [name]: value })).toBeUndefined()
  }
})

test.each(['iat', 'exp'])('%s is a time that a date can hold', (name) => {
  for (const time of [8_640_000_000_000, -8_640_000_000_000])
    expect(parseClaims({ ...claims, [name]: time })).toBeDefined()
  for (const time of [8_640_000_000_001, -8_640_000_000_001])
    expect(parseClaims({ ...claims, [name]: time })).toBeUndefined()
})

test.each(['rolekey', 'nice', 'datascope', 'jti'])('%s is a text that is not empty', (name) => {
  for (const value of [undefined, null, '', 7, ['editor'], {}, true]) {
    expect(parseClaims({ ...claims, [name]: value })).toBeUndefined()
  }
})

test.each([
  ['1', NONCE],
  ['9007199254740991', NONCE],
  ['42', 'a'.repeat(64)],
  ['42', 'A-z_0123456789-_'],
])('jti: session %s and %s', (sessionId, nonce) => {
  expect(parseClaims({ ...claims, jti: `${sessionId}-${nonce}` })).toMatchObject({
    sessionId: Number(sessionId),
  })
})

test.each([
  `0-${NONCE}`,
  `042-${NONCE}`,
  `-42-${NONCE}`,
  `+42-${NONCE}`,
  ` 42-${NONCE}`,
  `4.2-${NONCE}`,
  `0x2a-${NONCE}`,
  `9007199254740993-${NONCE}`,
  `12345678901234567-${NONCE}`,
  `42${NONCE}`,
  `42-${NONCE.slice(1)}`,
  `42-${'a'.repeat(65)}`,
  `42-${NONCE}!`,
  `42-${NONCE}\n`,
])('no jti: %j', (jti) => {
  expect(parseClaims({ ...claims, jti })).toBeUndefined()
})
