import { createHmac } from 'node:crypto'
import { CompactSign, decodeJwt, jwtVerify, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../test/support/token-keys.ts'
import { type KeySet, keySetOf, scheduleOf, withSettingsSecret } from './keys/key-schedule.ts'
import { createTokens, type Tokens } from './token.ts'
import { secretTokenKey } from './token-key.ts'

const SECRET = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const key = new TextEncoder().encode(SECRET)
const ISSUED = 1_800_000_000
const subject = {
  userId: 7,
  roleId: 3,
  roleKey: 'editor',
  username: 'alice',
  dataScope: '5',
  sessionId: 42,
  nonce: 'abcdefghijklmnop',
  issuedAtSeconds: ISSUED,
}
/** Claims as we issue them, for tokens that others forge with our secret. */
const claims = {
  identity: 7,
  roleid: 3,
  rolekey: 'editor',
  nice: 'alice',
  datascope: '5',
  iss: 'castellan',
  iat: ISSUED,
  exp: ISSUED + 3600,
  jti: '42-abcdefghijklmnop',
}

let time: number
let tokens: Tokens
let keySet: KeySet
beforeEach(async () => {
  time = ISSUED * 1000
  const secret = { tokenKey: await secretTokenKey(SECRET) }
  const schedule = scheduleOf(withSettingsSecret([], secret, 'HS256'), {
    now: time,
    tokenLifetimeSeconds: 3600,
  })
  keySet = keySetOf(schedule, undefined)
  tokens = createTokens({
    keys: () => keySet,
    issuer: 'castellan',
    lifetimeSeconds: 3600,
    cacheSize: 10,
    now: () => time,
  })
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signed right, whatever it says. */
function forge(header: string, payload: string): string {
  const signature = createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url')
  return `${header}.${payload}.${signature}`
}

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const refused = (token: string): string => outcomeOf(tokens, token)

describe('an issued token', () => {
  test('carries the five items under go-admin’s names, and other libraries verify it', async () => {
    const { token, expiresAt } = await tokens.issue(subject)
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: 'castellan',
      currentDate: new Date(ISSUED * 1000),
    })
    expect(payload).toEqual(claims)
    expect(expiresAt).toBe((ISSUED + 3600) * 1000)
  })

  test('is verified once and cached afterwards', async () => {
    const { token } = await tokens.issue(subject)
    const identity = tokens.verify(token)
    expect(identity).toEqual({
      userId: 7,
      roleId: 3,
      roleKey: 'editor',
      username: 'alice',
      dataScope: '5',
      sessionId: 42,
      issuedAt: ISSUED * 1000,
      expiresAt: (ISSUED + 3600) * 1000,
    })
    expect(tokens.verify(token)).toBe(identity)
  })

  test('expires exactly at `exp`, cached or not', async () => {
    const { token } = await tokens.issue(subject)
    time = (ISSUED + 3600) * 1000 - 1
    tokens.verify(token)
    time += 1
    expect(refused(token)).toBe('token-expired')
    expect(refused(forge(HEADER, encode({ ...claims, jti: '43-abcdefghijklmnop' })))).toBe('token-expired')
  })
})

test('a token that others sign with our secret in our format is accepted', async () => {
  expect(refused(forge(HEADER, encode(claims)))).toBe('accepted')
})

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['two parts', 'a.b'],
    ['dots alone', '..'],
    ['four parts', `${forge(HEADER, encode(claims))}.x`],
    ['five parts, as an encrypted token has', 'a.b.c.d.e'],
    ['a million dots', '.'.repeat(1_000_000)],
    ['a megabyte', `${HEADER}.${'A'.repeat(1_000_000)}.AAAA`],
    ['padding', `${forge(HEADER, encode(claims))}=`],
    ['a space', ` ${forge(HEADER, encode(claims))}`],
    ['another secret', signedWith('another secret, as long as ours is')],
    ['the empty secret', signedWith('')],
    ['JSON serialisation', JSON.stringify({ payload: encode(claims), protected: HEADER, signature: 'AAAA' })],
  ])('%s', async (_, token) => {
    expect(refused(token)).toBe('token-malformed')
  })

  test.each([
    'none',
    'NONE',
    'nOnE',
    '',
    null,
    0,
    ['HS256'],
    'HS256 ',
    'hs256',
    'HS384',
    'HS512',
    'RS256',
    'PS256',
  ])('alg %j, signed and unsigned', async (alg) => {
    const header = encode({ alg, typ: 'JWT' })
    expect(refused(forge(header, encode(claims)))).toBe('token-malformed')
    expect(refused(`${header}.${encode(claims)}.`)).toBe('token-malformed')
  })

  test.each([
    ['crit', { crit: ['exp'] }],
    ['an empty crit', { crit: [] }],
    ['crit null', { crit: null }],
    ['b64', { b64: false }],
    ['jwk', { jwk: { kty: 'oct', k: 'AAAA' } }],
    ['jku', { jku: 'http://127.0.0.1/keys' }],
    ['x5u', { x5u: 'http://127.0.0.1/keys' }],
    ['a key id', { kid: '../../dev/null' }],
    ['another typ', { typ: 'at+jwt' }],
    ['no typ', { typ: undefined }],
  ])('a header with %s', async (_, more) => {
    expect(refused(forge(encode({ alg: 'HS256', typ: 'JWT', ...more }), encode(claims)))).toBe(
      'token-malformed',
    )
  })

  test.each([
    ['another issuer', { iss: 'somebody' }],
    ['no issuer', { iss: undefined }],
    ['an audience', { aud: 'castellan' }],
    ['a not-before', { nbf: ISSUED }],
    ['the mark of dev', { mode: 'dev' }],
    ['a user id as text', { identity: '7' }],
    ['a fractional user id', { identity: 7.5 }],
    ['no role key', { rolekey: undefined }],
    ['an empty role key', { rolekey: '' }],
    ['a role key that is a list', { rolekey: ['admin'] }],
    ['no expiry', { exp: undefined }],
    ['an expiry as text', { exp: '9999999999' }],
    ['an endless expiry', { exp: 1e300 }],
    ['an expiry beyond what a date can hold', { exp: 8_640_000_000_001 }],
    ['no jti', { jti: undefined }],
    ['a jti without a session', { jti: 'abcdefghijklmnop' }],
    ['a jti of session 0', { jti: '0-abcdefghijklmnop' }],
  ])('claims with %s', async (_, more) => {
    expect(refused(forge(HEADER, encode({ ...claims, ...more })))).toBe('token-malformed')
  })

  test.each(['[]', '"x"', 'null', '1', '{', ''])('claims that are %j', async (text) => {
    expect(refused(forge(HEADER, Buffer.from(text).toString('base64url')))).toBe('token-malformed')
  })

  test('claims that are not UTF-8', async () => {
    const payload = Buffer.concat([Buffer.from('{"nice":"'), Buffer.from([0xff]), Buffer.from('"}')])
    expect(refused(forge(HEADER, payload.toString('base64url')))).toBe('token-malformed')
  })

  test('every other encoding of a signature, including different trailing bits', async () => {
    const { token } = await tokens.issue(subject)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const others = [...alphabet].map((last) => token.slice(0, -1) + last).filter((other) => other !== token)
    const outcomes = others.map(refused)
    expect(new Set(outcomes)).toEqual(new Set(['token-malformed']))
  })

  test('a token with another payload, signed by jose', async () => {
    const detached = await new CompactSign(new Uint8Array())
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    expect(refused(detached)).toBe('token-malformed')
    const bare = await new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)
    expect(refused(bare)).toBe('token-malformed')
  })
})

