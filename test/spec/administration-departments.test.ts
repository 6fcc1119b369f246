import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeputyFixture, type DeputyFixture } from '../support/deputy-fixture.ts'
import { expectRefused } from '../support/expectations.ts'
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
  type Thing,
} from '../support/operator.ts'

let fixture: DeputyFixture
let admin: Operator

beforeAll(async () => {
  fixture = await createDeputyFixture()
  admin = await loginOperator(fixture.service.base)
  const rules = ['/api/v1/dept', '/api/v1/dept/*', '/api/v1/deptTree'].map((path) => ['*', path] as const)
  await fixture.service.context.policyAdministration.add(
    rules.map(([method, path]) => ({ roleKey: 'deputy', method, path })),
  )
})
afterAll(() => fixture.close())

let names = 0
const nextName = () => `Department ${names++}`

async function addDepartment(fields: Thing = {}): Promise<number> {
  return Number((await dataOf(admin.post('/dept', { deptName: nextName(), ...fields }))).deptId)
}

const department = (id: number) => dataOf(admin.get(`/dept/${id}`))
const lastEntry = async () => (await listOf(admin, '/audit-log?pageSize=1'))[0]

describe('a department', () => {
  test('is returned in full when it is created, and can be read by its id', async () => {
    const fields = {
      deptName: 'Sales 销售',
      sort: 3,
      leader: 'Ada',
      phone: '+86 10',
      email: 'sales@example.com',
      status: '1',
    }
    const made = await dataOf(admin.post('/dept', fields))
    expect(made).toEqual({
      deptId: expect.any(Number),
      parentId: 0,
      ...fields,
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await department(Number(made.deptId))).toEqual(made)
    expect(await lastEntry()).toMatchObject({ action: 'dept.create', targetKind: 'dept', after: made })
  })

  test('is enabled, at the top and first unless something else is given', async () => {
    const made = await dataOf(admin.post('/dept', { deptName: nextName() }))
    expect(made).toMatchObject({ parentId: 0, sort: 0, leader: '', phone: '', email: '', status: '2' })
  })

  test('an update changes only the given fields, and is refused with an old revision', async () => {
    const id = await addDepartment({ leader: 'Ada', sort: 7 })
    const before = await department(id)
    const after = await dataOf(admin.put(`/dept/${id}`, { leader: 'Bo', deptId: 1, createdAt: 'x' }))
    expect(after).toEqual({ ...before, leader: 'Bo', revision: 2, updatedAt: expect.any(String) })
    expectRefused(await admin.put(`/dept/${id}`, { leader: 'Cy', revision: 1 }), 409)
    expect(await department(id)).toEqual(after)
    expect(await lastEntry()).toMatchObject({
      action: 'dept.update',
      before: { leader: 'Ada' },
      after: { leader: 'Bo' },
    })
  })

  test.each([
    ['no name', { deptName: '' }, 'deptName'],
    ['a name with a line break', { deptName: 'a\nb' }, 'deptName'],
    ['a name of 129 characters', { deptName: 'n'.repeat(129) }, 'deptName'],
    ['a leader that turns the text around', { leader: 'a\u202Eb' }, 'leader'],
    ['a negative place', { sort: -1 }, 'sort'],
    ['a place beyond the limit', { sort: 1_000_001 }, 'sort'],
    ['a fraction as its place', { sort: 1.5 }, 'sort'],
    ['an unknown status', { status: '3' }, 'status'],
    ['a negative parent', { parentId: -1 }, 'parentId'],
    ['a text as its parent', { parentId: '1 or 1=1' }, 'parentId'],
    ['null as its parent', { parentId: null }, 'parentId'],
  ])('with %s is refused, and the message names the field', async (_, field, name) => {
    const id = await addDepartment()
    const answers = [
      await admin.post('/dept', { deptName: 'never made', ...field }),
      await admin.put(`/dept/${id}`, field),
    ]
    for (const answer of answers)
      expect(refusalOf(answer)).toEqual([400, expect.stringContaining(`Invalid parameters: ${name} `)])
    expect(await listOf(admin, '/dept?deptName=never made')).toEqual([])
    expect(await department(id)).toMatchObject({ revision: 1 })
  })

  test('can be found by a part of its name, by its parent and by its status', async () => {
    const top = await addDepartment({ deptName: 'Findable' })
    const below = await addDepartment({ deptName: 'Findable too', parentId: top, status: '1' })
    const ids = async (query: string) => (await listOf(admin, `/dept?${query}`)).map(({ deptId }) => deptId)
    expect(await ids('deptName=indabl')).toEqual([top, below])
    expect(await ids(`parentId=${top}`)).toEqual([below])
    expect(await ids('deptName=indabl&parentId=0')).toEqual([top])
    expect(await ids('deptName=indabl&status=1')).toEqual([below])
    expect(await ids('deptName=indabl&orderBy=deptId&order=desc')).toEqual([below, top])
    expectRefused(await admin.get('/dept?parentId=-1'), 400)
  })
})

describe('the tree', () => {
  test('has the departments in their places', async () => {
    const top = await addDepartment({ deptName: 'Tree' })
    const second = await addDepartment({ deptName: 'Second', parentId: top, sort: 2 })
    const first = await addDepartment({ deptName: 'First', parentId: top, sort: 1 })
    const leaf = await addDepartment({ deptName: 'Leaf', parentId: first })
    const tree = await dataOf<{ id: number }[]>(admin.get('/deptTree'))
    expect(tree.find(({ id }) => id === top)).toEqual({
      id: top,
      label: 'Tree',
      children: [
        { id: first, label: 'First', children: [{ id: leaf, label: 'Leaf', children: [] }] },
        { id: second, label: 'Second', children: [] },
      ],
    })
  })

  test('a department moves with everything below it', async () => {
    const [from, to] = [await addDepartment(), await addDepartment()]
    const moved = await addDepartment({ parentId: from })
    const leaf = await addDepartment({ parentId: moved })
    const after = await dataOf(admin.put(`/dept/${moved}`, { parentId: to }))
    expect(after).toMatchObject({ parentId: to })
    expect(await department(leaf)).toMatchObject({ parentId: moved, revision: 1 })
    await dataOf(admin.put(`/dept/${moved}`, { parentId: 0 }))
    expect(await department(moved)).toMatchObject({ parentId: 0 })
  })

  test('a department moves neither into itself nor below itself, nor below one that does not exist', async () => {
    const top = await addDepartment()
    const middle = await addDepartment({ parentId: top })
    const leaf = await addDepartment({ parentId: middle })
    for (const parentId of [top, middle, leaf])
      expect(refusalOf(await admin.put(`/dept/${top}`, { parentId }))).toEqual([
        409,
        expect.stringContaining(`Department ${top} cannot be moved`),
      ])
    expect(refusalOf(await admin.put(`/dept/${top}`, { parentId: 999_999 }))).toEqual([
      409,
      'Department 999999 does not exist.',
    ])
    expectRefused(await admin.post('/dept', { deptName: nextName(), parentId: 999_999 }), 409)
    expect(await department(top)).toMatchObject({ parentId: 0, revision: 1 })
  })

  test('has at most 50 levels, also after a move', async () => {
    let deepest = 0
    for (let level = 1; level <= 50; level++) deepest = await addDepartment({ parentId: deepest })
    expectRefused(await admin.post('/dept', { deptName: nextName(), parentId: deepest }), 400)
    const [top, last] = [await addDepartment(), await department(deepest)]
    await addDepartment({ parentId: top })
    expectRefused(await admin.put(`/dept/${top}`, { parentId: last.parentId }), 400)
  })
})

describe('a department is not deleted', () => {
  test('while there are departments below it', async () => {
    const top = await addDepartment()
    const leaf = await addDepartment({ parentId: top })
    expectRefused(await admin.remove(`/dept/${top}`), 409)
    await dataOf(admin.remove(`/dept/${leaf}`))
    await dataOf(admin.remove(`/dept/${top}`))
    expectRefused(await admin.get(`/dept/${top}`), 404)
    expect(await lastEntry()).toMatchObject({ action: 'dept.delete', before: { deptId: top } })
  })

  test('while users are in it', async () => {
    const id = await addDepartment()
    const userId = await addUser(admin, 'member', 1, { deptId: id })
    expectRefused(await admin.remove('/dept', { ids: [id] }), 409)
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: 0 }))
    await dataOf(admin.remove('/dept', { ids: [id] }))
  })

  test('while a role has it', async () => {
    const [id, other] = [await addDepartment(), await addDepartment()]
    const roleId = await addRole(admin, 'holder', [], { dataScope: '2', deptIds: [other, id, id] })
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ deptIds: [id, other] })
    expectRefused(await admin.remove('/dept', { ids: [other, id] }), 409)
    expect(await department(other)).toMatchObject({ deptId: other })
    await dataOf(admin.put(`/role/${roleId}`, { deptIds: [other] }))
    await dataOf(admin.remove(`/dept/${id}`))
  })
})

