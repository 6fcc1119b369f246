import { afterAll, expect, test } from 'vitest'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const login = (username: string) => loginOperator(service.base, { username, password: passwordOf(username) })

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const yunnan = await addDepartment('Yunnan', 0)
const kunming = await addDepartment('Kunming', yunnan)
const sichuan = await addDepartment('Sichuan', 0)
const rules = [
  { method: 'GET', path: '/api/v1/data-scope/explain' },
  { method: 'GET', path: '/api/v1/sys-user' },
]
const leaders = await addRole(admin, 'leader', rules, { dataScope: '4' })
await addUser(admin, 'leader', leaders, { deptId: yunnan })
await addUser(admin, 'other', leaders, { deptId: sichuan })
await addUser(admin, 'nowhere', leaders)
const clerks = await addRole(admin, 'clerk', rules.slice(0, 1), { dataScope: '3' })
await addUser(admin, 'clerk', clerks, { deptId: kunming })
const leader = await login('leader')

async function addDepartment(deptName: string, parentId: number): Promise<number> {
  return Number((await dataOf(admin.post('/dept', { deptName, parentId }))).deptId)
}
const explain = (operator: Operator, username: string, deptId: number | string, more = '') =>
  operator.get(`/data-scope/explain?username=${username}&deptId=${deptId}${more}`)

test('an operator learns whether a user sees a department, and why', async () => {
  expect(await dataOf(explain(admin, 'leader', kunming))).toEqual({
    allowed: true,
    why: 'below',
    user: { userId: expect.any(Number), username: 'leader', roleKey: 'leader' },
    dataScope: '4',
    department: { deptId: kunming, deptName: 'Kunming' },
    ownDepartment: { deptId: yunnan, deptName: 'Yunnan' },
  })
  expect(await dataOf(explain(admin, 'leader', sichuan))).toMatchObject({ allowed: false, why: 'not-below' })
  expect(await dataOf(explain(admin, 'nowhere', sichuan))).toMatchObject({
    allowed: false,
    why: 'department-missing',
    ownDepartment: null,
  })
  expect(await dataOf(explain(admin, 'admin', sichuan))).toMatchObject({ allowed: true, why: 'admin' })
})

test('what does not exist, or is not a number, is refused', async () => {
  expect((await explain(admin, 'mallory', yunnan)).body).toMatchObject({ code: 404 })
  expect((await explain(admin, 'leader', 999)).body).toMatchObject({ code: 404 })
  for (const deptId of ['', '0', '-1', 'x', '1.5'])
    expect((await explain(admin, 'leader', deptId)).body).toMatchObject({ code: 400 })
  expect((await admin.get('/data-scope/explain?username=leader')).body).toMatchObject({ code: 400 })
})

test('an operator who may not list users cannot ask', async () => {
  const clerk = await login('clerk')
  for (const username of ['clerk', 'leader', 'mallory'])
    expect((await explain(clerk, username, kunming)).body).toMatchObject({ code: 401 })
})

test('users and departments outside the own scope do not exist for the operator', async () => {
  expect(await dataOf(explain(leader, 'clerk', kunming))).toMatchObject({ allowed: true })
  const foreign = await explain(leader, 'other', yunnan)
  const unknown = await explain(leader, 'mallory', yunnan)
  expect(foreign.body).toEqual({ ...unknown.body, msg: String(unknown.body.msg).replace('mallory', 'other') })
  expect((await explain(leader, 'admin', yunnan)).body).toMatchObject({ code: 404 })
  const foreignDepartment = await explain(leader, 'clerk', sichuan)
  const noDepartment = await explain(leader, 'clerk', 999)
  expect(foreignDepartment.body).toEqual({
    ...noDepartment.body,
    msg: String(noDepartment.body.msg).replace('999', String(sichuan)),
  })
})

test('the report lists roles once, and the users with a cause of their own', async () => {
  const clerks = await addRole(admin, 'custom', [], { dataScope: '2', deptIds: [sichuan] })
  await addUser(admin, 'one', clerks)
  await addUser(admin, 'two', clerks)
  const entries = async (query = '') => dataOf<Listed>(admin.get(`/report/empty-scopes${query}`))
  const nowhere = { roleKey: 'leader', username: 'nowhere', deptId: 0, reason: 'department-missing' }
  expect((await entries()).list).toEqual([expect.objectContaining(nowhere)])
  await dataOf(admin.put(`/dept/${sichuan}`, { status: '1' }))
  const all = await entries()
  expect(all).toMatchObject({
    count: 3,
    list: [
      { roleKey: 'custom', userId: null, username: null, deptId: 0, reason: 'departments-missing' },
      { roleKey: 'leader', username: 'other', deptId: sichuan, reason: 'department-disabled' },
      nowhere,
    ],
  })
  expect(await entries('?pageSize=1&pageIndex=2')).toMatchObject({ count: 3, list: [all.list[1]] })
  const other = (await dataOf<Listed>(admin.get('/sys-user?username=other'))).list[0]
  await dataOf(admin.put(`/sys-user/${other?.userId}/status`, { status: '1' }))
  expect((await entries()).count).toBe(2)
})
