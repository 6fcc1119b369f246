import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FrontEndService,
  formOf,
  resetDocumentAfterwards,
  startForFrontEnd,
} from '../support/go-admin-front-end.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'

// What go-admin's front end sends while users, roles, departments and the login log are shown and changed.

let service: FrontEndService
let admin: Operator

beforeAll(async () => {
  service = await startForFrontEnd()
  admin = service.admin
})
afterAll(() => service?.close())
resetDocumentAfterwards()

describe('the frame', () => {
  test('has an avatar that the front end does not add its address to, and the codes of the buttons', async () => {
    const info = await dataOf(admin.get('/getinfo'))
    expect(info.avatar).toMatch(/^data:image\/svg\+xml,.*http.*#$/)
    expect(info.permissions).toEqual([
      '*:*:*',
      'admin:sysUser:list',
      'admin:sysUser:add',
      'admin:sysUser:edit',
      'admin:sysRole:list',
    ])
  })

  test('has pages in the side bar, and no buttons', async () => {
    const menus = await dataOf<Thing[]>(admin.get('/menurole'))
    expect(JSON.stringify(menus)).toContain('SysUserManage')
    expect(JSON.stringify(menus)).not.toContain('"F"')
  })

  test('gets the options of fields in the language of the request', async () => {
    const options = await dataOf(admin.get('/dict-data/option-select?dictType=sys_normal_disable'))
    expect(options).toEqual([
      { value: '2', label: 'Enabled' },
      { value: '1', label: 'Disabled' },
    ])
    expect(await dataOf(admin.get('/dict-data/option-select?dictType=demo_status'))).toEqual([])
    expect(await dataOf(admin.get('/dict/type-option-select'))).toEqual([])
  })

  test('gets no initial password', async () => {
    expect(await dataOf(admin.get('/configKey/sys_user_initPassword'))).toEqual({
      configKey: 'sys_user_initPassword',
      configValue: '',
    })
  })
})

describe('departments', () => {
  let deptId = 0

  test('are added with the status as a number', async () => {
    const branch = {
      parentId: 0,
      deptName: 'Branch A',
      sort: 10,
      leader: 'Wang',
      phone: '13800000001',
      email: 'a@b.com',
    }
    const added = await dataOf(admin.post('/dept', { ...branch, status: 2 }))
    deptId = Number(added.deptId)
    expect(added).toMatchObject({ ...branch, status: '2' })
    const invalid = await admin.post('/dept', { ...branch, status: 3 })
    expect(invalid.body).toMatchObject({ code: 400, errors: [{ field: 'status' }] })
  })

  test('are changed with the whole record, a number as the status', async () => {
    const record = await dataOf(admin.get(`/dept/${deptId}`))
    const form = formOf(record, { leader: 'Li', status: 1, deptPath: '/0/1/', dataScope: '', children: null })
    expect(await dataOf(admin.put(`/dept/${deptId}`, form))).toMatchObject({ leader: 'Li', status: '1' })
    const stale = await admin.put(`/dept/${deptId}`, form)
    expect(stale.body).toMatchObject({ code: 409, reason: 'changed-meanwhile' })
    await dataOf(admin.put(`/dept/${deptId}`, { status: 2 }))
  })

  test('are a tree without a page, and a page with one', async () => {
    const below = await dataOf(admin.post('/dept', { parentId: deptId, deptName: 'Sales', status: 2 }))
    const [branch] = await dataOf<Thing[]>(admin.get('/dept'))
    expect(branch).toMatchObject({ deptId, status: 2, children: [{ deptId: below.deptId, children: [] }] })
    // A department whose parent is not found is not lost.
    expect(await dataOf(admin.get('/dept?deptName=sal'))).toMatchObject([{ deptName: 'Sales' }])
    expect(await dataOf(admin.get('/dept?deptName=&status=1'))).toEqual([])
    expect(await dataOf(admin.get('/dept?pageIndex=1'))).toMatchObject({
      count: 2,
      list: [{ status: '2' }, {}],
    })
    await dataOf(admin.remove('/dept', { ids: [Number(below.deptId)] }))
  })
})

describe('users', () => {
  let deptId = 0
  let belowId = 0
  let roleId = 0
  let userId = 0

  beforeAll(async () => {
    deptId = Number((await dataOf(admin.post('/dept', { deptName: 'North', status: 2 }))).deptId)
    belowId = Number((await dataOf(admin.post('/dept', { deptName: 'North West', parentId: deptId }))).deptId)
    roleId = await addRole(admin, 'clerk')
  })

  test('are added with the post of the form, which is not kept', async () => {
    const form = {
      ...{ deptId, username: 'newbie', nickName: 'Newcomer', password: passwordOf('newbie') },
      ...{ phone: '13800000009', email: 'newbie@example.com', status: '2', postId: 1, roleId },
    }
    userId = Number((await dataOf(admin.post('/sys-user', form))).userId)
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({
      ...{ userId, username: 'newbie', roleId, status: '2' },
      ...{ roleIds: [roleId], postIds: [], postId: 0, sex: '', avatar: '' },
      dept: { deptId, deptName: 'North' },
    })
  })

  test('are changed with the whole record and the id in the body', async () => {
    const record = await dataOf(admin.get(`/sys-user/${userId}`))
    const form = formOf(record, { nickName: 'Newcomer Two', status: 2 })
    const answer = await admin.put('/sys-user', form)
    expect(answer.body).toMatchObject({ code: 200, data: userId })
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ nickName: 'Newcomer Two' })
    expect((await admin.put('/sys-user', form)).body).toMatchObject({ reason: 'changed-meanwhile' })
  })

  test('keep what the form does not show: the end of the role, login methods and the data scope', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const other = await addRole(admin, 'deputy')
    await dataOf(admin.put(`/sys-user/${userId}`, { roleId: other, roleUntil: until, dataScope: '5' }))
    const record = await dataOf(admin.get(`/sys-user/${userId}`))
    const forged = {
      roleUntil: null,
      formerRoleId: other,
      dataScope: '1',
      loginMethods: ['code'],
      pwdChangeDue: true,
    }
    await dataOf(admin.put('/sys-user', formOf(record, { remark: 'back soon', ...forged })))
    const after = await dataOf(admin.get(`/sys-user/${userId}`))
    const { roleUntil, formerRoleId, dataScope, loginMethods, pwdChangeDue } = record
    expect(after).toMatchObject({
      remark: 'back soon',
      roleUntil,
      formerRoleId,
      dataScope,
      loginMethods,
      pwdChangeDue,
    })
    // Another role in the form has no end.
    await dataOf(admin.put('/sys-user', formOf(after, { roleId })))
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ roleId, roleUntil: null })
  })

  test('get no password by the form', async () => {
    const answer = await admin.put('/sys-user', { userId, password: passwordOf('other') })
    expect(answer.body).toMatchObject({ code: 400, errors: [{ field: 'password' }] })
  })

  test('are disabled and enabled, by a text or a number', async () => {
    expect((await admin.put('/user/status', { userId, status: '1' })).body).toMatchObject({ data: userId })
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ status: '1' })
    await dataOf(admin.put('/user/status', { userId, status: 2 }))
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ status: '2' })
    for (const status of ['0', 0, 3, '', null, true])
      expect((await admin.put('/user/status', { userId, status })).body.code).toBe(400)
  })

  test('get new passwords that obey the rules, and an entry in the audit log', async () => {
    const weak = await admin.put('/user/pwd/reset', { userId, password: '123456' })
    expect(weak.body).toMatchObject({ code: 400, errors: [{ field: 'password' }] })
    await dataOf(admin.put('/user/pwd/reset', { userId, password: passwordOf('reset') }))
    const [entry] = await listOf(admin, '/audit-log?pageSize=1')
    expect(entry).toMatchObject({ action: 'user.password', targetId: userId })
    const own = await admin.put('/user/pwd/reset', { userId: 1, password: passwordOf('reset') })
    expect(own.body).toMatchObject({ code: 409, reason: 'own-password' })
  })

  test('are listed in the order of a column, by a department with those below it, and with its name', async () => {
    const below = await addUser(admin, 'betty', roleId, { deptId: belowId })
    const names = async (query: string) =>
      (await listOf(admin, `/sys-user${query}`)).map((user) => user.username)
    const path = encodeURIComponent(`/${deptId}/`)
    expect(await names(`?deptId=${path}&usernameOrder=asc`)).toEqual(['betty', 'newbie'])
    expect(await names(`?deptId=${path}&usernameOrder=desc`)).toEqual(['newbie', 'betty'])
    expect(await names(`?deptId=${deptId}`)).toEqual(['newbie'])
    expect(await names('?deptId=')).toHaveLength(3)
    expect(await names(`?deptId=${encodeURIComponent('/999/')}`)).toEqual([])
    expect((await admin.get('/sys-user?deptId=%2F1')).body.code).toBe(400)
    expect(await names('?createdAtOrder=desc&username=')).toEqual(['betty', 'newbie', 'admin'])
    // A filter by name can only be sorted by name, and no list by the status.
    expect(await names('?username=newbie&userIdOrder=asc')).toEqual(['newbie'])
    expect(await names('?statusOrder=asc')).toHaveLength(3)
    const [listed] = await listOf(admin, `/sys-user?deptId=${path}&usernameOrder=asc`)
    expect(listed).toMatchObject({ userId: below, roleIds: [roleId], dept: { deptName: 'North West' } })
    await dataOf(admin.remove('/sys-user', { ids: [below] }))
    await dataOf(admin.remove('/sys-user', { ids: [userId] }))
  })
})