describe('a user', () => {
  test('is in no department and has the data scope of the role, unless something else is given', async () => {
    const userId = await addUser(admin, 'plain', 1)
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ deptId: 0, dataScope: '' })
  })

  test('cannot be put into a department that does not exist, nor get an unknown data scope', async () => {
    const userId = await addUser(admin, 'careful', 1)
    for (const change of [
      { deptId: 999_999 },
      { deptId: -1 },
      { deptId: null },
      { dataScope: '6' },
      { dataScope: '0' },
    ])
      expect([400, 409]).toContain((await admin.put(`/sys-user/${userId}`, change)).body.code)
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ deptId: 0, revision: 1 })
  })

  test('keeps the session in another department, and loses it with another data scope', async () => {
    const roleId = await addRole(admin, 'moving', [], { dataScope: '4' })
    const userId = await addUser(admin, 'mover', roleId)
    const id = await addDepartment()
    const own = await loginOperator(fixture.service.base, {
      username: 'mover',
      password: passwordOf('mover'),
    })
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: id }))
    expect(await dataOf(own.get('/getinfo'))).toMatchObject({ deptId: id })
    await dataOf(admin.put(`/sys-user/${userId}`, { dataScope: '5' }))
    expectRefused(await own.get('/getinfo'), 401)
    const token = (
      await loginOperator(fixture.service.base, { username: 'mover', password: passwordOf('mover') })
    ).token
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.datascope).toBe('5')
  })

  test('does not change the own department or data scope, not even as admin', async () => {
    const id = await addDepartment()
    for (const change of [{ deptId: id }, { dataScope: '1' }])
      expect(refusalOf(await admin.put('/sys-user/1', change))).toEqual([
        409,
        expect.stringContaining('your own department'),
      ])
    // What stays the same may be sent back.
    await dataOf(admin.put('/sys-user/1', { deptId: 0, dataScope: '', nickName: 'Admin' }))
  })
})