test('the token of a user who must set a new password has a claim for it', async () => {
  const { token } = await tokens.issue({ ...subject, pwdChangeDue: true })
  expect(decodeJwt(token)).toEqual({ ...claims, passwordchange: 'due' })
  expect(tokens.verify(token)).toMatchObject({ pwdChangeDue: true })
})

test('the token of a user who must set up a second factor has a claim for it', async () => {
  const { token } = await tokens.issue({ ...subject, secondFactorDue: true })
  expect(decodeJwt(token)).toEqual({ ...claims, secondfactor: 'due' })
  expect(tokens.verify(token)).toMatchObject({ secondFactorDue: true })
})

test('a token issued in dev contains the mode and is accepted in no other mode', async () => {
  const options = {
    keys: () => keySet,
    issuer: 'castellan',
    lifetimeSeconds: 100,
    cacheSize: 10,
    now: () => time,
  }
  const inDev = createTokens({ ...options, mode: 'dev' })
  const { token } = await inDev.issue(subject)
  expect(decodeJwt(token)).toMatchObject({ mode: 'dev' })
  expect(inDev.verify(token)).toMatchObject({ userId: 7 })
  expect(refused(token)).toBe('token-malformed')
})

function signedWith(secret: string): string {
  const signature = createHmac('sha256', secret)
    .update(`${HEADER}.${encode(claims)}`)
    .digest('base64url')
  return `${HEADER}.${encode(claims)}.${signature}`
}

describe('the signer of a token', () => {
  const options = {
    keys: () => keySet,
    issuer: 'castellan',
    lifetimeSeconds: 3600,
    cacheSize: 10,
    now: () => time,
  }

  test('is accepted, and differs by issuer and mode', () => {
    const inDev = createTokens({ ...options, mode: 'dev' })
    const ofOtherIssuer = createTokens({ ...options, issuer: 'other' })
    expect(tokens.signerId()).toMatch(/^[\w-]{43}$/)
    expect(tokens.acceptedSignerIds()).toEqual([tokens.signerId()])
    expect(inDev.acceptedSignerIds()).toEqual([tokens.signerId(), inDev.signerId()])
    expect(new Set([tokens.signerId(), inDev.signerId(), ofOtherIssuer.signerId()]).size).toBe(3)
  })

  test('cannot be named while no key signs', () => {
    const without = createTokens({ ...options, keys: () => ({ ...keySet, signing: undefined }) })
    expect(() => without.signerId()).toThrow('unavailable')
  })
})

describe('a token that was issued in the future', () => {
  test.each([
    ['exactly the tolerated clock skew ahead', 60, 'accepted'],
    ['one second more', 61, 'token-malformed'],
  ])('%s', async (_, seconds, expected) => {
    expect(refused(forge(HEADER, encode({ ...claims, iat: ISSUED + seconds })))).toBe(expected)
  })
})
