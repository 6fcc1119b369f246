import { afterEach, describe, expect, test } from 'vitest'
import { LOGIN_SERVICE } from '../../src/core/audit-log/operator.ts'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import type { CodeMessage } from '../../src/index.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { type Answer, bearer, call, postJson, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import type { TestOptions } from '../support/service.ts'

const HOUR_MS = 3_600_000

let service: FourEyesService
afterEach(() => service.close())

const start = async (more: readonly string[] = [], options?: TestOptions) => {
  service = await startFourEyesService(undefined, options)
  for (const username of more)
    await service.context.userAdministration.add({
      username,
      password: passwordOf(username),
      roleKey: 'admin',
    })
  return service
}
const reasonOf = ({ body }: Answer) => body.reason
const logIn = (username: string) => loginOperator(service.base, { username, password: passwordOf(username) })
const loginOf = (username: string) => tryLogin(service.base, { username, password: passwordOf(username) })
const isAlive = async ({ token }: Operator) =>
  (await call(`${service.base}/getinfo`, bearer(token))).body.code === 200
const suspend = async (operator: Operator, username: string) =>
  operator.post(`/sys-user/${await service.idOf(username)}/suspension`, {})
const decide = async (operator: Operator, username: string, decision: 'restore' | 'keep') =>
  operator.put(`/sys-user/${await service.idOf(username)}/suspension`, { decision })
const userOf = (username: string) => service.context.users.findByName(username)
const until = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

type Change = (operator: Operator, ids: { bela: number; clerk: number }) => Promise<Answer>
const CHANGES: Readonly<Record<string, Change>> = {
  enabling: (dora, { bela }) => dora.put(`/sys-user/${bela}/status`, { status: ENABLED }),
  'enabling as a change': (dora, { bela }) => dora.put(`/sys-user/${bela}`, { status: ENABLED }),
  'enabling one of many': (dora, { bela }) => dora.put('/sys-user/status', { ids: [bela], status: ENABLED }),
  'another role': (dora, { bela, clerk }) =>
    dora.put(`/sys-user/${bela}`, { roleId: clerk, status: ENABLED }),
  'another role for one of many': (dora, { bela, clerk }) =>
    dora.put('/sys-user/role', { ids: [bela], roleId: clerk }),
  'a role until a time': (dora, { bela, clerk }) =>
    dora.put('/sys-user/role', { ids: [bela], roleId: clerk, roleUntil: until(1) }),
  'a harmless change': (dora, { bela }) => dora.put(`/sys-user/${bela}`, { remark: 'on leave' }),
  'another name': (dora, { bela }) => dora.put(`/sys-user/${bela}`, { username: 'bella' }),
  'a password': (dora, { bela }) => dora.put(`/sys-user/${bela}/password`, { password: passwordOf('thief') }),
  'a link': (dora, { bela }) =>
    dora.post(`/sys-user/${bela}/link`, { issuer: 'https://sso.example', subject: 'thief' }),
  deletion: (dora, { bela }) => dora.remove(`/sys-user/${bela}`),
  'deletion of one of many': (dora, { bela }) => dora.remove('/sys-user', { ids: [bela] }),
}

