import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { startService } from '../support/service.ts'

const service = await startService({ settings: { application: { name: 'The castle' } } })
afterAll(service.close)
const admin = await login(service.base)
for (const username of ['anna', 'ben', 'cleo']) await loginAs(service, username)

const get = (path: string, token = admin) => call(`${service.base}${path}`, bearer(token))

interface Page {
  readonly list: Record<string, unknown>[]
  readonly count: number
  readonly pageIndex: number
  readonly pageSize: number
}

async function pageOf(path: string): Promise<Page> {
  const answer = await get(path)
  expectSuccess(answer)
  return answer.body.data as Page
}

describe.each(['/sys-user', '/role', '/sys-login-log'])('the page of %s', (path) => {
  test('contains list, count, pageIndex and pageSize; the default is the first ten', async () => {
    const page = await pageOf(path)
    expect(page).toEqual({
      list: expect.any(Array),
      count: expect.any(Number),
      pageIndex: 1,
      pageSize: 10,
    })
    expect(page.list.length).toBe(Math.min(10, page.count))
  })

  test('has the requested size, and all pages together are the whole list', async () => {
    const whole = await pageOf(`${path}?pageSize=200`)
    const first = await pageOf(`${path}?pageIndex=1&pageSize=2`)
    const second = await pageOf(`${path}?pageIndex=2&pageSize=2`)
    expect(first).toMatchObject({ count: whole.count, pageIndex: 1, pageSize: 2 })
    expect([...first.list, ...second.list]).toEqual(whole.list.slice(0, 4))
  })

  test('is empty after the last page, with the same count', async () => {
    const { count } = await pageOf(path)
    expect(await pageOf(`${path}?pageIndex=999999`)).toMatchObject({ list: [], count })
  })

  test.each([201, 1000, 999_999_999])('of size %i is reduced to 200', async (size) => {
    expect(await pageOf(`${path}?pageSize=${size}`)).toMatchObject({
      list: expect.any(Array),
      pageIndex: 1,
      pageSize: 200,
    })
  })

  test.each([
    'pageSize=0',
    'pageSize=-1',
    'pageSize=1.5',
    'pageSize=1e2',
    'pageSize=ten',
    'pageSize=',
    'pageSize=5&pageSize=6',
    'pageIndex=0',
    'pageIndex=-1',
    'pageIndex=1.5',
    'pageIndex=99999999999999999999',
    'pageIndex=1%20OR%201=1',
  ])('is refused for %s', async (query) => {
    expectRefused(await get(`${path}?${query}`), 400)
  })

  test('an item can be read by its id; an unknown id yields code 404 in the body', async () => {
    const { list } = await pageOf(path)
    const [first = {}] = list
    const id = first.userId ?? first.roleId ?? first.id
    const answer = await get(`${path}/${id}`)
    expectSuccess(answer)
    expect(answer.body.data).toEqual(first)
    expectRefused(await get(`${path}/999999`), 404)
  })

  test.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '1%27'])('the id %s is refused', async (id) => {
    expectRefused(await get(`${path}/${id}`), 400)
  })

  test('needs both checks', async () => {
    const { token } = await loginAs(service, `guest-of${path.replace('/', '-')}`)
    expectRefused(await call(`${service.base}${path}`), 401)
    expectRefused(await get(path, token), 401)
    expectRefused(await get(`${path}/1`, token), 401)
  })
})

describe('list contents', () => {
  test('a user has its fields and no password data', async () => {
    const { list } = await pageOf('/sys-user?username=anna')
    expect(list).toEqual([
      {
        userId: expect.any(Number),
        username: 'anna',
        nickName: '',
        email: '',
        phone: '',
        roleId: expect.any(Number),
        status: '2',
        remark: '',
        pwdChangeDue: false,
        roleUntil: null,
        formerRoleId: 0,
        loginMethods: [],
        deptId: 0,
        dataScope: '',
        revision: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        lastLoginTime: expect.stringMatching(/^\d{4}-.*Z$/),
        liveSessions: 1,
        roleName: expect.any(String),
        roleKey: expect.any(String),
        mayChange: true,
        similarNames: [],
      },
    ])
  })

  test('a role has its fields', async () => {
    const { list } = await pageOf('/role')
    expect(list[0]).toEqual({
      roleId: expect.any(Number),
      roleName: expect.any(String),
      roleKey: 'admin',
      dataScope: '1',
      deptIds: [],
      status: '2',
      remark: expect.any(String),
      revision: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      users: 1,
      rules: 0,
      mayAssign: true,
      mayChange: true,
    })
  })

  test('the login log is filtered', async () => {
    const { list, count } = await pageOf('/sys-login-log?username=ben&status=2')
    expect(count).toBe(1)
    expect(list).toMatchObject([{ username: 'ben', status: '2' }])
    expect(await pageOf('/sys-login-log?username=ben&status=1')).toMatchObject({ list: [], count: 0 })
    expectRefused(await get('/sys-login-log?status=4'), 400)
  })
})

describe('public endpoints', () => {
  test('GET /api/v1/health returns the status up, and nothing else', async () => {
    const { status, body } = await call(`${service.base}/health`)
    expect({ status, body }).toEqual({
      status: 200,
      body: { code: 200, msg: expect.any(String), data: { status: 'up' } },
    })
  })

  test('GET /api/v1/app-config returns what a login page needs, and no secret', async () => {
    const answer = await call(`${service.base}/app-config`)
    expectSuccess(answer)
    expect(answer.body.data).toEqual({
      sys_app_name: 'The castle',
      sys_app_logo: '',
      mode: 'prod',
      captchaRequired: true,
      loginMethods: [{ method: 'password', captchaRequired: true }],
      passwordLinks: [],
      accessRequests: false,
      fourEyes: false,
    })
  })
})

test('GET /api/v1/menurole returns an empty list when no menus are configured', async () => {
  const answer = await get('/menurole')
  expectSuccess(answer)
  expect(answer.body.data).toEqual([])
})