describe('roles', () => {
  const rulesOf = async (roleKey: string) =>
    (await listOf(admin, `/policy?roleKey=${roleKey}&pageSize=200`))
      .map(({ method, path }) => `${method} ${path}`)
      .sort()
  let roleId = 0

  test('show all menus in the form', async () => {
    expect(await dataOf(admin.get('/roleMenuTreeselect/0'))).toEqual({
      menus: [
        {
          id: 2,
          label: 'Administration',
          children: [
            {
              id: 3,
              label: 'Users',
              children: [
                { id: 43, label: 'Add a user' },
                { id: 45, label: 'Change a user' },
              ],
            },
            { id: 52, label: 'Roles' },
          ],
        },
        { id: 90, label: 'Manual' },
      ],
      checkedKeys: [],
    })
  })

  test('are added with the rules of their menus, in one transaction', async () => {
    const form = {
      roleName: 'Operator',
      roleKey: 'menu-role',
      roleSort: 0,
      status: '2',
      menuIds: [3, 43, 45, 90],
    }
    roleId = Number((await dataOf(admin.post('/role', form))).roleId)
    expect(await rulesOf('menu-role')).toEqual([
      'GET /api/v1/deptTree',
      'GET /api/v1/sys-user',
      'POST /api/v1/sys-user',
      'PUT /api/v1/sys-user',
      'PUT /api/v1/sys-user/:id',
      'PUT /api/v1/sys-user/:id/status',
      'PUT /api/v1/user/status',
    ])
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({
      menuIds: [43, 45, 3, 90],
      roleSort: 0,
      admin: false,
    })
    expect(await dataOf(admin.get(`/roleMenuTreeselect/${roleId}`))).toMatchObject({
      checkedKeys: [43, 45, 3, 90],
    })
  })

  test('lose the rules of menus that are no longer chosen, and keep those that no menu stands for', async () => {
    await dataOf(
      admin.post('/policy', { rules: [{ roleKey: 'menu-role', method: 'GET', path: '/app/orders' }] }),
    )
    const record = await dataOf(admin.get(`/role/${roleId}`))
    const form = formOf(record, { menuIds: [52, 90], sysDept: null, sysMenu: null, flag: '', params: '' })
    await dataOf(admin.put(`/role/${roleId}`, form))
    expect(await rulesOf('menu-role')).toEqual([
      'GET /api/v1/role',
      'GET /api/v1/roleMenuTreeselect/:id',
      'GET /app/orders',
    ])
  })

  test('keep the rules of a page of which only some buttons are chosen: the front end sends only the buttons', async () => {
    const save = async (menuIds: readonly number[]) => {
      const record = await dataOf(admin.get(`/role/${roleId}`))
      await dataOf(admin.put(`/role/${roleId}`, formOf(record, { menuIds })))
    }
    await save([3, 43, 45])
    await save([43])
    const rules = await rulesOf('menu-role')
    expect(rules).toContain('GET /api/v1/sys-user')
    expect(rules).not.toContain('PUT /api/v1/user/status')
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ menuIds: [43, 90] })
    await save([])
    expect(await rulesOf('menu-role')).toEqual(['GET /app/orders'])
  })

  test('are neither added nor changed with a menu that is not in the settings', async () => {
    const add = await admin.post('/role', { roleName: 'Ghost', roleKey: 'ghost', menuIds: [3, 4711] })
    expect(add.body).toMatchObject({ code: 400, errors: [{ field: 'menuIds' }] })
    expect(await listOf(admin, '/role?roleKey=ghost')).toEqual([])
    const change = await admin.put(`/role/${roleId}`, { roleName: 'Other', menuIds: [4711] })
    expect(change.body).toMatchObject({ code: 400 })
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ roleName: 'Operator' })
  })

  test('keep their rules if a request names no menus', async () => {
    const before = await rulesOf('menu-role')
    await dataOf(admin.put(`/role/${roleId}`, { remark: 'no menus' }))
    expect(await rulesOf('menu-role')).toEqual(before)
  })

  test('are disabled, and get a data scope with departments', async () => {
    const dept = Number((await dataOf(admin.post('/dept', { deptName: 'East' }))).deptId)
    expect((await admin.put('/role-status', { roleId, status: '1' })).body).toMatchObject({
      code: 200,
      data: roleId,
    })
    const record = await dataOf(admin.get(`/role/${roleId}`))
    expect(record.status).toBe('1')
    await dataOf(admin.put('/roledatascope', formOf(record, { dataScope: '2', deptIds: [dept] })))
    expect(await dataOf(admin.get(`/roleDeptTreeselect/${roleId}`))).toMatchObject({ checkedKeys: [dept] })
    const scoped = await dataOf(admin.get(`/role/${roleId}`))
    expect(scoped).toMatchObject({ dataScope: '2', deptIds: [dept] })
    await dataOf(admin.put('/roledatascope', formOf(scoped, { dataScope: '3', deptIds: [] })))
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ dataScope: '3' })
    expect((await admin.put('/roledatascope', { roleId, dataScope: '9' })).body.code).toBe(400)
    expect((await admin.put('/role-status', { roleId: 1, status: '1' })).body).toMatchObject({ code: 409 })
  })

  test('are listed with what the table shows, and deleted with the ids in the body', async () => {
    const [last] = await listOf(admin, '/role?roleIdOrder=desc')
    expect(last).toMatchObject({ roleKey: 'menu-role', roleSort: 0, admin: false })
    expect(await listOf(admin, '/role?pageSize=1000&statusOrder=asc')).toHaveLength(4)
    await dataOf(admin.remove('/role', { ids: [roleId] }))
    expect(await rulesOf('menu-role')).toEqual([])
  })
})