describe('nothing but a decision changes a suspended administrator', () => {
  test.each(Object.entries(CHANGES))('%s is refused, and no confirmation is asked for', async (_, change) => {
    const { anna, idOf, roleIdOf } = await start(['dora'])
    const ids = { bela: await idOf('bela'), clerk: await roleIdOf('clerk') }
    const dora = await logIn('dora')
    await dataOf(suspend(anna, 'bela'))
    const before = await userOf('bela')
    expect(reasonOf(await change(dora, ids))).toBe('user-suspended')
    expect(await userOf('bela')).toEqual(before)
    expectRefused(await loginOf('bela'), 400)
    await dataOf(decide(dora, 'bela', 'restore'))
    expectSuccess(await loginOf('bela'))
  })

  test('a change that was confirmed before the suspension is not made after it', async () => {
    const { anna, cleo, idOf } = await start(['dora'])
    const dora = await logIn('dora')
    const send = async () => cleo.put(`/sys-user/${await idOf('bela')}/status`, { status: DISABLED })
    expectSuccess(await confirm(dora, confirmationOf(await send())))
    await dataOf(suspend(anna, 'bela'))
    await dataOf(decide(dora, 'bela', 'keep'))
    const enable = async () => cleo.put(`/sys-user/${await idOf('bela')}/status`, { status: ENABLED })
    // Whoever is kept disabled is enabled like every other administrator.
    expectSuccess(await withConfirmation(dora, enable))
    confirmationOf(await send())
  })

  test('commands change nothing either, until they decide', async () => {
    const { anna, context } = await start()
    await dataOf(suspend(anna, 'bela'))
    const { userAdministration } = context
    for (const change of [
      () => userAdministration.setStatus('bela', ENABLED),
      () => userAdministration.setPassword('bela', passwordOf('thief')),
      () => userAdministration.change('bela', { roleKey: 'clerk' }),
      () => userAdministration.remove(['bela']),
      () => userAdministration.remove(['carl', 'bela']),
    ])
      await expect(change()).rejects.toThrow(new Refusal('user-suspended', { name: 'bela' }))
    expect(await userOf('carl')).toBeDefined()
    expect(await userOf('bela')).toMatchObject({
      status: DISABLED,
      suspension: { byUserId: expect.any(Number) },
    })
  })

  test('an import, a clean-up and a request for a role change nothing either', async () => {
    const { anna, bela, context, idOf, roleIdOf } = await start(['dora'], {
      settings: {
        administration: { requests: ['clerk'], fourEyes: { operations: ['grant-administration'] } },
      },
    })
    const request = { roleId: await roleIdOf('clerk'), hours: 1, reason: 'a quiet afternoon' }
    const asked = await dataOf(bela.post('/user/access-request', request))
    const dora = await logIn('dora')
    await dataOf(suspend(anna, 'bela'))
    const before = await userOf('bela')
    const { passwordHash = '' } = (await context.accounts.findByName('carl')) ?? {}
    await context.userAdministration.importMany([{ username: 'bela', roleKey: 'admin', passwordHash }])
    const { database } = context
    await database.updateTable('user_logins').set({ logged_in_at: 1 }).execute()
    const userIds = [await idOf('bela')]
    const cleaned = await dora.post('/report/idle-users/clean-up', { days: 1, userIds })
    expect(reasonOf(cleaned)).toBe('report-outdated')
    const path = `/access-request/${asked.id}`
    expect(reasonOf(await dora.put(path, { decision: 'approve' }))).toBe('request-outdated')
    expectSuccess(await dora.put(path, { decision: 'refuse' }))
    expect(await userOf('bela')).toEqual(before)
  })

  test('a mapping changes the role and enables nobody, and links nobody', async () => {
    const { anna, cleo, context, idOf } = await start()
    await dataOf(suspend(anna, 'bela'))
    const { mappedUserAdministration, userLinkAdministration, roleIdOf } = context
    const account = { issuer: 'https://sso.example', subject: 'bela', method: 'oidc' } as const
    const bela = await idOf('bela')
    await mappedUserAdministration.change(bela, { permanentRoleId: await roleIdOf('clerk') }, account)
    await mappedUserAdministration.change(bela, { permanentRoleId: await roleIdOf('admin') }, account)
    expect(await userOf('bela')).toMatchObject({
      status: DISABLED,
      suspension: { byUserId: expect.any(Number) },
    })
    await expect(userLinkAdministration.link(LOGIN_SERVICE, bela, account)).rejects.toThrow('user-suspended')
    await dataOf(decide(cleo, 'bela', 'restore'))
  })

  test('the end of a role leaves the user disabled', async () => {
    const { context } = await start(['dora'])
    await context.userAdministration.change('dora', { roleKey: 'clerk' })
    await context.userAdministration.change('dora', { roleKey: 'admin', roleUntil: until(1) })
    // An administrator for an hour can be suspended, and can suspend others.
    await dataOf(suspend(await logIn('dora'), 'bela'))
    service.advance(2 * HOUR_MS)
    const again = await logIn('cleo')
    await dataOf(decide(again, 'bela', 'restore'))
    expect(await userOf('dora')).toMatchObject({ status: DISABLED, roleUntil: null })
    expect(await dataOf(decide(again, 'dora', 'restore'))).toMatchObject({
      status: ENABLED,
      roleKey: 'clerk',
    })
  })
})

describe('whoever decides', () => {
  test('is neither of the two, not even after having been restored', async () => {
    const { anna, cleo } = await start()
    await dataOf(suspend(anna, 'bela'))
    await dataOf(decide(cleo, 'anna', 'restore'))
    const again = await logIn('anna')
    for (const decision of ['restore', 'keep'] as const)
      expect(reasonOf(await decide(again, 'bela', decision))).toBe('own-suspension')
    // Nor by another suspension.
    expect(reasonOf(await suspend(again, 'bela'))).toBe('suspension-impossible')
    expect(await userOf('bela')).toMatchObject({ status: DISABLED })
    await dataOf(decide(cleo, 'bela', 'restore'))
  })

  test('is not the suspended user either, who was restored', async () => {
    const { anna, cleo } = await start()
    await dataOf(suspend(anna, 'bela'))
    await dataOf(decide(cleo, 'bela', 'restore'))
    expect(reasonOf(await decide(await logIn('bela'), 'anna', 'keep'))).toBe('own-suspension')
  })

  test('has logged in recently, and has the role admin', async () => {
    const { anna, cleo } = await start()
    const helga = await logIn('helga')
    await dataOf(suspend(anna, 'bela'))
    for (const decision of ['restore', 'keep'] as const)
      expect(reasonOf(await decide(helga, 'bela', decision))).toBe('admin-only')
    service.advance(11 * 60_000)
    for (const decision of ['restore', 'keep'] as const)
      expect(reasonOf(await decide(cleo, 'bela', decision))).toBe('recent-login-required')
    await dataOf(decide(await logIn('cleo'), 'bela', 'restore'))
  })

  test('restores for ever only with a role without an end', async () => {
    const { anna, context } = await start(['dora'])
    await context.userAdministration.change('dora', { roleKey: 'clerk' })
    await context.userAdministration.change('dora', { roleKey: 'admin', roleUntil: until(1) })
    await dataOf(suspend(anna, 'bela'))
    expect(reasonOf(await decide(await logIn('dora'), 'bela', 'restore'))).toBe('own-role-ends')
  })
})

