import { afterAll, describe, expect, test } from 'vitest'
import type { AppLoginMethod, CodeMessage } from '../../src/index.ts'
import { enrolUser } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET, logInWith } from '../support/oidc/oidc-flow.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  operatorWith,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { PASSKEY_ORIGIN, registerPasskey, tryPasskeyLogin } from '../support/passkey-client.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

const NEW_PASSWORD = 'seven lanterns by the quay'
const ADMINISTRATION = ['sys-user', 'sys-user/*', 'role', 'role/*', 'dept', 'dept/*'].map((name) => ({
  method: '*',
  path: `/api/v1/${name}`,
}))

/** A method of the app, which logs in whoever is linked to a card. */
const card: AppLoginMethod<{ card: string }> = {
  name: 'card',
  fields: { type: 'object', required: ['card'], properties: { card: { type: 'string' } } },
  guessable: false,
  verify: async (fields) => ({ subject: fields.card }),
}

const sent: CodeMessage[] = []
/** Maps groups to `admin`, `manager` and, by default, `clerk`. */
/** Gives everybody the role `clerk`. */
/** Administers a branch, and is no admin. */

const provider = (name: string) =>
  startIdentityProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${PASSKEY_ORIGIN}/login/oidc/${name}`],
  })
const company = await provider('company')
const plain = await provider('plain')
const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, defaultRole: 'clerk' }
const target = await startTarget({
  settings: {
    application: { publicUrl: PASSKEY_ORIGIN },
    login: {
      methods: ['password', 'passkey', 'code', 'oidc', 'app:card'],
      maxFailures: 0,
      passwordLink: { enabled: true },
      oidc: {
        timeoutSeconds: 60,
        providers: [
          {
            ...client,
            name: 'company',
            issuer: company.issuer,
            roles: [
              { claim: 'groups', value: 'admins', role: 'admin' },
              { claim: 'groups', value: 'managers', role: 'manager' },
            ],
          },
          { ...client, name: 'plain', issuer: plain.issuer, createUsers: false },
        ],
      },
    },
  },
  replacements: { codeSender: { send: async (message) => void sent.push(message) }, loginMethods: [card] },
})
const admin = await loginOperator(target.base)
const branch = Number((await dataOf(admin.post('/dept', { deptName: 'Branch', parentId: 0 }))).deptId)
const clerk = await addRole(admin, 'clerk', [], { dataScope: '3' })
const chief = await addRole(admin, 'chief', ADMINISTRATION, { dataScope: '4' })
await addRole(admin, 'manager', [{ method: '*', path: '/api/v1/sys-user' }], { dataScope: '3' })
await addUser(admin, 'chief', chief, { deptId: branch })
const operator = await loginOperator(target.base, { username: 'chief', password: passwordOf('chief') })

afterAll(async () => {
  await target?.close()
  await company?.close()
  await plain?.close()
})

const add = (username: string, fields: Thing = {}) =>
  addUser(operator, username, clerk, { deptId: branch, email: `${username}@example.com`, ...fields })
const linkOf = (provider: IdentityProvider, subject: string) => ({ issuer: provider.issuer, subject })
const withPassword = (username: string, password = passwordOf(username)) =>
  tryLogin(target.base, { username, password })
const userOf = async (id: number) => dataOf(admin.get(`/sys-user/${id}`))

/** Logs in with a provider, where the user is in these groups. */
function logInAs(subject: string, groups: readonly string[], provider = company): Promise<Answer> {
  provider.logIn({ sub: subject, claims: { preferred_username: `${subject}-there`, groups } })
  return logInWith(target.base, provider === company ? 'company' : 'plain', provider)
}

async function secretSentTo(username: string): Promise<string> {
  return eventually(() => {
    const message = sent.findLast(({ to }) => to === `${username}@example.com`)
    if (!message) throw new Error('nothing was sent yet')
    return message.link.slice(message.link.indexOf('#') + 1)
  })
}

const useLink = (link: string) =>
  call(`${target.base}/password-link`, postJson({ link, password: NEW_PASSWORD }))

describe('a link to an account whose mapping can give more than the operator has', () => {
  test('an operator of a branch cannot link to a provider that gives the role admin to some users', async () => {
    const id = await add('puppet')
    expectRefused(await operator.post(`/sys-user/${id}/link`, linkOf(company, 'future-admin')), 409)
    expect(await dataOf<Thing>(operator.get(`/sys-user/${id}/login-methods`))).toMatchObject({ links: [] })
  })

  test('a slash at the end of the issuer makes no difference', async () => {
    const id = await add('slash')
    const body = { issuer: `${company.issuer}/`, subject: 'future-admin' }
    expectRefused(await operator.post(`/sys-user/${id}/link`, body), 409)
  })

  test('a provider that gives only what the operator has can be linked, and one that is not configured', async () => {
    const id = await add('ordinary')
    expectSuccess(await operator.post(`/sys-user/${id}/link`, linkOf(plain, 'ordinary')))
    const unknown = { issuer: 'https://nowhere.example.com', subject: 'ordinary' }
    expectSuccess(await operator.post(`/sys-user/${id}/link`, unknown))
  })
})

describe('a mapped login that gives more rights', () => {
  test('what the operator knows or has linked before the login of an admin is worth nothing after it', async () => {
    const id = await add('promoted')
    const puppet = operatorWith(target.base, String((await withPassword('promoted')).body.token))
    const passkey = await registerPasskey(puppet)
    expectSuccess(await operator.post(`/sys-user/${id}/link`, linkOf(plain, 'accomplice')))
    expectSuccess(await operator.post(`/sys-user/${id}/invitation`, {}))
    const invitation = await secretSentTo('promoted')
    // An admin links the person who the account is for.
    expectSuccess(await admin.post(`/sys-user/${id}/link`, linkOf(company, 'promoted')))
    const again = operatorWith(target.base, String((await withPassword('promoted')).body.token))
    expectSuccess(await tryPasskeyLogin(target.base, passkey))

    const promoted = await logInAs('promoted', ['admins'])
    expectSuccess(promoted)
    expect(await userOf(id)).toMatchObject({ roleKey: 'admin', loginMethods: ['oidc'] })
    expectRefused(await again.get('/getinfo'), 401)
    expectRefused(await withPassword('promoted'), 400)
    expect((await tryPasskeyLogin(target.base, passkey)).body.code).toBe(400)
    expectRefused(await logInAs('accomplice', [], plain), 400)
    expectRefused(await useLink(invitation), 400)
    expectRefused(await withPassword('promoted', NEW_PASSWORD), 400)
    // The link of the mapping stays.
    expectSuccess(await logInAs('promoted', ['admins']))

    const [entry] = await listOf(admin, `/audit-log?action=user.credentials-remove&targetId=${id}`)
    expect(entry).toMatchObject({
      source: 'login',
      before: {
        password: true,
        passkeys: [{ name: 'Laptop' }],
        links: [{ issuer: plain.issuer, subject: 'accomplice' }],
      },
      after: { loginMethods: ['oidc'] },
    })
    expect(JSON.stringify(entry)).not.toContain('argon2')
  })

  test('a forgotten password cannot be set again by an address that the operator has chosen', async () => {
    const id = await add('reachable')
    expectSuccess(await admin.post(`/sys-user/${id}/link`, linkOf(company, 'reachable')))
    const request = async (account: string) =>
      call(
        `${target.base}/forgotten-password`,
        postJson({ account, uuid: await getCaptcha(target.base), code: CAPTCHA_TEXT }),
      )
    expectSuccess(await request('reachable'))
    const old = await secretSentTo('reachable')
    expectSuccess(await logInAs('reachable', ['managers']))
    expectRefused(await useLink(old), 400)
    const before = sent.length
    expectSuccess(await request('reachable'))
    // The queue handles requests in their order.
    await add('next-in-queue')
    expectSuccess(await request('next-in-queue'))
    await secretSentTo('next-in-queue')
    expect(sent.slice(before).filter(({ link, to }) => to.startsWith('reachable') && link !== '')).toEqual([])
  })

  test('the second factor stays', async () => {
    const id = await add('careful')
    await enrolUser(target.base, 'careful', createClock())
    expectSuccess(await admin.post(`/sys-user/${id}/link`, linkOf(company, 'careful')))
    const answer = await logInAs('careful', ['managers'])
    expect(answer.body, 'a code is asked for').not.toHaveProperty('token')
    expect(await userOf(id)).toMatchObject({ roleKey: 'manager', loginMethods: ['oidc'] })
  })

  test('rights that the old ones cover take nothing away', async () => {
    const id = await add('lateral')
    expectSuccess(await admin.post(`/sys-user/${id}/link`, linkOf(company, 'lateral')))
    expectSuccess(await logInAs('lateral', []))
    expectSuccess(await withPassword('lateral'))
    expect(await listOf(admin, `/audit-log?action=user.credentials-remove&targetId=${id}`)).toEqual([])
  })

  test('a critical event names the role with administration rights that the mapping gives', async () => {
    const events = await listOf(admin, '/event?kind=administration.mapped&pageSize=100')
    expect(events).toContainEqual(
      expect.objectContaining({
        severity: 'critical',
        fields: expect.objectContaining({
          username: 'reachable',
          roleKey: 'manager',
          change: 'role-changed',
        }),
      }),
    )
    const granted = await listOf(admin, '/event?kind=admin.granted&pageSize=100')
    expect(granted).toContainEqual(
      expect.objectContaining({
        severity: 'critical',
        fields: expect.objectContaining({ username: 'promoted' }),
      }),
    )
  })
})

describe('a user whom an operator has demoted and the mapping raises again', () => {
  async function mappedAdmin(subject: string): Promise<number> {
    expectSuccess(await logInAs(subject, ['admins']))
    const found = (await target.context.users.findByName(`${subject}-there`))?.userId ?? 0
    expectSuccess(await admin.put(`/sys-user/${found}`, { loginMethods: [] }))
    return found
  }

  test('a password that was set meanwhile does not survive, whoever set it', async () => {
    const id = await mappedAdmin('demoted')
    expectSuccess(await admin.put(`/sys-user/${id}`, { roleId: clerk }))
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    const meanwhile = await withPassword('demoted-there', NEW_PASSWORD)
    expectSuccess(meanwhile)
    const own = operatorWith(target.base, String(meanwhile.body.token))
    const ownPassword = `${NEW_PASSWORD}, my own`
    expectSuccess(await own.put('/user/pwd/set', { oldPassword: NEW_PASSWORD, newPassword: ownPassword }))
    expectSuccess(await logInAs('demoted', ['admins']))
    for (const password of [NEW_PASSWORD, ownPassword])
      expectRefused(await withPassword('demoted-there', password), 400)
    expect(await userOf(id)).toMatchObject({ roleKey: 'admin', loginMethods: ['oidc'] })
  })

  test('a password that was set while the user was an admin stays', async () => {
    const id = await mappedAdmin('returning')
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    expectSuccess(await logInAs('returning', []))
    expect(await userOf(id)).toMatchObject({ roleKey: 'clerk' })
    expectSuccess(await logInAs('returning', ['admins']))
    expectSuccess(await withPassword('returning-there', NEW_PASSWORD))
  })

  test('a link to a method of the app that was added while the user was an admin stays usable', async () => {
    const id = await mappedAdmin('carded')
    expectSuccess(await admin.post(`/sys-user/${id}/link`, { issuer: 'app:card', subject: 'card-7' }))
    expectSuccess(await logInAs('carded', []))
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    expectSuccess(await logInAs('carded', ['admins']))
    expect(await userOf(id)).toMatchObject({ roleKey: 'admin', loginMethods: ['oidc', 'app:card'] })
    const fields = { method: 'app:card', fields: { card: 'card-7' } }
    const captcha = { uuid: await getCaptcha(target.base), code: CAPTCHA_TEXT }
    expectSuccess(await call(`${target.base}/login`, postJson({ ...fields, ...captcha })))
  })

  test('an address that was changed meanwhile is no way to log in', async () => {
    const id = await mappedAdmin('readdressed')
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    expectSuccess(await logInAs('readdressed', []))
    expectSuccess(await admin.put(`/sys-user/${id}`, { email: 'eve@example.com' }))
    expectSuccess(await logInAs('readdressed', ['admins']))
    expect(await userOf(id)).toMatchObject({ roleKey: 'admin', loginMethods: ['oidc'] })
  })

  test('a password that was set while the user had the role until a time does not survive', async () => {
    const id = await mappedAdmin('deputy')
    expectSuccess(await logInAs('deputy', []))
    const roles = await listOf(admin, '/role?pageSize=100')
    const adminRole = Number(roles.find(({ roleKey }) => roleKey === 'admin')?.roleId)
    const roleUntil = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    expectSuccess(await admin.put(`/sys-user/${id}`, { roleId: adminRole, roleUntil }))
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password: NEW_PASSWORD }))
    expectSuccess(await withPassword('deputy-there', NEW_PASSWORD))
    expectSuccess(await logInAs('deputy', ['admins']))
    expectRefused(await withPassword('deputy-there', NEW_PASSWORD), 400)
    const events = await listOf(admin, '/event?kind=administration.mapped&pageSize=100')
    expect(events).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ username: 'deputy-there', change: 'role-returns' }),
      }),
    )
  })
})
