import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')

const namesOf = async (query: string) =>
  (await listOf(admin, `/sys-user?${query}`)).map((one) => one.username)
const user = (id: number) => dataOf(admin.get(`/sys-user/${id}`))

describe('the search', () => {
  beforeAll(async () => {
    await addUser(admin, 'miller', roleId, { nickName: 'Zoë', email: 'zoe@example.org' })
    await addUser(admin, 'mill', roleId, { status: '1' })
    await addUser(admin, 'windmill', roleId, { email: 'w_m@example.org' })
  })

  test('finds a part of the username, the name or the e-mail address, whatever the case and the accents', async () => {
    expect(await namesOf('search=MILL')).toEqual(['mill', 'miller', 'windmill'])
    expect(await namesOf('search=zoe')).toEqual(['miller'])
    expect(await namesOf(`search=${encodeURIComponent(' ZOË ')}`)).toEqual(['miller'])
    expect(await namesOf('search=W_M%40example')).toEqual(['windmill'])
    expect(await namesOf('search=nobody+at+all')).toEqual([])
  })

  test('does not match across two fields', async () => {
    expect(await namesOf('search=miller%0Azoe')).toEqual([])
    expect(await namesOf('search=r%0Az')).toEqual([])
  })

  test('can be combined with filters, orders and pages', async () => {
    expect(await namesOf('search=mill&status=1')).toEqual(['mill'])
    expect(await namesOf(`search=mill&roleId=${roleId}&order=desc&orderBy=username`)).toEqual([
      'windmill',
      'miller',
      'mill',
    ])
    const page = await dataOf<Listed>(admin.get('/sys-user?search=mill&pageSize=2&pageIndex=2'))
    expect(page).toMatchObject({ count: 3, pageIndex: 2, pageSize: 2, list: [{ username: 'windmill' }] })
    expect(page).not.toHaveProperty('next')
  })

  test('without a text lists all users', async () => {
    const all = await namesOf('pageSize=200')
    expect(await namesOf('search=&pageSize=200')).toEqual(all)
    expect(await namesOf('search=%20&pageSize=200')).toEqual(all)
  })

  test.each([
    ['search=mill&after=miller', /: after cannot be combined with search/],
    [`search=${'x'.repeat(256)}`, /: search must have at most 255 characters/],
  ])('is refused with %s', async (query, problem) => {
    const [code, message] = refusalOf(await admin.get(`/sys-user?${query}`))
    expect(code).toBe(400)
    expect(message).toMatch(problem)
  })
})

test.each(['1.5', '1e400', 'abc', '99999999999999999999'])(
  'after=%s is refused if the list is not sorted by username',
  async (after) => {
    const [code, message] = refusalOf(await admin.get(`/sys-user?after=${after}`))
    expect(code).toBe(400)
    expect(message).toContain('after must be the value of next')
  },
)

test('the last login and the live sessions of a user follow its logins and logouts', async () => {
  const id = await addUser(admin, 'active', roleId)
  const credentials = { username: 'active', password: passwordOf('active') }
  const shown = async () => (await listOf(admin, '/sys-user?search=active'))[0]
  expect(await shown()).toMatchObject({ lastLoginTime: null, liveSessions: 0 })
  expectRefused(await tryLogin(service.base, { ...credentials, password: 'wrong' }), 400)
  expect(await shown()).toMatchObject({ lastLoginTime: null, liveSessions: 0 })

  const from = Math.floor(Date.now() / 1000) * 1000
  const first = await loginOperator(service.base, credentials)
  await loginOperator(service.base, credentials)
  const active = await shown()
  expect(active).toMatchObject({ liveSessions: 2 })
  expect(Date.parse(String(active?.lastLoginTime))).toBeGreaterThanOrEqual(from)
  expect(await user(id)).toEqual(active)

  expectSuccess(await first.post('/logout', {}))
  expect(await shown()).toEqual({ ...active, liveSessions: 1 })
  expectSuccess(await admin.remove('/session', { userId: id }))
  expect(await shown()).toEqual({ ...active, liveSessions: 0 })
})

