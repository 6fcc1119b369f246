import { afterAll, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { claimsOf } from '../support/jwt.ts'
import { operatorWith } from '../support/operator.ts'
import { encoded, encodedBytes, forged, HEADER, sign } from './support/forged-token.ts'
import { expectNotStored, secretPartsOf, startTarget } from './support/target.ts'
import { expectTokenRefused, expectUnauthenticated } from './support/token-expectations.ts'

const clock = createClock()

const target = await startTarget({ replacements: { now: clock.now } })
afterAll(target.close)
const admin = await login(target.base)
const claims = claimsOf(admin)

const nowInSeconds = () => Math.floor(clock.now() / 1000)

test('T01 no token in any carrier', async () => {
  for (const headers of [{}, { cookie: 'theme=dark' }, { authorization: 'Basic YTpi' }]) {
    expectUnauthenticated(target, await call(`${target.base}/orders`, { headers }))
    expectUnauthenticated(target, await call(`${target.base}/orders?x=1`, { headers, method: 'POST' }))
  }
})

test('T02 expired one second ago, just now, or long ago, in each of the three carriers', async () => {
  for (const age of [1, 0, 60, 3600 * 24 * 365]) {
    const exp = nowInSeconds() - age
    await expectTokenRefused(target, forged(HEADER, { ...claims, iat: exp - 3600, exp }))
  }
})

test('T02 a cached token expires too', async () => {
  const token = forged(HEADER, { ...claims, exp: nowInSeconds() + 100 })
  expect((await call(`${target.base}/orders`, bearer(token))).body).toEqual({ ran: true })
  target.runs.take()
  clock.advance(101_000)
  await expectTokenRefused(target, token)
})

test('T02 a token issued in the future is refused beyond the clock tolerance', async () => {
  const issuedIn = (seconds: number) => {
    const iat = nowInSeconds() + seconds
    return forged(HEADER, { ...claims, iat, exp: iat + 3600 })
  }
  for (const seconds of [120, 3600, 3600 * 24 * 365 * 100])
    await expectTokenRefused(target, issuedIn(seconds))
  expect((await call(`${target.base}/orders`, bearer(issuedIn(30)))).body).toEqual({ ran: true })
  target.runs.take()
})

test.each(['[]', '[{"rolekey":"admin"}]', '"x"', 'null', '1', 'true', '{', '', ' ', '{}x', '\ufeff{}'])(
  'T11 claims that are %j, with a valid signature',
  async (text) => {
    const signed = `${encoded(HEADER)}.${encodedBytes(text)}`
    await expectTokenRefused(target, `${signed}.${sign(signed)}`)
  },
)

test('T11 a header or claims with duplicate members, whichever of them is valid', async () => {
  const [header, payload] = [JSON.stringify(HEADER), JSON.stringify(claims)]
  const withDuplicate = (text: string, member: string, isLast: boolean) =>
    isLast ? `${text.slice(0, -1)},${member}}` : `{${member},${text.slice(1)}`
  for (const isLast of [true, false]) {
    for (const parts of [
      [withDuplicate(header, '"alg":"none"', isLast), payload],
      [withDuplicate(header, '"alg":"HS256"', isLast), payload],
      [withDuplicate(header, '"\\u0061lg":"HS256"', isLast), payload],
      [header, withDuplicate(payload, '"rolekey":"admin"', isLast)],
      [header, withDuplicate(payload, '"exp":99999999999', isLast)],
      [header, withDuplicate(payload, '"\\u0065xp":99999999999', isLast)],
      [header, withDuplicate(payload, '"x":{"a":1,"a":2}', isLast)],
    ]) {
      const signed = parts.map(encodedBytes).join('.')
      await expectTokenRefused(target, `${signed}.${sign(signed)}`)
    }
  }
})

test('T11 a byte order mark before the header or the claims', async () => {
  const [header, payload] = [JSON.stringify(HEADER), JSON.stringify(claims)]
  for (const parts of [
    [`\ufeff${header}`, payload],
    [header, `\ufeff${payload}`],
  ]) {
    const signed = parts.map(encodedBytes).join('.')
    await expectTokenRefused(target, `${signed}.${sign(signed)}`)
  }
  const signed = [header, payload].map(encodedBytes).join('.')
  expect((await call(`${target.base}/getinfo`, bearer(`${signed}.${sign(signed)}`))).body.code).toBe(200)
})

test('T11 claims with invalid UTF-8: overlong, truncated, a lone surrogate', async () => {
  const text = JSON.stringify({ ...claims, nice: '@' })
  const [before = '', after = ''] = text.split('@')
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe4, 0xb8], [0xf5, 0x80, 0x80, 0x80]]) {
    const payload = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    const signed = `${encoded(HEADER)}.${encodedBytes(payload)}`
    await expectTokenRefused(target, `${signed}.${sign(signed)}`)
  }
})

