import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, call } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { confirm, confirmationOf, type FourEyesService, startFourEyesService } from '../support/four-eyes.ts'
import {
  compareWithServedDocument,
  type FrontEndService,
  MENUS,
  resetDocumentAfterwards,
  startForFrontEnd,
} from '../support/go-admin-front-end.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Rule,
  type Thing,
} from '../support/operator.ts'
import { compareWith } from '../support/seen-responses.ts'
import { startService } from '../support/service.ts'

// With go-admin's front end, nobody can do or see anything that they could not without it.

const EVERYTHING = { method: '*', path: '/api/v1/*' }
type Listed = { readonly method: string; readonly path: string; readonly checks: string }

let service: FrontEndService
let admin: Operator
let further: readonly Listed[]

beforeAll(async () => {
  service = await startForFrontEnd()
  admin = service.admin
  const without = await startService()
  const keysOf = async (operator: Operator) => await dataOf<Listed[]>(operator.get('/route'))
  const known = new Set(
    (await keysOf(await loginOperator(without.base))).map(({ method, path }) => `${method} ${path}`),
  )
  further = (await keysOf(admin)).filter(
    ({ method, path }) => !known.has(`${method} ${path}`) && !/\/(?:docs|openapi)/.test(path),
  )
  await without.close()
})
afterAll(() => service?.close())
resetDocumentAfterwards()

async function operatorWithRules(
  name: string,
  rules: readonly Omit<Rule, 'roleKey'>[],
  fields: Thing = {},
  userFields: Thing = {},
): Promise<Operator> {
  const roleId = await addRole(admin, `role-of-${name}`, rules, fields)
  await addUser(admin, name, roleId, userFields)
  return loginOperator(service.base, { username: name, password: passwordOf(name) })
}

const pathOf = (path: string) => path.replace('/api/v1', '').replaceAll(/:\w+/g, '1')
const send = (operator: Operator, { method, path }: Listed, body: Thing = {}): Promise<Answer> => {
  if (method === 'GET') return operator.get(pathOf(path))
  if (method === 'POST') return operator.post(pathOf(path), body)
  return method === 'PUT' ? operator.put(pathOf(path), body) : operator.remove(pathOf(path), body)
}

describe('the endpoints', () => {
  test('are these, with these checks', () => {
    const of = (checks: string) =>
      further
        .filter((one) => one.checks === checks)
        .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
    expect(of('none')).toEqual([])
    // The first three are constant, the fourth is always refused, and the last one is the same as PUT /user/profile.
    expect(of('identity').sort()).toEqual([
      'GET /configKey/:configKey',
      'GET /dict-data/option-select',
      'GET /dict/type-option-select',
      'POST /user/avatar',
      'PUT /sys-user/profile',
    ])
    expect(of('both').length).toBeGreaterThan(30)
  })

  test('refuse everybody without a token, and with a token of another service', async () => {
    for (const { method, path } of further) {
      const url = `${service.base}${pathOf(path)}`
      expectRefused(await call(url, { method }), 401)
      expectRefused(await call(url, { method, headers: { authorization: 'Bearer e30.e30.e30' } }), 401)
    }
  })

  test('refuse a role without rules, but for those that need none', async () => {
    const nobody = await operatorWithRules('nobody', [])
    for (const one of further.filter(({ checks }) => checks === 'both'))
      expectRefused(await send(nobody, one), 401)
  })

  test('refuse a token before a due password change or second factor', async () => {
    const roleId = await addRole(admin, 'role-of-due', [EVERYTHING])
    await addUser(admin, 'due', roleId, { pwdChangeDue: true })
    const due = await loginOperator(service.base, { username: 'due', password: passwordOf('due') })
    for (const one of further) {
      const { body } = await send(due, one)
      expect([body.code, body.reason], `${one.method} ${one.path}`).toEqual([409, 'password-change-due'])
    }
  })

  test('cannot be excluded from the permission check if they manage something', async () => {
    const start = startService({
      settings: {
        compatibility: { goAdmin: true },
        permission: { exclude: [{ method: 'PUT', path: '/api/v1/user/status', reason: 'a test' }] },
      },
    })
    await expect(start).rejects.toThrow('/api/v1/user/status')
  })
})

test('without the setting, none of them exists', async () => {
  compareWith(undefined)
  const without = await startService()
  const operator = await loginOperator(without.base)
  for (const one of further) {
    const { status, body } = await send(operator, one)
    // A path that is also one of the service has other methods.
    const served = /\/(?:sys-user|sys-user\/profile|user\/profile)$/.test(one.path)
    expect([status, body.code], `${one.method} ${one.path}`).toEqual(
      one.path === '/api/v1/sys-user/profile' ? [200, 400] : served ? [405, 405] : [404, 404],
    )
  }
  await without.close()
  await compareWithServedDocument(service.base)
})