describe('the login log', () => {
  test('is listed from the newest or the oldest entry, and entries are deleted', async () => {
    const newest = await listOf(admin, '/sys-login-log?createdAtOrder=desc&pageIndex=1&pageSize=10')
    const oldest = await listOf(admin, '/sys-login-log?createdAtOrder=asc')
    expect(newest.length).toBeGreaterThan(0)
    expect(oldest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toReversed())
    await dataOf(admin.remove('/sys-login-log', { ids: [Number(newest[0]?.id)] }))
  })
})

describe('the own profile', () => {
  test('has the department and the roles that the page reads', async () => {
    const { user, roles, posts } = await dataOf<{ user: Thing; roles: Thing[]; posts: Thing[] }>(
      admin.get('/user/profile'),
    )
    expect(user).toMatchObject({ username: 'admin', roleIds: [1], dept: { deptId: 0, deptName: '' } })
    expect(roles).toMatchObject([{ roleId: 1 }])
    expect(posts).toEqual([])
  })

  test('is changed, but for what only operators change', async () => {
    const { user } = await dataOf<{ user: Thing }>(admin.get('/user/profile'))
    await dataOf(
      admin.put('/sys-user/profile', formOf(user, { nickName: 'The Keeper', roleId: 99, status: '1' })),
    )
    const after = await dataOf<{ user: Thing }>(admin.get('/user/profile'))
    expect(after.user).toMatchObject({ nickName: 'The Keeper', roleId: 1, status: '2' })
  })

  test('has no picture of its own: an upload is refused with a message', async () => {
    const form = new FormData()
    form.append('upload[]', new Blob([new Uint8Array(200_000)], { type: 'image/png' }), 'me.png')
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await fetch(`${service.base}/user/avatar`, { method: 'POST', headers, body: form })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code: 409, msg: 'This service does not have avatars.' })
  })
})

