import { afterAll, describe, expect, test } from 'vitest'
import { attemptIdOf } from '../../src/core/login/attempt-count.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { call, getCaptcha, postJson, readLoginLog } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { flipLastBit, type ResponseParts } from '../support/passkey-authenticator.ts'
import {
  authenticator,
  PASSKEY_SETTINGS,
  registerPasskey,
  sendPasskeyLogin,
  startPasskeyLogin,
  startRegistration,
  tryPasskeyLogin,
} from '../support/passkey-client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

const COPIED = '/event?kind=passkey.copied'

const logInAs = (username: string) => loginOperator(target.base, { username, password: passwordOf(username) })

// The clock stands still: on a slow machine, the logins would not be recent enough to register passkeys.
const startedAt = Date.now()
const target = await startTarget({ settings: PASSKEY_SETTINGS, replacements: { now: () => startedAt } })
afterAll(target.close)
const admin = await loginOperator(target.base)
const clerkRole = await addRole(admin, 'clerk')
const aliceId = await addUser(admin, 'alice', clerkRole)
const alice = await logInAs('alice')
await addUser(admin, 'mallory', clerkRole)
const mallory = await logInAs('mallory')
const passkey = await registerPasskey(alice)

/** What every refused login gets, whatever is wrong. */
async function refusalOfUnknownPasskey(): Promise<unknown> {
  const { options } = await startRegistration(mallory)
  return (await tryPasskeyLogin(target.base, authenticator.create(options))).body
}

const passkeysOf = async (user: Operator) =>
  (await dataOf<{ passkeys: object[] }>(user.get('/user/login-methods'))).passkeys