describe('a rule for an endpoint of the front end alone gives no right', () => {
  let userId = 0
  let roleId = 0
  beforeAll(async () => {
    roleId = await addRole(admin, 'victim-role')
    userId = await addUser(admin, 'victim', roleId)
  })

  const attempts = (): readonly (readonly [string, string, Thing])[] => [
    ['/sys-user', '/api/v1/sys-user', { userId, nickName: 'Changed' }],
    ['/user/status', '/api/v1/user/*', { userId, status: '1' }],
    ['/user/pwd/reset', '/api/v1/user/*', { userId, password: passwordOf('stolen') }],
    ['/role-status', '/api/v1/role-status', { roleId, status: '1' }],
    ['/roledatascope', '/api/v1/roledatascope', { roleId, dataScope: '1' }],
  ]

  test('to change users and roles', async () => {
    for (const [index, [path, pattern, body]] of attempts().entries()) {
      const operator = await operatorWithRules(`aliased-${index}`, [{ method: 'PUT', path: pattern }])
      const answer = await operator.put(path, body)
      expectRefused(answer, 401)
      expect(answer.headers.get('x-castellan-reason')).toBe('permission-denied')
    }
    const [user] = await listOf(admin, '/sys-user?username=victim')
    expect(user).toMatchObject({ nickName: '', status: '2' })
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ status: '2', dataScope: '1' })
    await loginOperator(service.base, { username: 'victim', password: passwordOf('victim') })
  })

  test('nor does one for the endpoint of the service open that of the front end', async () => {
    const native = await operatorWithRules('native', [{ method: 'PUT', path: '/api/v1/sys-user/*' }])
    for (const [path, , body] of attempts().slice(0, 3)) expectRefused(await native.put(path, body), 401)
  })

  test('to see roles, departments or routes', async () => {
    const operator = await operatorWithRules('viewer', [
      { method: 'GET', path: '/api/v1/roleMenuTreeselect/:id' },
      { method: 'GET', path: '/api/v1/roleDeptTreeselect/:id' },
      { method: 'GET', path: '/api/v1/sys-api' },
    ])
    for (const path of [`/roleMenuTreeselect/${roleId}`, `/roleDeptTreeselect/${roleId}`, '/sys-api'])
      expectRefused(await operator.get(path), 401)
  })

  test('to see the menus of roles without the permission to list rules, or names of departments', async () => {
    const deptId = Number((await dataOf(admin.post('/dept', { deptName: 'Secret plans' }))).deptId)
    await addUser(admin, 'planner', roleId, { deptId })
    await dataOf(
      admin.post('/policy', { rules: [{ roleKey: 'victim-role', method: 'GET', path: '/api/v1/role' }] }),
    )
    const operator = await operatorWithRules('reader', [
      { method: 'GET', path: '/api/v1/role' },
      { method: 'GET', path: '/api/v1/role/*' },
      { method: 'GET', path: '/api/v1/sys-user' },
    ])
    expect(await dataOf(operator.get(`/role/${roleId}`))).toMatchObject({ menuIds: [] })
    expect((await operator.get('/sys-user?username=planner')).text).not.toContain('Secret plans')
  })
})

describe('menus of roles', () => {
  test('cannot be given without the permission to change rules, nor beyond the own ones', async () => {
    const editor = await operatorWithRules('editor', [
      { method: '*', path: '/api/v1/role' },
      { method: '*', path: '/api/v1/role/*' },
    ])
    const refused = await editor.post('/role', { roleName: 'Puppet', roleKey: 'puppet', menuIds: [52] })
    expect(refused.body).toMatchObject({ code: 409, reason: 'beyond-own-role' })
    const ruler = await operatorWithRules('ruler', [
      { method: '*', path: '/api/v1/role' },
      { method: '*', path: '/api/v1/role/*' },
      { method: '*', path: '/api/v1/policy' },
    ])
    const beyond = await ruler.post('/role', {
      roleName: 'Puppet',
      roleKey: 'puppet',
      dataScope: '1',
      menuIds: [3],
    })
    expect(beyond.body).toMatchObject({ code: 409, reason: 'beyond-own-role' })
    expect(await listOf(admin, '/role?roleKey=puppet')).toEqual([])
    expect(await listOf(admin, '/policy?roleKey=puppet')).toEqual([])
  })

  test('are given by operators within their own rules, and never to the own role', async () => {
    const rules = [
      { method: '*', path: '/api/v1/role' },
      { method: '*', path: '/api/v1/role/*' },
      { method: '*', path: '/api/v1/policy' },
      { method: 'GET', path: '/api/v1/roleMenuTreeselect/:id' },
    ]
    const granter = await operatorWithRules('granter', rules)
    const made = await dataOf(
      granter.post('/role', { roleName: 'Puppet', roleKey: 'puppet', dataScope: '1', menuIds: [52] }),
    )
    expect(made).toMatchObject({ rules: 2 })
    const [own] = await listOf(admin, '/role?roleKey=role-of-granter')
    const answer = await granter.put(`/role/${own?.roleId}`, { menuIds: [3, 52] })
    expect(answer.body).toMatchObject({ code: 409, reason: 'own-role' })
    // The form of an operator who does not see rules would take them all.
    const blind = await operatorWithRules('blind', [
      ...rules.filter(({ path }) => path !== '/api/v1/policy'),
      { method: 'POST', path: '/api/v1/policy' },
      { method: 'DELETE', path: '/api/v1/policy' },
    ])
    const taking = await blind.put(`/role/${made.roleId}`, { roleName: 'Puppet', menuIds: [] })
    expect(taking.body).toMatchObject({ code: 409, reason: 'beyond-own-role' })
  })
})