describe('an operator whose data scope is not all data', () => {
  let deputy: Operator
  beforeAll(async () => {
    deputy = operatorWith(fixture.service.base, await fixture.login('deputy'))
  })

  test('reads departments, but changes neither departments nor who is in them', async () => {
    const id = await addDepartment()
    await fixture.createRoleWithUser('clerk', '5', [])
    const [clerk, role] = [await fixture.user('clerk'), await fixture.role('clerk')]
    await dataOf(deputy.get(`/dept/${id}`))
    await dataOf(deputy.get('/deptTree'))
    const requests = [
      ['POST', '/dept', { deptName: 'x' }],
      ['PUT', `/dept/${id}`, { deptName: 'x' }],
      ['PUT', `/dept/${id}`, { parentId: 0, status: '1' }],
      ['DELETE', `/dept/${id}`, undefined],
      ['DELETE', '/dept', { ids: [id] }],
      ['PUT', `/sys-user/${clerk}`, { deptId: id }],
      ['PUT', `/sys-user/${clerk}`, { dataScope: '5' }],
      ['POST', '/sys-user', { username: 'n', password: passwordOf('n'), roleId: role, deptId: id }],
      ['PUT', `/role/${role}`, { deptIds: [id] }],
      ['POST', '/role', { roleKey: 'n', roleName: 'n', deptIds: [id] }],
    ] as const
    for (const [method, path, body] of requests)
      await fixture.expectRequestRefused(deputy.token, method, path, body)
  })

  test('cannot take over a user with a wider data scope or of another department', async () => {
    const [here, elsewhere] = [await addDepartment(), await addDepartment()]
    const below = await addDepartment({ parentId: here })
    await dataOf(admin.put(`/sys-user/${await fixture.user('deputy')}`, { deptId: here }))
    const narrow = await addRole(admin, 'narrow', [], { dataScope: '5' })
    const local = await addRole(admin, 'local', [], { dataScope: '3' })
    const cases = [
      ['wide', narrow, { dataScope: '1' }, 409],
      ['custom', narrow, { dataScope: '2' }, 409],
      ['stranger', local, { deptId: elsewhere }, 409],
      ['relative', narrow, { deptId: elsewhere, dataScope: '4' }, 409],
      ['colleague', local, { deptId: here }, 200],
      ['subordinate', local, { deptId: below }, 200],
      ['homeless', local, {}, 200],
    ] as const
    for (const [username, roleId, fields, code] of cases) {
      const userId = await addUser(admin, username, roleId, fields)
      const answer = await deputy.put(`/sys-user/${userId}/password`, { password: passwordOf('taken over') })
      expect([username, answer.body.code]).toEqual([username, code])
    }
  })

  test('cannot give a role to a user in whose department it would show more', async () => {
    const elsewhere = await addDepartment()
    const harmless = await addRole(admin, 'harmless', [], { dataScope: '5' })
    const local = await addRole(admin, 'local-too', [], { dataScope: '3' })
    const userId = await addUser(admin, 'remote', harmless, { deptId: elsewhere })
    await fixture.expectRequestRefused(deputy.token, 'PUT', `/sys-user/${userId}`, { roleId: local })
  })
})