test.each([
  ['typ of an access token', { typ: 'at+jwt' }, {}],
  ['typ in another letter case', { typ: 'jwt' }, {}],
  ['typ of an identity token', { typ: 'id_token+jwt' }, {}],
  ['no typ', { typ: undefined }, {}],
  ['another cty', { cty: 'JWT' }, {}],
  ['another issuer', {}, { iss: 'somebody' }],
  ['an issuer in another letter case', {}, { iss: 'Castellan' }],
  ['an array of issuers', {}, { iss: ['castellan'] }],
  ['no issuer', {}, { iss: undefined }],
  ['another audience', {}, { aud: 'another service' }],
  ['the service name as the audience', {}, { aud: 'castellan' }],
  ['an array of audiences', {}, { aud: ['castellan', 'x'] }],
  ['an empty audience', {}, { aud: '' }],
  ['the mode claim of dev', {}, { mode: 'dev' }],
  ['another mode', {}, { mode: 'prod' }],
  ['a not-before time in the future', {}, { nbf: 4_102_444_800 }],
  ['no expiry', {}, { exp: undefined }],
  ['an expiry as a string', {}, { exp: '4102444800' }],
  ['a very large expiry', {}, { exp: 1e308 }],
  ['a negative expiry', {}, { exp: -1 }],
  ['an array as role key', {}, { rolekey: ['admin'] }],
  ['an empty role key', {}, { rolekey: '' }],
  ['a user id as a string', {}, { identity: '1' }],
  ['no session', {}, { jti: 'abcdefghijklmnopqrstuv' }],
])('T16 signed with the service’s own secret, with %s', async (_name, header, changed) => {
  await expectTokenRefused(target, forged({ ...HEADER, ...header }, { ...claims, ...changed }))
})

test('T19 user disabled after the token was issued: refused within the limit, in every carrier, permanently', async () => {
  const { token } = await loginAs(target, 'sacked', [{ method: 'GET', path: '/api/v1/orders' }])
  await eventually(async () =>
    expect((await call(`${target.base}/orders`, bearer(token))).body).toEqual({ ran: true }),
  )
  await target.context.userAdministration.setStatus('sacked', '1')
  await eventually(async () => {
    target.runs.take()
    expectUnauthenticated(target, await call(`${target.base}/orders`, bearer(token)))
  })
  await expectTokenRefused(target, token)
  await target.context.userAdministration.setStatus('sacked', '2')
  await expectTokenRefused(target, token)
})

test('T19 user deleted after the token was issued: refused within the limit, permanently, even if the name is reused', async () => {
  const rules = [{ method: 'GET', path: '/api/v1/orders' }]
  const { token, roleKey } = await loginAs(target, 'deleted', rules)
  await eventually(async () =>
    expect((await call(`${target.base}/orders`, bearer(token))).body).toEqual({ ran: true }),
  )
  const ids = [claimsOf(token).identity]
  const removed = await operatorWith(target.base, admin).remove('/sys-user', { ids })
  expect(removed.body.code).toBe(200)
  target.runs.take()
  expectUnauthenticated(target, await call(`${target.base}/orders`, bearer(token)))
  await expectTokenRefused(target, token)
  await target.context.userAdministration.add({
    username: 'deleted',
    password: 'somebody else who has the name now',
    roleKey,
  })
  await expectTokenRefused(target, token)
})

test('T21 password changed after the token was issued: every older token is refused', async () => {
  const { token, password } = await loginAs(target, 'renewed', [{ method: 'GET', path: '/api/v1/orders' }])
  const second = await login(target.base, { username: 'renewed', password })
  await target.context.userAdministration.setPassword('renewed', 'another password')
  for (const older of [token, second]) {
    await eventually(async () => {
      target.runs.take()
      expectUnauthenticated(target, await call(`${target.base}/orders`, bearer(older)))
    })
    await expectTokenRefused(target, older)
  }
  const newer = await login(target.base, { username: 'renewed', password: 'another password' })
  await eventually(async () =>
    expect((await call(`${target.base}/orders`, bearer(newer))).body).toEqual({ ran: true }),
  )
  target.runs.take()
})

test('no valid token appears in the log or the data folder', async () => {
  await expectNotStored(target, secretPartsOf(admin))
})