describe('an operator of a branch', () => {
  let leader: Operator
  const foreign = { userId: 0, roleId: 0, deptId: 0 }
  const UNKNOWN = 987_654

  beforeAll(async () => {
    const dept = async (deptName: string) => Number((await dataOf(admin.post('/dept', { deptName }))).deptId)
    const north = await dept('North branch')
    foreign.deptId = await dept('South branch')
    foreign.roleId = await addRole(admin, 'strong', [{ method: 'GET', path: '/app/salary' }], {
      dataScope: '5',
    })
    const clerk = await addRole(admin, 'south-clerk', [], { dataScope: '5' })
    foreign.userId = await addUser(admin, 'sven', clerk, { deptId: foreign.deptId })
    leader = await operatorWithRules('nora', [EVERYTHING], { dataScope: '4' }, { deptId: north })
  })

  const same = (known: Answer, unknown: Answer, id: number) =>
    expect(known.text.replaceAll(String(id), '…')).toBe(unknown.text.replaceAll(String(UNKNOWN), '…'))

  test('gets the same response for a foreign user as for an unknown one', async () => {
    const { userId } = foreign
    const bodies: readonly (readonly [string, Thing])[] = [
      ['/sys-user', { nickName: 'Changed' }],
      ['/user/status', { status: '1' }],
      ['/user/pwd/reset', { password: passwordOf('stolen') }],
    ]
    for (const [path, body] of bodies) {
      const known = await leader.put(path, { userId, ...body })
      expect(known.body).toMatchObject({ code: 404 })
      same(known, await leader.put(path, { userId: UNKNOWN, ...body }), userId)
    }
    await loginOperator(service.base, { username: 'sven', password: passwordOf('sven') })
  })

  test('sees no foreign departments and roles', async () => {
    const { roleId, deptId } = foreign
    for (const path of ['/roleMenuTreeselect', '/roleDeptTreeselect'])
      same(await leader.get(`${path}/${roleId}`), await leader.get(`${path}/${UNKNOWN}`), roleId)
    expect((await leader.get('/dept')).text).not.toContain('South')
    expect(await listOf(leader, `/sys-user?deptId=${encodeURIComponent(`/${deptId}/`)}`)).toEqual([])
    const all = await listOf(leader, '/sys-user')
    expect(all.map(({ username }) => username)).toEqual(['nora'])
  })

  test('cannot change roles', async () => {
    for (const [path, body] of [
      ['/role-status', { status: '1' }],
      ['/roledatascope', { dataScope: '1' }],
    ] as const) {
      const answer = await leader.put(path, { roleId: foreign.roleId, ...body })
      expect(answer.body).toMatchObject({ code: 409, reason: 'all-data-required' })
    }
  })
})

describe('changes that a second administrator has to confirm', () => {
  let protectedService: FourEyesService
  beforeAll(async () => {
    protectedService = await startFourEyesService(['grant-administration'], {
      settings: {
        compatibility: { goAdmin: true },
        menus: MENUS.map((menu) => ({ ...menu })),
        apiDocs: { serve: 'always' },
      },
    })
    await compareWithServedDocument(protectedService.base)
  })
  afterAll(() => protectedService?.close())

  test('are confirmed as the call of the service that makes the same change', async () => {
    const { anna, bela, idOf, roleIdOf } = protectedService
    const userId = await idOf('carl')
    const change = { userId, roleId: await roleIdOf('admin') }
    const id = confirmationOf(await anna.put('/sys-user', change))
    const [listed] = await listOf(bela, '/confirmation')
    expect(listed).toMatchObject({ id, method: 'PUT', path: `/api/v1/sys-user/${userId}` })
    expect((await confirm(bela, id)).body.code).toBe(200)
    // The confirmed change, and no other.
    confirmationOf(await anna.put('/sys-user', { ...change, nickName: 'Other' }))
    expect((await anna.put('/sys-user', change)).body).toMatchObject({ code: 200 })
  })

  test('are asked for by menus that give administration, with nothing written before', async () => {
    const { anna, bela } = protectedService
    const role = { roleName: 'Menus', roleKey: 'menus', dataScope: '1', menuIds: [43] }
    const id = confirmationOf(await anna.post('/role', role))
    expect(await listOf(anna, '/role?roleKey=menus')).toEqual([])
    expect((await confirm(bela, id)).body.code).toBe(200)
    expect((await anna.post('/role', role)).body).toMatchObject({ code: 200 })
    expect(await listOf(anna, '/policy?roleKey=menus')).toHaveLength(1)
  })

  test('are asked for by the password of another administrator', async () => {
    const { anna, idOf } = protectedService
    const userId = await idOf('cleo')
    confirmationOf(await anna.put('/user/pwd/reset', { userId, password: passwordOf('cleo again') }))
  })
})
