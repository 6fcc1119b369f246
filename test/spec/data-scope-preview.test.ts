import { afterAll, expect, test } from 'vitest'
import {
  addRole,
  addUser,
  dataOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const yunnan = await addDepartment('Yunnan', 0)
const kunming = await addDepartment('Kunming', yunnan)
const dali = await addDepartment('Dali', yunnan)
const sichuan = await addDepartment('Sichuan', 0)
const rules = [
  { method: '*', path: '/api/v1/sys-user/*' },
  { method: 'POST', path: '/api/v1/data-scope/preview' },
]
const leaders = await addRole(admin, 'leader', rules, { dataScope: '4' })
const clerks = await addRole(admin, 'clerk', [], { dataScope: '3' })
await addUser(admin, 'leader', leaders, { deptId: yunnan })
const mia = await addUser(admin, 'mia', clerks, { deptId: kunming })
await addUser(admin, 'max', clerks, { deptId: dali })
await addUser(admin, 'tom', clerks, { deptId: dali })
await addUser(admin, 'sam', clerks, { deptId: sichuan })
const leader = await loginOperator(service.base, { username: 'leader', password: passwordOf('leader') })

async function addDepartment(deptName: string, parentId: number): Promise<number> {
  return Number((await dataOf(admin.post('/dept', { deptName, parentId }))).deptId)
}
const preview = (operator: Operator, change: Thing) => operator.post('/data-scope/preview', change)
const reasonOf = async (answer: ReturnType<typeof preview>) =>
  (await answer).headers.get('x-castellan-reason')
const NOTHING = { departments: 0, users: 0 }

test('a user who moves gains and loses a department, and nothing is changed', async () => {
  expect(await dataOf(preview(admin, { user: { userId: mia, deptId: dali } }))).toEqual({
    usersGaining: 1,
    usersLosing: 1,
    gained: { departments: 1, users: 2 },
    // The user who moves is not counted.
    lost: { departments: 1, users: 0 },
  })
  expect(await dataOf(admin.get(`/sys-user/${mia}`))).toMatchObject({ deptId: kunming, revision: 1 })
})

test.each([
  { department: { deptId: 1, deptName: 5 } },
  { user: { userId: 1, loginMethods: 'x' } },
  { role: { roleId: 1, roleName: 5 } },
])('a field that has no effect on data scopes is refused: %j', async (change) => {
  expect(await reasonOf(preview(admin, change))).toBe('invalid-parameters')
})

test('all data includes the users without a department', async () => {
  const { count: users } = await dataOf(admin.get('/sys-user'))
  expect(await dataOf(preview(admin, { user: { userId: mia, dataScope: '1' } }))).toEqual({
    usersGaining: 1,
    usersLosing: 0,
    gained: { departments: 3, users: Number(users) - 1 },
    lost: NOTHING,
  })
})

test('another scope of a role concerns all of its users', async () => {
  expect(await dataOf(preview(admin, { role: { roleId: clerks, dataScope: '2', deptIds: [dali] } }))).toEqual(
    {
      usersGaining: 1 + 1,
      usersLosing: 1 + 1,
      gained: { departments: 1, users: 2 },
      lost: { departments: 2, users: 2 },
    },
  )
  expect(await dataOf(preview(admin, { role: { roleId: clerks, dataScope: '3' } }))).toEqual({
    usersGaining: 0,
    usersLosing: 0,
    gained: NOTHING,
    lost: NOTHING,
  })
})

test('moving or disabling a department concerns the users above it and in it', async () => {
  expect(await dataOf(preview(admin, { department: { deptId: dali, parentId: sichuan } }))).toEqual({
    usersGaining: 0,
    usersLosing: 1,
    gained: NOTHING,
    lost: { departments: 1, users: 2 },
  })
  expect(await dataOf(preview(admin, { department: { deptId: dali, status: '1' } }))).toEqual({
    usersGaining: 0,
    usersLosing: 2,
    gained: NOTHING,
    lost: { departments: 1, users: 2 },
  })
})

test('a change that would be refused has no preview, with the same reason', async () => {
  const cycle = { deptId: yunnan, parentId: kunming }
  expect(await reasonOf(preview(admin, { department: cycle }))).toBe('department-cycle')
  const unknown = { userId: mia, deptId: 987_654 }
  expect(await reasonOf(preview(admin, { user: unknown }))).toBe('department-unknown')
  expect(await reasonOf(preview(admin, { user: { userId: 987_654, deptId: dali } }))).toBe('not-found')
})

test('a limited operator sees previews only of what the operator may change', async () => {
  const move = { user: { userId: mia, deptId: dali } }
  expect(await dataOf(preview(leader, move))).toMatchObject({ gained: { departments: 1, users: 2 } })
  const beyond = { user: { userId: mia, dataScope: '1' } }
  expect(await reasonOf(preview(leader, beyond))).toBe('beyond-own-role')
  // The role has no rule for departments, and none for roles.
  const department = { department: { deptId: dali, status: '1' } }
  expect(await reasonOf(preview(leader, department))).toBe('permission-denied')
  const role = { role: { roleId: clerks, dataScope: '5' } }
  expect(await reasonOf(preview(leader, role))).toBe('permission-denied')
})

test.each([
  {},
  { user: { userId: 1 }, role: { roleId: 1 } },
  { user: {} },
  { role: { roleId: 1, dataScope: '9' } },
  { department: { deptId: 0 } },
])('the body %j is refused', async (body) => {
  expect(await reasonOf(preview(admin, body))).toBe('invalid-parameters')
})
