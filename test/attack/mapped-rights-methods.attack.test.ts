import { afterAll, describe, expect, test } from 'vitest'
import type { CodeMessage } from '../../src/index.ts'
import { type Answer, call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { startIdentityProvider } from '../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, logInWith } from '../support/oidc/oidc-flow.ts'
import {
  addRole,
  addUser,
  dataOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import {
  authenticator,
  PASSKEY_ORIGIN,
  registerPasskey,
  sendPasskeyLogin,
  startPasskeyLogin,
  startRegistration,
  tryPasskeyLogin,
} from '../support/passkey-client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

// Passkeys and codes of a user, to whom the mapping of an identity provider gives more rights afterwards.

const sent: CodeMessage[] = []

/** Maps the group `admins` to the role `admin`; everybody else is a `clerk`. */

const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
const company = await startIdentityProvider({
  ...client,
  redirectUris: [`${PASSKEY_ORIGIN}/login/oidc/company`],
})
const roles = [{ claim: 'groups', value: 'admins', role: 'admin' }]
const provider = { ...client, name: 'company', issuer: company.issuer, roles, defaultRole: 'clerk' }
const target = await startTarget({
  settings: {
    application: { publicUrl: PASSKEY_ORIGIN },
    login: {
      methods: ['password', 'passkey', 'code', 'oidc'],
      maxFailures: 0,
      oidc: { timeoutSeconds: 60, providers: [provider] },
    },
  },
  replacements: { codeSender: { send: async (message) => void sent.push(message) } },
})
const admin = await loginOperator(target.base)
const clerk = await addRole(admin, 'clerk', [], { dataScope: '3' })

afterAll(async () => {
  await target?.close()
  await company?.close()
})

/** Logs in with the provider, where the user is in these groups. */
function logInAs(subject: string, groups: readonly string[]): Promise<Answer> {
  company.logIn({ sub: subject, claims: { preferred_username: subject, groups } })
  return logInWith(target.base, 'company', company)
}

async function sessionOf(subject: string, groups: readonly string[]): Promise<Operator> {
  return operatorWith(target.base, String((await logInAs(subject, groups)).body.token))
}

const idOf = async (username: string) => (await target.context.users.findByName(username))?.userId ?? 0

/** Adds a user whom the provider maps, and who may log in with a password before. */
async function addLinked(username: string): Promise<number> {
  const id = await addUser(admin, username, clerk)
  expectSuccess(await admin.post(`/sys-user/${id}/link`, { issuer: company.issuer, subject: username }))
  return id
}

/** Creates a user by a login as an admin, who may use every method. */
async function mappedAdmin(username: string): Promise<number> {
  expectSuccess(await logInAs(username, ['admins']))
  const id = await idOf(username)
  expectSuccess(await admin.put(`/sys-user/${id}`, { loginMethods: [] }))
  return id
}

const passkeysOf = async (id: number) =>
  (await dataOf<{ passkeys: { name: string }[] }>(admin.get(`/sys-user/${id}/login-methods`))).passkeys

test('a passkey that was registered before the mapping raises the user is gone, and so are the sessions', async () => {
  const id = await addLinked('raised')
  const { body } = await tryLogin(target.base, { username: 'raised', password: passwordOf('raised') })
  const before = operatorWith(target.base, String(body.token))
  const passkey = await registerPasskey(before)
  const withPasskey = await tryPasskeyLogin(target.base, passkey)
  expectSuccess(withPasskey)
  const { options } = await startRegistration(before)
  const started = await startPasskeyLogin(target.base)

  expectSuccess(await logInAs('raised', ['admins']))
  expect(await passkeysOf(id)).toEqual([])
  for (const session of [before, operatorWith(target.base, String(withPasskey.body.token))])
    expectRefused(await session.get('/getinfo'), 401)
  const refused = await tryPasskeyLogin(target.base, passkey)
  expectRefused(refused, 400)
  // The response does not tell that the passkey was known.
  expect(refused.body).toEqual((await tryPasskeyLogin(target.base, authenticator.create(options))).body)
  const late = { uuid: started.uuid, credential: passkey.assertion(started.options) }
  expectRefused(await sendPasskeyLogin(target.base, late), 400)
})

test('a registration that was started before the raise is not finished after it', async () => {
  const id = await addLinked('starter')
  const { body } = await tryLogin(target.base, { username: 'starter', password: passwordOf('starter') })
  const before = operatorWith(target.base, String(body.token))
  const { uuid, options } = await startRegistration(before)
  const credential = authenticator.create(options).attestation()
  expectSuccess(await logInAs('starter', ['admins']))
  expectRefused(await before.post('/user/passkey', { uuid, name: 'Late', credential }), 401)
  expect(await passkeysOf(id)).toEqual([])
})

test('a passkey that was registered with the rights stays, and one of a time without them does not', async () => {
  const id = await mappedAdmin('returning')
  const own = await registerPasskey(await sessionOf('returning', ['admins']), 'Own')
  const other = await registerPasskey(await sessionOf('returning', []), 'Other')
  for (const passkey of [own, other]) expectSuccess(await tryPasskeyLogin(target.base, passkey))

  expectSuccess(await logInAs('returning', ['admins']))
  expect(await passkeysOf(id)).toMatchObject([{ name: 'Own' }])
  expectSuccess(await tryPasskeyLogin(target.base, own))
  expectRefused(await tryPasskeyLogin(target.base, other), 400)
  expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({
    roleKey: 'admin',
    loginMethods: ['oidc', 'passkey'],
  })
})

test('a passkey that was registered with the role until a time does not survive the raise', async () => {
  const id = await mappedAdmin('deputy')
  expectSuccess(await logInAs('deputy', []))
  const roleId = (await dataOf(admin.get(`/sys-user/${await idOf('admin')}`))).roleId
  const roleUntil = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  expectSuccess(await admin.put(`/sys-user/${id}`, { roleId, roleUntil }))
  const passkey = await registerPasskey(await sessionOf('deputy', []))
  expectSuccess(await tryPasskeyLogin(target.base, passkey))
  expectSuccess(await logInAs('deputy', ['admins']))
  expect(await passkeysOf(id)).toEqual([])
  expectRefused(await tryPasskeyLogin(target.base, passkey), 400)
})

describe('a code by e-mail', () => {
  const addressOf = (username: string) => `${username}@example.com`

  /** Returns what logs in with a code that is sent to the user; undefined if none is sent. */
  async function codeFor(username: string): Promise<(() => Promise<Answer>) | undefined> {
    const before = sent.length
    const ask = async (name: string) => {
      const captcha = { uuid: await getCaptcha(target.base), code: CAPTCHA_TEXT }
      return dataOf(call(`${target.base}/login/code`, postJson({ username: name, ...captcha })))
    }
    const { uuid } = await ask(username)
    // The queue sends messages in their order.
    const next = `next-${before}`
    await addUser(admin, next, clerk, { email: addressOf(next) })
    await ask(next)
    const messages = await eventually(() => {
      const added = sent.slice(before)
      if (!added.some(({ to }) => to === addressOf(next))) throw new Error('nothing was sent yet')
      return added
    })
    const code = messages.find(({ to }) => to === addressOf(username))?.code
    if (!code) return undefined
    return () => call(`${target.base}/login`, postJson({ method: 'code', username, uuid, code }))
  }

  test('that was asked for before the raise is refused after it, and no other one is sent', async () => {
    const id = await addLinked('coded')
    expectSuccess(await admin.put(`/sys-user/${id}`, { email: addressOf('coded') }))
    expectSuccess((await (await codeFor('coded'))?.()) ?? expect.fail('no code was sent'))
    const login = await codeFor('coded')
    expectSuccess(await logInAs('coded', ['admins']))
    expectRefused((await login?.()) ?? expect.fail('no code was sent'), 400)
    expect(await codeFor('coded')).toBeUndefined()
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ loginMethods: ['oidc'] })
  })

  test('is sent to an address that was set with the rights, also after a demotion and a raise', async () => {
    const id = await mappedAdmin('addressed')
    expectSuccess(await admin.put(`/sys-user/${id}`, { email: addressOf('addressed') }))
    expectSuccess(await logInAs('addressed', []))
    const login = await codeFor('addressed')
    expectSuccess(await logInAs('addressed', ['admins']))
    expectRefused((await login?.()) ?? expect.fail('no code was sent'), 400)
    expectSuccess((await (await codeFor('addressed'))?.()) ?? expect.fail('no code was sent'))
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ roleKey: 'admin' })
  })
})
