import { afterAll, describe, expect, test } from 'vitest'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)

const READ_ROLES = { method: 'GET', path: '/api/v1/role' }
const role = (id: number) => dataOf(admin.get(`/role/${id}`))
const rulesOf = (key: string) => listOf(admin, `/policy?roleKey=${key}`)

describe('a role', () => {
  test('is returned in full when it is created, and can be read by its id', async () => {
    const fields = { roleKey: 'auditor', roleName: 'Auditor', dataScope: '4', status: '1', remark: 'r' }
    const made = await dataOf(admin.post('/role', fields))
    expect(made).toEqual({
      roleId: expect.any(Number),
      ...fields,
      deptIds: [],
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      users: 0,
      rules: 0,
      mayAssign: true,
      mayChange: true,
    })
    expect(await role(Number(made.roleId))).toEqual(made)
  })

  test('has only its own data unless a data scope is given', async () => {
    const made = await dataOf(admin.post('/role', { roleKey: 'narrow', roleName: 'Narrow' }))
    expect(made).toMatchObject({ dataScope: '5' })
  })

  test('an update changes only the given fields', async () => {
    const id = await addRole(admin, 'partial', [], { remark: 'r', dataScope: '3' })
    const before = await role(id)
    const after = await dataOf(admin.put(`/role/${id}`, { roleName: 'P', roleId: 1, createdAt: 'x' }))
    expect(after).toEqual({ ...before, roleName: 'P', revision: 2, updatedAt: expect.any(String) })
  })

  test.each([
    ['no key', { roleKey: '' }, /^Invalid parameters: roleKey /],
    ['a key with a space', { roleKey: 'a b' }, /^Invalid parameters: roleKey /],
    ['a key with a comma', { roleKey: 'a,b' }, /^Invalid parameters: roleKey /],
    ['a key of 65 characters', { roleKey: 'k'.repeat(65) }, /^Invalid parameters: roleKey /],
    ['a key in Cyrillic', { roleKey: '\u0430dmin' }, /^Invalid parameters: roleKey /],
    ['no name', { roleName: '' }, /^Invalid parameters: roleName /],
    ['a name with a line break', { roleName: 'a\nb' }, /^Invalid parameters: roleName /],
    [
      'a name of blanks',
      { roleName: '   ' },
      /^Invalid parameters: roleName must not start or end with a space/,
    ],
    [
      'an invisible name',
      { roleName: '\u200B' },
      /^Invalid parameters: roleName must not contain control, inv/,
    ],
    ['a name that runs backwards', { roleName: 'a\u202Eb' }, /^Invalid parameters: roleName /],
    ['a remark that runs backwards', { remark: 'a\u202Eb' }, /^Invalid parameters: remark /],
    ['a name of 129 characters', { roleName: 'n'.repeat(129) }, /^Invalid parameters: roleName /],
    ['an unknown data scope', { dataScope: '6' }, /^Invalid parameters: dataScope /],
    ['an unknown status', { status: '3' }, /^Invalid parameters: status /],
    ['a remark with an escape', { remark: '\u001B[2J' }, /^Invalid parameters: remark /],
  ])('with %s is refused, and the message names the field', async (_, field, problem) => {
    const id = await addRole(admin, `good-${Object.keys(field)}-${Math.random().toString(36).slice(2)}`)
    const answers = [
      await admin.post('/role', { roleKey: 'bad', roleName: 'Bad', ...field }),
      await admin.put(`/role/${id}`, field),
    ]
    for (const answer of answers) expect(refusalOf(answer)).toEqual([400, expect.stringMatching(problem)])
    expect(await listOf(admin, '/role?roleKey=bad')).toEqual([])
    expect(await role(id)).toMatchObject({ revision: 1 })
  })

  test('has a unique key', async () => {
    const id = await addRole(admin, 'taken')
    expectRefused(await admin.post('/role', { roleKey: 'taken', roleName: 'x' }), 409)
    expectRefused(await admin.put(`/role/${await addRole(admin, 'free')}`, { roleKey: 'taken' }), 409)
    expectRefused(await admin.put(`/role/${id}`, { roleKey: 'admin' }), 409)
    expectSuccess(await admin.put(`/role/${id}`, { roleKey: 'taken' }))
  })

  test('that does not exist is refused with its id in the message', async () => {
    for (const answer of [
      await admin.get('/role/31337'),
      await admin.put('/role/31337', { roleName: 'x' }),
      await admin.remove('/role/31337'),
      await admin.remove('/role', { ids: [31_337] }),
    ])
      expect(refusalOf(answer)).toEqual([404, expect.stringContaining('31337')])
  })
})