describe('a login with a passkey is refused like an unknown passkey', () => {
  const attacks: readonly [string, Partial<ResponseParts>][] = [
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['the relying party of another site', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['the frame of another site', { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ['the response of a registration', { type: 'webauthn.create' }],
    ['a tampered signature', { tamper: flipLastBit }],
    ['the user handle of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
  ]
  test.each(attacks)('%s', async (_, parts) => {
    const answer = await tryPasskeyLogin(target.base, passkey, parts)
    expectRefused(answer, 400)
    expect(answer.body).toEqual(await refusalOfUnknownPasskey())
    expectSuccess(await tryPasskeyLogin(target.base, passkey))
  })
})

test('wrong assertions are counted with the wrong codes of the user', async () => {
  const { database, close } = await openDatabase(target.databaseUrl, { migrate: false })
  try {
    const count = async () => {
      const id = attemptIdOf('second-factor', String(aliceId))
      const row = await database
        .selectFrom('login_attempts')
        .select('failures')
        .where('id', '=', id)
        .execute()
      return row[0]?.failures ?? 0
    }
    const before = await count()
    expectRefused(await tryPasskeyLogin(target.base, passkey, { tamper: flipLastBit }), 400)
    expect(await count()).toBe(before + 1)
    expectSuccess(await tryPasskeyLogin(target.base, passkey))
    await refusalOfUnknownPasskey()
    expect(await count()).toBe(before + 1)
  } finally {
    await close()
  }
})

test('a challenge is used once, by a success and by a failure', async () => {
  const { uuid, options } = await startPasskeyLogin(target.base)
  const credential = passkey.assertion(options)
  expectSuccess(await sendPasskeyLogin(target.base, { uuid, credential }))
  expectRefused(await sendPasskeyLogin(target.base, { uuid, credential }), 400)

  const second = await startPasskeyLogin(target.base)
  const wrong = passkey.assertion(second.options, { tamper: flipLastBit })
  expectRefused(await sendPasskeyLogin(target.base, { uuid: second.uuid, credential: wrong }), 400)
  const right = passkey.assertion(second.options)
  expectRefused(await sendPasskeyLogin(target.base, { uuid: second.uuid, credential: right }), 400)
})

test('of several logins with one challenge at the same time, one succeeds', async () => {
  const { uuid, options } = await startPasskeyLogin(target.base)
  const credential = passkey.assertion(options)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sendPasskeyLogin(target.base, { uuid, credential })),
  )
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
})

test('a challenge is valid for its purpose and its user only', async () => {
  const login = await startPasskeyLogin(target.base)
  const registration = await startRegistration(alice)
  const mixed = passkey.assertion(registration.options)
  expectRefused(await sendPasskeyLogin(target.base, { uuid: registration.uuid, credential: mixed }), 400)
  expectRefused(await sendPasskeyLogin(target.base, { uuid: login.uuid, credential: mixed }), 400)

  const ofLogin = authenticator.create({
    ...registration.options,
    ...(await startPasskeyLogin(target.base)).options,
  })
  const add = (user: Operator, uuid: string, credential: object) =>
    user.post('/user/passkey', { uuid, name: 'Mixed', credential })
  expectRefused(await add(alice, login.uuid, ofLogin.attestation()), 400)

  const { uuid, options } = await startRegistration(alice)
  const ofAlice = authenticator.create(options).attestation()
  expectRefused(await add(mallory, uuid, ofAlice), 400)
  // The attempt of the other user has used it.
  expectRefused(await add(alice, uuid, ofAlice), 400)
  expect([await passkeysOf(alice), await passkeysOf(mallory)]).toMatchObject([[{ name: 'Laptop' }], []])
})

test('a captcha is not a challenge, and no challenge is issued without a captcha', async () => {
  const captcha = await getCaptcha(target.base)
  const { options } = await startPasskeyLogin(target.base)
  expectRefused(
    await sendPasskeyLogin(target.base, { uuid: captcha, credential: passkey.assertion(options) }),
    400,
  )
  for (const fields of [
    {},
    { uuid: captcha },
    { uuid: captcha, code: 'wrong' },
    { uuid: captcha, code: CAPTCHA_TEXT },
  ])
    expectRefused(await call(`${target.base}/login/passkey`, postJson(fields)), 400)
})

test('a registration is refused with responses that no honest browser sends', async () => {
  const attacks: readonly Partial<ResponseParts>[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { userVerified: false },
    { crossOrigin: true },
    { type: 'webauthn.get' },
    { algorithm: -35 },
    { format: 'packed', statement: new Map([['x5c', [Buffer.from('a certificate')]]]) },
  ]
  for (const parts of attacks) {
    const { uuid, options } = await startRegistration(mallory)
    const credential = authenticator.create(options).attestation(parts)
    const { body } = await mallory.post('/user/passkey', { uuid, name: 'Evil', credential })
    expect(body).toMatchObject({ code: 400, reason: 'passkey-invalid' })
  }
  expect(await passkeysOf(mallory)).toEqual([])
})

test('a passkey cannot be registered for a second user', async () => {
  const first = await startRegistration(alice)
  const stolen = authenticator.create(first.options)
  const credentialOfAlice = stolen.attestation()
  await dataOf(
    alice.post('/user/passkey', { uuid: first.uuid, name: 'Shared', credential: credentialOfAlice }),
  )
  const { uuid, options } = await startRegistration(mallory)
  const credential = stolen.attestation({ challenge: options.challenge })
  const { body } = await mallory.post('/user/passkey', { uuid, name: 'Stolen', credential })
  expect(body).toMatchObject({ code: 409, reason: 'passkey-taken' })
  expect(await passkeysOf(mallory)).toEqual([])
})

test('a copied authenticator is refused and reported once', async () => {
  const copied = await registerPasskey(alice, 'Copied')
  expectSuccess(await tryPasskeyLogin(target.base, copied, { counter: 10 }))
  expectRefused(await tryPasskeyLogin(target.base, copied, { counter: 4, tamper: flipLastBit }), 400)
  expect(await listOf(admin, COPIED)).toEqual([])
  for (const counter of [10, 9, 0]) {
    expectRefused(await tryPasskeyLogin(target.base, copied, { counter }), 400)
  }
  expect(await listOf(admin, COPIED)).toMatchObject([
    { severity: 'critical', fields: { username: 'alice', passkey: 'Copied', passkeyId: copied.passkeyId } },
  ])
  expectSuccess(await tryPasskeyLogin(target.base, copied, { counter: 11 }))
})

test('an authenticator without a counter logs in again and again', async () => {
  const synchronized = await registerPasskey(alice, 'Synchronized')
  for (let i = 0; i < 3; i++) expectSuccess(await tryPasskeyLogin(target.base, synchronized, { counter: 0 }))
})

test('a disabled user, and one limited to other methods, get the response of an unknown passkey', async () => {
  const unknown = await refusalOfUnknownPasskey()
  const change = (fields: object) => dataOf(admin.put(`/sys-user/${aliceId}`, fields))
  await change({ status: '1' })
  expect((await tryPasskeyLogin(target.base, passkey)).body).toEqual(unknown)
  await change({ status: '2', loginMethods: ['password'] })
  expect((await tryPasskeyLogin(target.base, passkey)).body).toEqual(unknown)
  await change({ loginMethods: ['passkey'] })
  expectSuccess(await tryPasskeyLogin(target.base, passkey))
  await change({ loginMethods: [] })
  const [entry] = (await readLoginLog(target.base, admin.token)).filter(({ status }) => status === '1')
  expect(entry).toMatchObject({ username: 'alice', method: 'passkey', reason: 'credentials-wrong' })
})

test('a credential that is malformed or too large is refused as invalid', async () => {
  const { uuid, options } = await startPasskeyLogin(target.base)
  const good = passkey.assertion(options)
  const long = 'A'.repeat(5000)
  for (const credential of [
    null,
    'text',
    [],
    {},
    { ...good, id: [good.id] },
    { ...good, id: long, rawId: long },
    { ...good, type: 'password' },
    { ...good, response: { ...good.response, clientDataJSON: long } },
    { ...good, response: { ...good.response, signature: 'not base64url!' } },
    { ...good, response: { ...good.response, userHandle: null } },
    { ...good, response: 'text' },
  ]) {
    const answer = await sendPasskeyLogin(target.base, { uuid, credential })
    expect(answer.body).toMatchObject({ code: 400, reason: 'invalid-parameters' })
  }
  const huge = await sendPasskeyLogin(target.base, {
    uuid,
    credential: { ...good, more: 'A'.repeat(20_000) },
  })
  expectRefused(huge, 413, 413)
  // None of them was an attempt.
  expectSuccess(await sendPasskeyLogin(target.base, { uuid, credential: good }))
})

test('neither logs nor the audit log contain challenges, credentials or keys', async () => {
  const { uuid, options } = await startPasskeyLogin(target.base)
  const credential = passkey.assertion(options)
  expectSuccess(await sendPasskeyLogin(target.base, { uuid, credential }))
  const written = target.logged() + JSON.stringify(await listOf(admin, '/audit-log?pageSize=200'))
  const secrets = [options.challenge, uuid, passkey.id, String(credential.response.signature)]
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})