describe('enabling and disabling several users', () => {
  test('takes effect for all of them in one request', async () => {
    const names = ['bulk-1', 'bulk-2', 'bulk-3']
    const ids: number[] = []
    for (const name of names) ids.push(await addUser(admin, name, roleId))
    const session = await loginOperator(service.base, { username: 'bulk-1', password: passwordOf('bulk-1') })
    await dataOf(admin.put(`/sys-user/${ids[2]}/status`, { status: '1' }))

    const disabling = admin.put('/sys-user/status', { ids: [...ids, ...ids], status: '1' })
    expect(await dataOf(disabling)).toEqual({ changed: 2, stoppedAccounts: [] })
    for (const id of ids) expect(await user(id)).toMatchObject({ status: '1', liveSessions: 0 })
    expectRefused(await session.get('/user/profile'), 401)
    expect(await dataOf(admin.put('/sys-user/status', { ids, status: '2' }))).toEqual({
      changed: 3,
      stoppedAccounts: [],
    })
    for (const name of names)
      expectSuccess(await tryLogin(service.base, { username: name, password: passwordOf(name) }))
  })

  test('is refused for all of them if one is the own account, the last admin or unknown', async () => {
    const id = await addUser(admin, 'spared', roleId)
    const second = await addUser(admin, 'second-admin', 1)
    const other = await loginOperator(service.base, {
      username: 'second-admin',
      password: passwordOf('second-admin'),
    })
    const setStatus = (operator: Operator, ids: number[], status = '1') =>
      operator.put('/sys-user/status', { ids, status })
    const own = [409, expect.stringContaining('your own account')]
    expect(refusalOf(await setStatus(admin, [id, 1]))).toEqual(own)
    expect(refusalOf(await setStatus(admin, [id, 1], '2'))).toEqual(own)
    expect(refusalOf(await setStatus(admin, [id, 987_654]))).toEqual([404, expect.stringContaining('987654')])
    expect(await user(id)).toMatchObject({ status: '2', revision: 1 })

    // An operator who is not an admin, but permitted to disable users, cannot disable the admins either.
    await dataOf(setStatus(admin, [second]))
    expectRefused(await setStatus(other, [id]), 401)
    const clerk = await loginOperator(service.base, { username: 'spared', password: passwordOf('spared') })
    const rule = { roleKey: 'clerk', path: '/api/v1/sys-user/status', method: 'PUT' }
    expectRefused(await setStatus(clerk, [1]), 401)
    await dataOf(admin.post('/policy', { rules: [rule] }))
    expect(refusalOf(await setStatus(clerk, [1]))).toEqual([409, expect.stringContaining('Only an admin')])
    expect(await user(1)).toMatchObject({ status: '2' })
    await dataOf(admin.remove('/policy', { rules: [rule] }))
  })

  test.each([{}, { ids: [2] }, { status: '1' }, { ids: [], status: '1' }, { ids: [2], status: '3' }])(
    '%j is refused',
    async (body) => {
      expectRefused(await admin.put('/sys-user/status', body), 400)
    },
  )
})

describe('the own profile', () => {
  test('can be changed without a permission: the name and the e-mail address, and nothing else', async () => {
    const id = await addUser(admin, 'own', roleId, { phone: '1', remark: 'r' })
    const own = await loginOperator(service.base, { username: 'own', password: passwordOf('own') })
    const before = await user(id)
    const change = { nickName: 'Olivia', email: 'o@example.org' }
    const others = {
      username: 'x',
      roleId: 1,
      status: '1',
      phone: '2',
      remark: 'x',
      userId: 1,
      password: 'x',
    }
    const after = await dataOf(own.put('/user/profile', { ...others, ...change, revision: 1 }))
    const { lastLoginTime, liveSessions, roleName, roleKey, mayChange, similarNames, ...fields } = before
    const ofList = { lastLoginTime, liveSessions, roleName, roleKey, mayChange, similarNames }
    expect(after).toEqual({ ...fields, ...change, revision: 2, updatedAt: expect.any(String) })
    expect(await user(id)).toEqual({ ...after, ...ofList })
    expect((await dataOf<{ user: object }>(own.get('/user/profile'))).user).toEqual(after)
    expect(await dataOf(own.put('/user/profile', { email: '' }))).toMatchObject({
      nickName: 'Olivia',
      email: '',
    })
    expect(await namesOf('search=olivia')).toEqual(['own'])
  })

  test('is not overwritten by an outdated change', async () => {
    const id = await addUser(admin, 'outdated', roleId)
    const own = await loginOperator(service.base, { username: 'outdated', password: passwordOf('outdated') })
    await dataOf(admin.put(`/sys-user/${id}`, { nickName: 'First' }))
    expectRefused(await own.put('/user/profile', { nickName: 'Second', revision: 1 }), 409)
    expect(await user(id)).toMatchObject({ nickName: 'First' })
  })

  test.each([
    [{ nickName: 'x'.repeat(256) }, /: nickName must have at most 255 characters/],
    [{ nickName: 'a\u202eb' }, /nickName must not contain control characters/],
    [{ email: 'a\nb' }, /: email must not contain control characters/],
    [{ email: 7 }, /: email must be a string/],
    [[], /body/],
  ])('%j is refused', async (body, problem) => {
    const [code, message] = refusalOf(await admin.put('/user/profile', body))
    expect(code).toBe(400)
    expect(message).toMatch(problem)
  })
})