test('each stolen session stops one other administrator at most, and never the last one', async () => {
  const { anna, bela, cleo } = await start(['dora'])
  const dora = await logIn('dora')
  // Of anna and cleo, the sessions are stolen.
  await dataOf(suspend(anna, 'bela'))
  expectRefused(await suspend(anna, 'dora'), 401)
  expect(reasonOf(await suspend(cleo, 'dora'))).toBe('suspension-impossible')
  expect([await isAlive(bela), await isAlive(cleo), await isAlive(dora)]).toEqual([false, true, true])
  await dataOf(decide(dora, 'bela', 'restore'))
})

test('of two administrators who suspend each other at the same time, one suspension counts', async () => {
  const { anna, bela, cleo } = await start()
  const answers = await Promise.all([suspend(anna, 'bela'), suspend(bela, 'anna')])
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, 401])
  for (const name of ['anna', 'bela']) await dataOf(decide(cleo, name, 'restore'))
})

test('what the two have asked for is withdrawn, and what they have confirmed waits for somebody else', async () => {
  const { anna, bela, cleo, idOf, roleIdOf } = await start(['dora'])
  const dora = await logIn('dora')
  const [carl, admin] = [await idOf('carl'), await roleIdOf('admin')]
  const promote = (operator: Operator) => operator.put(`/sys-user/${carl}`, { roleId: admin })
  const asked = confirmationOf(await promote(bela))
  expectSuccess(await confirm(dora, asked))
  const given = confirmationOf(await promote(cleo))
  expectSuccess(await confirm(bela, given))
  await dataOf(suspend(anna, 'bela'))
  expect(confirmationOf(await promote(cleo))).toBe(given)
  for (const name of ['anna', 'bela']) await dataOf(decide(dora, name, 'restore'))
  // The confirmations do not come back with the users.
  expect(confirmationOf(await promote(await logIn('bela')))).not.toBe(asked)
  expect(confirmationOf(await promote(cleo))).toBe(given)
  expectSuccess(await confirm(dora, given))
  expectSuccess(await promote(cleo))
})

test('links to set a password are void, also after the restoration', async () => {
  const sent: CodeMessage[] = []
  const { anna, cleo, context, idOf } = await start([], {
    settings: {
      application: { publicUrl: 'https://castle.example.com' },
      login: { passwordLink: { enabled: true } },
    },
    replacements: { codeSender: { send: async (message) => void sent.push(message) } },
  })
  await context.userAdministration.change('bela', { email: 'bela@example.com' })
  const invite = async () => anna.post(`/sys-user/${await idOf('bela')}/invitation`, {})
  expectSuccess(await withConfirmation(cleo, invite))
  const link = sent[0]?.link.split('#')[1] ?? ''
  const use = () => call(`${service.base}/password-link`, postJson({ link, password: passwordOf('thief') }))
  await dataOf(suspend(anna, 'bela'))
  expect(reasonOf(await use())).toBe('link-invalid')
  await dataOf(decide(cleo, 'bela', 'restore'))
  expect(reasonOf(await use())).toBe('link-invalid')
})

test('the service accounts of both stop, and work again with a restored owner', async () => {
  const { anna, cleo, context } = await start([], {
    settings: { login: { methods: ['password', 'service'] } },
  })
  const accounts: { readonly username: string; readonly secret: string }[] = []
  for (const owner of ['anna', 'bela']) {
    const username = `robot-of-${owner}`
    await context.serviceAccountAdministration.add({ username, roleKey: 'clerk', owner })
    const { secret } = await context.serviceAccountAdministration.addSecret(username)
    accounts.push({ username, secret })
  }
  const logInAll = () =>
    Promise.all(
      accounts.map((account) => call(`${service.base}/login`, postJson({ method: 'service', ...account }))),
    )
  const tokens: string[] = []
  for (const answer of await logInAll()) {
    expectSuccess(answer)
    tokens.push(String(answer.body.token))
  }
  await dataOf(suspend(anna, 'bela'))
  for (const answer of await logInAll()) expectRefused(answer, 400)
  for (const token of tokens) expectRefused(await call(`${service.base}/getinfo`, bearer(token)), 401)
  await dataOf(decide(cleo, 'bela', 'restore'))
  expect((await logInAll()).map(({ body }) => body.code)).toEqual([400, 200])
})