describe('pages for what the service does not have', () => {
  test.each([
    '/post',
    '/dict/type',
    '/dict/data',
    '/config',
    '/sysjob',
    '/sys/tables/page',
    '/sys-opera-log',
  ])('%s is an empty list with a message', async (path) => {
    const { body } = await admin.get(`${path}?pageIndex=1&pageSize=1000`)
    expect(body).toMatchObject({ code: 200, data: { list: [], count: 0 } })
    expect(body.msg).toMatch(/^This service does not have /)
  })

  test('cannot be changed', async () => {
    for (const path of ['/post', '/dict/type', '/sysjob', '/menu', '/sys-api'])
      expect((await admin.post(path, { anything: 1 })).body).toMatchObject({
        code: 409,
        reason: 'not-served',
      })
  })

  test('menus can be read as they are in the settings', async () => {
    expect(await dataOf(admin.get('/menu'))).toMatchObject([{ menuId: 2 }, { menuId: 90 }])
    expect(await dataOf(admin.get('/menu?title=Man'))).toMatchObject([{ menuId: 90 }])
    expect((await admin.put('/menu/2', {})).body).toMatchObject({ reason: 'not-served' })
  })

  test('endpoints are the routes of the service', async () => {
    const all = await dataOf<Thing[]>(admin.get('/route'))
    const { list, count } = await dataOf<{ list: Thing[]; count: number }>(
      admin.get('/sys-api?pageSize=10000'),
    )
    expect([list.length, count]).toEqual([all.length, all.length])
    expect(list).toContainEqual(
      expect.objectContaining({ path: '/api/v1/sys-user', action: 'GET', type: 'BUS' }),
    )
    expect(await listOf(admin, '/sys-api?type=BUS&action=PUT&path=role-status')).toHaveLength(1)
    expect(await listOf(admin, '/sys-api?pageIndex=2&pageSize=10')).toHaveLength(10)
  })
})
