// docs/specification.md, 15, 16

import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

const menus = [
  { menuId: 1, title: 'Home', path: '/home' },
  {
    menuId: 2,
    title: 'Administration',
    path: '/admin',
    children: [
      { menuId: 3, title: 'Users', sysApi: [{ path: '/api/v1/sys-user', action: 'GET' }] },
      { menuId: 4, title: 'Roles', sysApi: [{ path: '/api/v1/role', action: 'GET' }] },
    ],
  },
]

const service = await startService({ settings: { menus } })
afterAll(service.close)
const admin = await login(service.base)
const mira = (await loginAs(service, 'mira', [{ method: 'GET', path: '/api/v1/role' }])).token
const miraId = (await service.context.users.findByName('mira'))?.userId

describe('GET /api/v1/user/profile', () => {
  test('returns the caller’s user and roles without password data', async () => {
    const answer = await call(`${service.base}/user/profile`, bearer(mira))
    expectSuccess(answer)
    expect(answer.body.data).toEqual({
      user: {
        userId: miraId,
        username: 'mira',
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
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
      roles: [expect.objectContaining({ roleKey: 'role-of-mira', roleName: 'role-of-mira', dataScope: '1' })],
    })
    expect(answer.text).not.toMatch(/password|argon2|\$2[aby]\$/i)
  })

  test.each(['userId=1', 'id=1', 'user_id=1', 'username=admin', 'userId=1&userId=2', 'identity=1'])(
    'returns the caller’s profile even if the query contains %s',
    async (query) => {
      const { body } = await call(`${service.base}/user/profile?${query}`, bearer(mira))
      expect(body.data).toMatchObject({ user: { username: 'mira', userId: miraId } })
    },
  )

  test('returns the caller’s profile even if the body names another user', async () => {
    const { body } = await sendRaw(service.origin, {
      target: '/api/v1/user/profile',
      headers: [`Authorization: Bearer ${mira}`, 'Content-Type: application/json'],
      body: '{"userId":1,"username":"admin"}',
    })
    expect(body.data).toMatchObject({ user: { username: 'mira', userId: miraId } })
  })

  test('gives no access to the profile of another user', async () => {
    expectRefused(await call(`${service.base}/user/profile/1`, bearer(mira)), 404, 404)
  })
})

describe('GET /api/v1/getinfo', () => {
  test("returns what go-admin's front end reads when a session starts", async () => {
    await eventually(async () => {
      const answer = await call(`${service.base}/getinfo?userId=1`, bearer(mira))
      expectSuccess(answer)
      expect(answer.body.data).toMatchObject({
        userId: miraId,
        userName: 'mira',
        name: 'mira',
        avatar: expect.any(String),
        introduction: expect.any(String),
        roles: ['role-of-mira'],
        permissions: ['GET:/api/v1/role'],
        buttons: ['GET:/api/v1/role'],
        passwordMinLength: 15,
      })
    })
  })

  test('returns the wildcard permission to the admin', async () => {
    const { body } = await call(`${service.base}/getinfo`, bearer(admin))
    expect(body.data).toMatchObject({ userName: 'admin', roles: ['admin'], permissions: ['*:*:*'] })
  })

  test.each([
    [2000, false],
    [2001, true],
    [20_000, true],
  ])(
    'lists at most 2,000 rules of a role with %s, and says whether there are more',
    async (count, truncated) => {
      const username = `user-${count}`
      const { token } = await loginAs(service, username)
      const rules = Array.from({ length: count }, (_, index) => ({
        roleKey: `role-of-${username}`,
        method: 'GET',
        path: `/app/thing/${index}`,
      }))
      await service.context.policyAdministration.add(rules)
      const answer = await call(`${service.base}/getinfo`, bearer(token))
      expectSuccess(answer)
      const permissions = rules.slice(0, 2000).map(({ path }) => `GET:${path}`)
      expect(answer.body.data).toMatchObject({
        permissions,
        buttons: permissions,
        permissionsTruncated: truncated,
      })
      expect(JSON.stringify(answer.body).length).toBeLessThan(150_000)
    },
  )

  test('needs an identity, but no permission', async () => {
    expectRefused(await call(`${service.base}/getinfo`), 401)
    const { token } = await loginAs(service, 'guest')
    expectSuccess(await call(`${service.base}/getinfo`, bearer(token)))
  })
})

describe('GET /api/v1/menurole', () => {
  test('returns all configured menus to the admin', async () => {
    const answer = await call(`${service.base}/menurole`, bearer(admin))
    expectSuccess(answer)
    expect(answer.body.data).toEqual(menus)
  })

  test('omits menus that the role cannot call', async () => {
    await eventually(async () => {
      const { body } = await call(`${service.base}/menurole`, bearer(mira))
      expect(body.data).toMatchObject([{ menuId: 1 }, { menuId: 2, children: [{ menuId: 4 }] }])
    })
    const { token } = await loginAs(service, 'nobody')
    const { body } = await call(`${service.base}/menurole`, bearer(token))
    expect(body.data).toEqual([{ menuId: 1, title: 'Home', path: '/home' }])
  })

  test('needs an identity', async () => {
    expectRefused(await call(`${service.base}/menurole`), 401)
  })
})

describe('POST /api/v1/logout', () => {
  test('revokes the token immediately, and no other token', async () => {
    const [leaving, staying] = [await login(service.base), await login(service.base)]
    expectSuccess(await call(`${service.base}/logout`, { method: 'POST', ...bearer(leaving) }))
    expectRefused(await call(`${service.base}/user/profile`, bearer(leaving)), 401)
    expectRefused(await call(`${service.base}/logout`, { method: 'POST', ...bearer(leaving) }), 401)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(staying)))
  })

  test('accepts the token from any carrier and ignores a JSON body', async () => {
    const byQuery = await login(service.base)
    expectSuccess(await call(`${service.base}/logout?token=${byQuery}`, { method: 'POST' }))
    expectRefused(await call(`${service.base}/user/profile`, bearer(byQuery)), 401)

    const withBody = await login(service.base)
    const init = { method: 'POST', body: JSON.stringify({ token: admin, userId: 1 }) }
    const headers = { authorization: `Bearer ${withBody}`, 'content-type': 'application/json' }
    expectSuccess(await call(`${service.base}/logout`, { ...init, headers }))
    expectRefused(await call(`${service.base}/user/profile`, bearer(withBody)), 401)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(admin)))
  })
})