describe('the role admin', () => {
  test.each([
    ['another key', () => admin.put('/role/1', { roleKey: 'root' })],
    ['disabled', () => admin.put('/role/1', { status: '1' })],
    ['deleted', () => admin.remove('/role/1')],
  ])('cannot be changed to be %s', async (_, change) => {
    expect(refusalOf(await change())).toEqual([409, expect.stringContaining('"admin"')])
    expect(await role(1)).toMatchObject({ roleKey: 'admin', status: '2' })
    expectSuccess(await admin.get('/getinfo'))
  })

  test('can be renamed', async () => {
    expectSuccess(await admin.put('/role/1', { roleName: 'The keepers', roleKey: 'admin', status: '2' }))
    expect(await role(1)).toMatchObject({ roleName: 'The keepers' })
  })
})

describe('changing the key', () => {
  test('keeps the rules: after a new login the user has the same permissions', async () => {
    const id = await addRole(admin, 'before', [READ_ROLES])
    await addUser(admin, 'mover', id)
    await dataOf(admin.put(`/role/${id}`, { roleKey: 'after' }))
    expect(await rulesOf('before')).toEqual([])
    expect(await rulesOf('after')).toEqual([{ roleKey: 'after', ...READ_ROLES }])
    const mover = await loginOperator(service.base, { username: 'mover', password: passwordOf('mover') })
    expectSuccess(await mover.get('/role'))
    expectRefused(await mover.get('/sys-user'), 401)
  })

  test('leaves no rules for a later role with the old key', async () => {
    const id = await addRole(admin, 'recycled', [READ_ROLES])
    await dataOf(admin.put(`/role/${id}`, { roleKey: 'moved-away' }))
    await addRole(admin, 'recycled')
    expect(await rulesOf('recycled')).toEqual([])
  })
})

describe('deleting', () => {
  test('deletes the rules of the role', async () => {
    const id = await addRole(admin, 'with-rules', [READ_ROLES])
    expectSuccess(await admin.remove(`/role/${id}`), { data: null })
    expect(await rulesOf('with-rules')).toEqual([])
    expectRefused(await admin.get(`/role/${id}`), 404)
    await addRole(admin, 'with-rules')
    expect(await rulesOf('with-rules')).toEqual([])
  })

  test('is refused while a user has the role, even a disabled user', async () => {
    const id = await addRole(admin, 'held', [READ_ROLES])
    const userId = await addUser(admin, 'holder', id, { status: '1' })
    expect(refusalOf(await admin.remove(`/role/${id}`))).toEqual([409, expect.stringContaining('"held"')])
    expect(await rulesOf('held')).toHaveLength(1)
    await dataOf(admin.remove(`/sys-user/${userId}`))
    expectSuccess(await admin.remove(`/role/${id}`))
  })

  test('is atomic for many roles', async () => {
    const free = await addRole(admin, 'many-free', [READ_ROLES])
    const held = await addRole(admin, 'many-held')
    await addUser(admin, 'many-holder', held)
    for (const ids of [
      [free, held],
      [free, 1],
      [free, 31_337],
    ]) {
      expect([404, 409]).toContain((await admin.remove('/role', { ids })).body.code)
      expect(await rulesOf('many-free')).toHaveLength(1)
    }
    expectSuccess(await admin.remove('/role', { ids: [free, free] }))
    expectRefused(await admin.get(`/role/${free}`), 404)
  })
})
