import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { call, postJson, readLoginLog } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import {
  authenticator,
  PASSKEY_SETTINGS,
  registerPasskey,
  sendPasskeyLogin,
  startPasskeyLogin,
  startRegistration,
  tryPasskeyLogin,
} from '../support/passkey-client.ts'
import { startService } from '../support/service.ts'

const ELEVEN_MINUTES_MS = 11 * 60 * 1000

const { application, login } = PASSKEY_SETTINGS
const secondFactor = { requiredRoles: ['guarded'] }
const service = await startService({ settings: { application, login: { ...login, secondFactor } } })
afterAll(service.close)
const admin = await loginOperator(service.base)
const clerkRole = await addRole(admin, 'clerk')

async function addClerk(username: string, fields: Record<string, unknown> = {}) {
  const userId = await addUser(admin, username, clerkRole, { nickName: `Clerk ${username}`, ...fields })
  const user = await loginOperator(service.base, { username, password: passwordOf(username) })
  return { userId, user }
}

const passkeysOf = async (user: Operator) =>
  (await dataOf<{ passkeys: Record<string, unknown>[] }>(user.get('/user/login-methods'))).passkeys

test('a user with a second factor needs its code to add a passkey', async () => {
  const { user: first } = await addClerk('factored')
  const { secret } = await dataOf<{ secret: string }>(first.post('/user/second-factor', {}))
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  const { recoveryCodes } = await dataOf<{ recoveryCodes: string[] }>(
    first.post('/user/second-factor/confirm', { code }),
  )
  const [forLogin, forPasskey] = recoveryCodes
  const login = { username: 'factored', password: passwordOf('factored'), secondFactorCode: forLogin }
  const user = await loginOperator(service.base, login)
  const { uuid, options } = await startRegistration(user)
  const passkey = authenticator.create(options)
  const add = (fields: object) =>
    user.post('/user/passkey', { uuid, name: 'Key', credential: passkey.attestation(), ...fields })
  for (const fields of [{}, { secondFactorCode: '000000' }, { secondFactorCode: forLogin }])
    expect((await add(fields)).body).toMatchObject({ code: 400, reason: 'second-factor-wrong' })
  expectSuccess(await add({ secondFactorCode: forPasskey }))
})

