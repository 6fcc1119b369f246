import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeputyFixture } from '../support/deputy-fixture.ts'
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

const fixture = await createDeputyFixture()
afterAll(fixture.close)
const admin = await loginOperator(fixture.service.base)
const rules = ['/api/v1/dept', '/api/v1/dept/*', '/api/v1/deptTree'].map((path) => ['*', path] as const)
await fixture.service.context.policyAdministration.add(
  rules.map(([method, path]) => ({ roleKey: 'deputy', method, path })),
)

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
    ['a name of blanks', { deptName: '   ' }, 'deptName'],
    ['an invisible name', { deptName: '\u200B' }, 'deptName'],
    ['a name that runs backwards', { deptName: 'a\u202Eb' }, 'deptName'],
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
        expect.stringContaining(`Department ${top} is or would be below itself`),
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

describe('an administrator of a branch', () => {
  let leader: Operator
  let [root, branch, team, sibling]: number[] = []
  beforeAll(async () => {
    root = await addDepartment()
    branch = await addDepartment({ parentId: root })
    team = await addDepartment({ parentId: branch })
    sibling = await addDepartment({ parentId: root })
    const rules = [
      '/api/v1/dept',
      '/api/v1/dept/*',
      '/api/v1/deptTree',
      '/api/v1/sys-user',
      '/api/v1/sys-user/*',
    ]
    const leading = await addRole(
      admin,
      'leader',
      rules.map((path) => ({ method: '*', path })),
      { dataScope: '4' },
    )
    await addUser(admin, 'leader', leading, { deptId: branch })
    leader = await loginOperator(fixture.service.base, { username: 'leader', password: passwordOf('leader') })
  })

  const reasonOf = async (answer: Promise<{ headers: Headers }>) =>
    (await answer).headers.get('x-castellan-reason')

  test('sees the departments of the branch, as a tree of their own', async () => {
    expect((await listOf(leader, '/dept')).map(({ deptId }) => deptId)).toEqual([branch, team])
    const tree = await dataOf<Thing[]>(leader.get('/deptTree'))
    expect(tree).toMatchObject([{ id: branch, children: [{ id: team, children: [] }] }])
    expect(await reasonOf(leader.get(`/dept/${sibling}`))).toBe('not-found')
  })

  test('adds, changes, moves and deletes departments of the branch only', async () => {
    const added = await dataOf(leader.post('/dept', { deptName: nextName(), parentId: branch }))
    await dataOf(leader.put(`/dept/${added.deptId}`, { deptName: nextName(), status: '1' }))
    await dataOf(leader.put(`/dept/${added.deptId}`, { parentId: team, status: '2' }))
    expect(await reasonOf(leader.put(`/dept/${added.deptId}`, { parentId: sibling }))).toBe(
      'department-unknown',
    )
    expect(await reasonOf(leader.put(`/dept/${added.deptId}`, { parentId: 0 }))).toBe('all-data-required')
    await dataOf(leader.remove(`/dept/${added.deptId}`))
    expect(await reasonOf(leader.post('/dept', { deptName: 'x', parentId: sibling }))).toBe(
      'department-unknown',
    )
    expect(await reasonOf(leader.post('/dept', { deptName: 'x' }))).toBe('all-data-required')
    expect(await reasonOf(leader.put(`/dept/${sibling}`, { deptName: 'x' }))).toBe('not-found')
  })

  test('does not move, disable or delete the own department, nor does anybody one above the own', async () => {
    const own = await addDepartment({ parentId: branch })
    for (const change of [{ parentId: team }, { status: '1' }])
      expect(await reasonOf(leader.put(`/dept/${branch}`, change))).toBe('own-department')
    await dataOf(leader.put(`/dept/${branch}`, { leader: 'Ada' }))
    const deputyId = await fixture.user('deputy')
    await dataOf(admin.put(`/sys-user/${deputyId}`, { deptId: own }))
    const deputy = operatorWith(fixture.service.base, await fixture.login('deputy'))
    for (const id of [own, branch, root])
      expect(await reasonOf(deputy.put(`/dept/${id}`, { status: '1' }))).toBe('own-department')
    await dataOf(admin.put(`/sys-user/${deputyId}`, { deptId: 0 }))
  })

  test('moves a department only if whoever gains or loses its data has no more rules', async () => {
    const [from, to] = [await addDepartment({ parentId: branch }), await addDepartment({ parentId: branch })]
    const moved = await addDepartment({ parentId: from })
    const strong = await addRole(admin, 'strong', [{ method: 'GET', path: '/app/salary' }], {
      dataScope: '4',
    })
    const userId = await addUser(admin, 'strong', strong, { deptId: to })
    const move = (parentId: number) => reasonOf(leader.put(`/dept/${moved}`, { parentId }))
    expect(await move(to)).toBe('beyond-own-role')
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: from }))
    expect(await move(to)).toBe('beyond-own-role')
    await dataOf(admin.put(`/sys-user/${userId}`, { dataScope: '3' }))
    expect(await move(to)).toBeNull()
  })

  test('with listed departments moves only those below which nothing is foreign', async () => {
    const [from, to] = [await addDepartment({ parentId: branch }), await addDepartment({ parentId: branch })]
    const moved = await addDepartment({ parentId: from })
    const below = await addDepartment({ parentId: moved })
    const everything = { method: '*', path: '/api/v1/*' }
    const deptIds = [branch, from, to, moved].map(Number)
    const listing = await addRole(admin, 'listing', [everything], { dataScope: '2', deptIds })
    await addUser(admin, 'lister', listing)
    const lister = await loginOperator(fixture.service.base, {
      username: 'lister',
      password: passwordOf('lister'),
    })
    const move = () => reasonOf(lister.put(`/dept/${moved}`, { parentId: to }))
    expect(await move()).toBe('all-data-required')
    await dataOf(admin.put(`/role/${listing}`, { deptIds: [...deptIds, below] }))
    expect(await move()).toBeNull()
    await dataOf(admin.put(`/role/${listing}`, { deptIds: [Number(branch)] }))
  })

  test('enables and disables a department only if its users are within the own authority', async () => {
    const dept = await addDepartment({ parentId: branch, status: '1' })
    const wide = await addRole(admin, 'wide')
    const userId = await addUser(admin, 'wide', wide, { deptId: dept })
    const setStatus = (status: string) => reasonOf(leader.put(`/dept/${dept}`, { status }))
    expect(await setStatus('2')).toBe('beyond-own-role')
    await dataOf(admin.put(`/dept/${dept}`, { status: '2' }))
    expect(await setStatus('1')).toBe('beyond-own-role')
    await dataOf(admin.put(`/sys-user/${userId}`, { dataScope: '4' }))
    expect(await setStatus('1')).toBeNull()
    expect(await setStatus('2')).toBeNull()
  })

  test('enables and disables no department that a role lists, and the refusal does not name the role', async () => {
    const dept = await addDepartment({ parentId: branch })
    await addRole(admin, 'unseen', [{ method: 'GET', path: '/app/salary' }], {
      dataScope: '2',
      deptIds: [dept],
    })
    const refused = await leader.put(`/dept/${dept}`, { status: '1' })
    expect(refused.headers.get('x-castellan-reason')).toBe('all-data-required')
    expect(JSON.stringify(refused.body)).not.toContain('unseen')
  })

  test('adds users to the own department by default, and moves them within the branch', async () => {
    const narrow = await addRole(admin, 'narrow', [], { dataScope: '5' })
    const userId = await addUser(leader, 'newcomer', narrow)
    const user = `/sys-user/${userId}`
    expect(await dataOf(leader.get(user))).toMatchObject({ deptId: branch, mayChange: true })
    await dataOf(leader.put(user, { deptId: team, dataScope: '3' }))
    expect(await reasonOf(leader.put(user, { deptId: sibling }))).toBe('department-unknown')
    expect(await reasonOf(leader.put(user, { deptId: 0 }))).toBe('beyond-own-role')
    expect(await reasonOf(leader.put(user, { dataScope: '1' }))).toBe('beyond-own-role')
  })

  test('with own data only sees nobody else, and creates nobody', async () => {
    const rule = { method: '*', path: '/api/v1/sys-user' }
    const own = await addRole(admin, 'own-only', [rule], { dataScope: '5' })
    const userId = await addUser(admin, 'loner', own, { deptId: team })
    const loner = await loginOperator(fixture.service.base, {
      username: 'loner',
      password: passwordOf('loner'),
    })
    expect((await listOf(loner, '/sys-user')).map((user) => user.userId)).toEqual([userId])
    const user = { username: 'more', password: passwordOf('more'), roleId: own }
    expect(await reasonOf(loner.post('/sys-user', user))).toBe('beyond-own-role')
    // Not even the number of roles is revealed.
    expect(await loner.post('/sys-user', { ...user, roleId: 999_999 })).toMatchObject({
      body: (await loner.post('/sys-user', user)).body,
    })
  })
})
