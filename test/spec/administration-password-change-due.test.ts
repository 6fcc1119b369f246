import { afterAll, describe, expect, test } from 'vitest'
import { tryPassword } from '../support/authenticator.ts'
import { call } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
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
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const NEW_PASSWORD = 'quiet river under nine bridges'
const runs = createHandlerRuns()

const service = await startService({
  settings: { permission: { exclude: [{ method: 'GET', path: '/app/notice', reason: 'for tests' }] } },
  protectedRoutes: runs.routes('GET /app/orders', 'GET /app/notice'),
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk', [{ method: '*', path: '/*' }])

const loginAgain = (username: string, password = passwordOf(username)) =>
  loginOperator(service.base, { username, password })

/** Creates a user who must set a new password, and logs in. */
async function dueUser(username: string, role = roleId): Promise<Operator> {
  await addUser(admin, username, role, { pwdChangeDue: true })
  return loginAgain(username)
}

const callApp = (path: string, { token }: Operator) =>
  call(`${service.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })

describe('a user who must set a new password', () => {
  test('may log in, read their own profile, set the password and log out', async () => {
    const due = await dueUser('newcomer')
    expect(claimsOf(due.token).passwordchange).toBe('due')
    expectSuccess(await due.get('/getinfo'))
    const profile = await dataOf<{ user: object }>(due.get('/user/profile'))
    expect(profile.user).toMatchObject({ username: 'newcomer' })
    expectSuccess(await due.post('/logout', {}))
    expectRefused(await due.get('/getinfo'), 401)
  })

  test('learns it from the response of the login, and after the change no longer', async () => {
    await addUser(admin, 'told', roleId, { pwdChangeDue: true })
    const first = await tryPassword(service.base, 'told')
    expect(first.body).toMatchObject({ code: 200, due: 'password-change-due' })
    const due = operatorWith(service.base, String(first.body.token))
    expectSuccess(
      await due.put('/user/pwd/set', { oldPassword: passwordOf('told'), newPassword: NEW_PASSWORD }),
    )
    const next = await tryPassword(service.base, 'told', { password: NEW_PASSWORD })
    expect(Object.keys(next.body).sort()).toEqual(['code', 'expire', 'msg', 'token'])
  })

  test.each([
    ['clerk', undefined],
    ['admin', 1],
  ])('may call nothing else: %s', async (name, role) => {
    const due = await dueUser(`due-${name}`, role ?? roleId)
    const open = ['PUT /user/pwd/set', 'GET /getinfo', 'GET /user/profile', 'POST /logout']
    const routes = (
      await dataOf<{ method: string; path: string; checks: string }[]>(admin.get('/route'))
    ).filter(({ path, checks }) => path.startsWith('/api/v1/') && checks !== 'none')
    expect(routes.length).toBeGreaterThan(30)
    for (const { method, path } of routes) {
      const local = path.replace('/api/v1', '').replace(':id', '1')
      if (open.includes(`${method} ${local}`)) continue
      const answer = await call(`${service.base}${local}`, {
        method,
        headers: { authorization: `Bearer ${due.token}` },
      })
      expect([method, path, ...refusalOf(answer)]).toEqual([
        method,
        path,
        409,
        expect.stringContaining('new password'),
      ])
    }
  })

  test('may call no route of the embedding app, not even one on the exclusion list', async () => {
    const due = await dueUser('in-an-app')
    for (const path of ['/app/orders', '/app/notice']) expectRefused(await callApp(path, due), 409)
    expect(runs.take()).toEqual([])
    expectSuccess(
      await due.put('/user/pwd/set', { oldPassword: passwordOf('in-an-app'), newPassword: NEW_PASSWORD }),
    )
    const now = await loginAgain('in-an-app', NEW_PASSWORD)
    for (const path of ['/app/orders', '/app/notice'])
      expect((await callApp(path, now)).body).toEqual({ ran: true })
    expect(runs.take()).toHaveLength(2)
  })

  test('loses the old token when the password is set, and has full access after the next login', async () => {
    const due = await dueUser('setter', 1)
    expectSuccess(
      await due.put('/user/pwd/set', { oldPassword: passwordOf('setter'), newPassword: NEW_PASSWORD }),
    )
    expectRefused(await due.get('/getinfo'), 401)
    const free = await loginAgain('setter', NEW_PASSWORD)
    expect(claimsOf(free.token).passwordchange).toBeUndefined()
    expectSuccess(await free.get('/sys-user'))
  })
})

describe('an operator can require a new password', () => {
  test('for a logged-in user: their tokens are revoked, and the next token only allows setting a password', async () => {
    const id = await addUser(admin, 'demanded', roleId)
    const before = await loginAgain('demanded')
    expect(await dataOf(admin.put(`/sys-user/${id}`, { pwdChangeDue: true }))).toMatchObject({
      pwdChangeDue: true,
    })
    expectRefused(await before.get('/getinfo'), 401)
    expectRefused(await (await loginAgain('demanded')).get('/sys-user'), 409)
  })

  test('together with a temporary password, and the requirement ends when the user sets one', async () => {
    const id = await addUser(admin, 'reset', roleId)
    const password = 'seven lanterns on a boat'
    expectSuccess(await admin.put(`/sys-user/${id}/password`, { password, pwdChangeDue: true }))
    const due = await loginAgain('reset', password)
    expectRefused(await due.get('/sys-user'), 409)
    expectSuccess(await due.put('/user/pwd/set', { oldPassword: password, newPassword: NEW_PASSWORD }))
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ pwdChangeDue: false })
  })

  test('and withdraw the requirement, which takes effect at the next login', async () => {
    const id = await addUser(admin, 'spared', roleId, { pwdChangeDue: true })
    const due = await loginAgain('spared')
    expectSuccess(await admin.put(`/sys-user/${id}`, { pwdChangeDue: false }))
    expectRefused(await due.get('/sys-user'), 409)
    expect(await listOf(await loginAgain('spared'), '/sys-user')).not.toEqual([])
  })
})

test('the token of another user does not bypass the requirement', async () => {
  const due = await dueUser('borrower')
  const forged = operatorWith(service.base, due.token.replace(/\.[^.]*$/, '.x'))
  expectRefused(await forged.get('/getinfo'), 401)
})