test('a user registers a passkey and logs in with it, without a username and a password', async () => {
  const { userId, user } = await addClerk('anna')
  const { options } = await startRegistration(user)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Castellan' },
    user: { name: 'anna', displayName: 'Clerk anna' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  const passkey = await registerPasskey(user, 'Läptop 🔑')
  const shown = { id: passkey.passkeyId, name: 'Läptop 🔑', backedUp: false, lastUsedAt: null }
  expect(await passkeysOf(user)).toEqual([expect.objectContaining(shown)])

  const answer = await tryPasskeyLogin(service.base, passkey)
  expectSuccess(answer, { token: expect.any(String), expire: expect.any(String) })
  const token = String(answer.body.token)
  expect(claimsOf(token)).toMatchObject({ identity: userId })
  const again = operatorWith(service.base, token)
  expect(await passkeysOf(again)).toEqual([
    expect.objectContaining({ ...shown, lastUsedAt: expect.stringMatching(/Z$/) }),
  ])
  expect((await readLoginLog(service.base, admin.token))[0]).toMatchObject({
    username: 'anna',
    method: 'passkey',
    status: '2',
  })
})

test('a user has several passkeys with one random user handle, and names and removes them', async () => {
  const { userId, user } = await addClerk('berta')
  const first = await registerPasskey(user, 'Phone')
  const { options } = await startRegistration(user)
  expect(options.user.id).toBe(first.userHandle)
  expect(Buffer.from(first.userHandle, 'base64url')).toHaveLength(32)
  expect(options.excludeCredentials).toMatchObject([{ id: first.id, transports: ['hybrid', 'internal'] }])
  const second = await registerPasskey(user, 'Key')

  const renamed = await dataOf(user.put(`/user/passkey/${second.passkeyId}`, { name: 'Security key' }))
  expect(renamed).toMatchObject({ id: second.passkeyId, name: 'Security key' })
  for (const passkey of [first, second]) expectSuccess(await tryPasskeyLogin(service.base, passkey))

  const other = await loginOperator(service.base, { username: 'berta', password: passwordOf('berta') })
  expectSuccess(await user.remove(`/user/passkey/${first.passkeyId}`))
  expect(await passkeysOf(user)).toMatchObject([{ name: 'Security key' }])
  expectRefused(await other.get('/getinfo'), 401)
  expectRefused(await tryPasskeyLogin(service.base, first), 400)
  expectSuccess(await tryPasskeyLogin(service.base, second))

  const entries = await listOf(admin, `/audit-log?targetId=${userId}&pageSize=200`)
  const changes = entries.filter(({ target }) => target === 'berta').map(({ action }) => action)
  expect(changes.filter((action) => String(action).includes('passkey'))).toEqual([
    'user.passkey-remove',
    'user.passkey-rename',
    'user.passkey-add',
    'user.passkey-add',
  ])
  expect(JSON.stringify(entries)).not.toContain(second.id)
})

test('passkeys of others can neither be renamed nor removed', async () => {
  const { user: carla } = await addClerk('carla')
  const { user: dora } = await addClerk('dora')
  const { passkeyId } = await registerPasskey(carla)
  expectRefused(await dora.put(`/user/passkey/${passkeyId}`, { name: 'Mine' }), 404)
  expectRefused(await dora.remove(`/user/passkey/${passkeyId}`), 404)
  expect(await passkeysOf(carla)).toMatchObject([{ name: 'Laptop' }])
  expect(await passkeysOf(dora)).toEqual([])
})

test('a change of the own passkeys requires a recent login', async () => {
  const own = await startService({ settings: PASSKEY_SETTINGS })
  try {
    const user = await loginOperator(own.base)
    const { uuid, options } = await startRegistration(user)
    const credential = authenticator.create(options).attestation()
    const { passkeyId } = await registerPasskey(user)
    own.advance(ELEVEN_MINUTES_MS)
    for (const refused of [
      await user.post('/user/passkey/options', {}),
      await user.post('/user/passkey', { uuid, name: 'Late', credential }),
      await user.put(`/user/passkey/${passkeyId}`, { name: 'Late' }),
      await user.remove(`/user/passkey/${passkeyId}`),
    ]) {
      expect(refused.body).toMatchObject({ code: 409, reason: 'recent-login-required' })
    }
    expect(await passkeysOf(user)).toMatchObject([{ name: 'Laptop' }])
  } finally {
    await own.close()
  }
})

test('a user has at most 20 passkeys', async () => {
  const { user } = await addClerk('emma')
  const early = await startRegistration(user)
  for (let i = 0; i < 20; i++) await registerPasskey(user, `Key ${i}`)
  const refused = await user.post('/user/passkey/options', {})
  expect(refused.body).toMatchObject({ code: 409, reason: 'passkey-limit' })
  const credential = authenticator.create(early.options).attestation()
  const late = await user.post('/user/passkey', { uuid: early.uuid, name: 'One more', credential })
  expect(late.body).toMatchObject({ code: 409, reason: 'passkey-limit' })
  expect(await passkeysOf(user)).toHaveLength(20)
})

test('a user who is limited to other methods registers no passkey', async () => {
  const { userId, user } = await addClerk('gesine')
  const early = await startRegistration(user)
  await dataOf(admin.put(`/sys-user/${userId}`, { loginMethods: ['password'] }))
  const limited = await loginOperator(service.base, { username: 'gesine', password: passwordOf('gesine') })
  const credential = authenticator.create(early.options).attestation()
  for (const refused of [
    await limited.post('/user/passkey/options', {}),
    await limited.post('/user/passkey', { uuid: early.uuid, name: 'Early', credential }),
  ]) {
    expect(refused.body).toMatchObject({
      code: 400,
      reason: 'invalid-parameters',
      msg: expect.stringContaining('limited to other login methods'),
    })
  }
  expect(await passkeysOf(limited)).toEqual([])
})

test.each([
  ['an empty name', { name: '' }],
  ['a blank name', { name: '  ' }],
  ['a long name', { name: 'x'.repeat(65) }],
  ['control characters', { name: 'a\u202eb' }],
  ['no name', {}],
])('a name is checked: %s', async (_, fields) => {
  const { uuid, options } = await startRegistration(admin)
  const credential = authenticator.create(options).attestation()
  expectRefused(await admin.post('/user/passkey', { uuid, credential, ...fields }), 400)
  expect(await passkeysOf(admin)).toEqual([])
})

test('an operator sees and removes passkeys of a user, which ends the sessions of the user', async () => {
  const { userId, user } = await addClerk('frida')
  const passkey = await registerPasskey(user)
  const path = `/sys-user/${userId}`
  const shown = await dataOf<{ passkeys: object[] }>(admin.get(`${path}/login-methods`))
  expect(shown.passkeys).toMatchObject([{ id: passkey.passkeyId, name: 'Laptop' }])

  expectRefused(await user.remove(`${path}/passkey/${passkey.passkeyId}`), 401)
  expectRefused(await admin.remove(`/sys-user/${userId + 1000}/passkey/${passkey.passkeyId}`), 404)
  expectRefused(await admin.remove(`/sys-user/1/passkey/${passkey.passkeyId}`), 409)
  expectSuccess(await admin.remove(`${path}/passkey/${passkey.passkeyId}`))
  expectRefused(await admin.remove(`${path}/passkey/${passkey.passkeyId}`), 404)
  expectRefused(await user.get('/getinfo'), 401)
  expectRefused(await tryPasskeyLogin(service.base, passkey), 400)
  const [entry] = await listOf(admin, '/audit-log?pageSize=1')
  expect(entry).toMatchObject({ action: 'user.passkey-remove', target: 'frida', operator: 'admin' })
})

test('an operator cannot remove passkeys of a user whose role exceeds their own', async () => {
  const rules = [{ method: 'DELETE', path: '/api/v1/sys-user/*' }]
  const helperRole = await addRole(admin, 'helper', rules)
  await addUser(admin, 'helper', helperRole)
  const helper = await loginOperator(service.base, { username: 'helper', password: passwordOf('helper') })
  const bossId = await addUser(admin, 'boss', 1)
  const boss = await loginOperator(service.base, { username: 'boss', password: passwordOf('boss') })
  const { passkeyId } = await registerPasskey(boss)
  const refused = await helper.remove(`/sys-user/${bossId}/passkey/${passkeyId}`)
  expect(refused.body.code).toBe(409)
  expect(await passkeysOf(boss)).toHaveLength(1)
})

test('a login with a passkey needs no second factor, even if the role requires one', async () => {
  const { userId, user } = await addClerk('ida')
  const passkey = await registerPasskey(user)
  const roleId = await addRole(admin, 'guarded')
  expectSuccess(await admin.put(`/sys-user/${userId}`, { roleId }))
  const restricted = await loginOperator(service.base, { username: 'ida', password: passwordOf('ida') })
  expect(claimsOf(restricted.token)).toHaveProperty('secondfactor')
  expectRefused(await restricted.post('/user/passkey/options', {}), 409)
  const { body } = await tryPasskeyLogin(service.base, passkey)
  expect(claimsOf(String(body.token))).not.toHaveProperty('secondfactor')
})

test('deleting a user deletes the passkeys', async () => {
  const { userId, user } = await addClerk('greta')
  const passkey = await registerPasskey(user)
  expectSuccess(await admin.remove(`/sys-user/${userId}`))
  expectRefused(await tryPasskeyLogin(service.base, passkey), 400)
})

test('the login page learns that passkeys are offered', async () => {
  const { body } = await call(`${service.base}/app-config`)
  expect(body.data).toMatchObject({ loginMethods: [{ method: 'password' }, { method: 'passkey' }] })
})

test('a service without the method refuses passkeys', async () => {
  const plain = await startService()
  try {
    const user = await loginOperator(plain.base)
    expectRefused(await user.post('/user/passkey/options', {}), 400)
    const start = await call(`${plain.base}/login/passkey`, postJson({ uuid: 'x', code: 'y' }))
    expectRefused(start, 400)
    const { uuid, options } = await startPasskeyLogin(service.base)
    const { user: hanna } = await addClerk('hanna')
    const credential = (await registerPasskey(hanna)).assertion(options)
    expectRefused(await sendPasskeyLogin(plain.base, { uuid, credential }), 400)
    expect(await passkeysOf(user)).toEqual([])
    expectRefused(await user.remove('/user/passkey/1'), 404)
  } finally {
    await plain.close()
  }
})
