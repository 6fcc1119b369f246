import { afterAll, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const target = await startTarget({ settings: { login: { methods: ['password', 'service'] } } })
afterAll(target.close)
const admin = await loginOperator(target.base)
const clerk = await addRole(admin, 'clerk')
await addUser(admin, 'anna', clerk, { email: 'Anna@example.com', phone: '+4930123' })
await addUser(admin, 'bert@example.com', clerk, { email: 'bert@example.com' })

function expectConflict({ headers, body }: Answer, name: string): void {
  expect(headers.get('x-castellan-reason')).toBe('username-address')
  expect(body.msg).toContain(name)
}

test.each(['Anna@example.com', 'anna@EXAMPLE.com', 'ａnna@example.com', '+4930123', '＋4930123'])(
  'nobody gets the name %s, the address of another user',
  async (username) => {
    const before = (await listOf(admin, '/sys-user')).length
    const password = passwordOf('x')
    expectConflict(await admin.post('/sys-user', { username, password, roleId: clerk }), username)
    expectConflict(await admin.post('/service-account', { username, roleId: clerk }), username)
    const [bert] = await listOf(admin, '/sys-user?username=bert')
    expectConflict(await admin.put(`/sys-user/${bert?.userId}`, { username }), username)
    expect(await listOf(admin, '/sys-user')).toHaveLength(before)
  },
)

test.each([{ email: 'bert@example.com' }, { email: 'BERT@example.com' }, { phone: 'bert@example.com' }])(
  'nobody gets the address %j, the name of another user',
  async (address) => {
    const [anna] = await listOf(admin, '/sys-user?username=anna')
    const [taken] = Object.values(address)
    expectConflict(await admin.put(`/sys-user/${anna?.userId}`, address), String(taken))
    const user = { username: 'carl', password: passwordOf('carl'), roleId: clerk, ...address }
    expectConflict(await admin.post('/sys-user', user), String(taken))
    if (!('email' in address)) return
    const own = await loginOperator(target.base, { username: 'anna', password: passwordOf('anna') })
    expectConflict(await own.put('/user/profile', address), String(taken))
  },
)

test('the own address as the name, an unchanged user, and an address that several have stay possible', async () => {
  const [bert] = await listOf(admin, '/sys-user?username=bert')
  await dataOf(admin.put(`/sys-user/${bert?.userId}`, bert ?? {}))
  await dataOf(admin.put(`/sys-user/${bert?.userId}`, { email: 'BERT@example.com' }))
  await addUser(admin, 'dora@example.com', clerk, { email: 'dora@example.com', phone: 'dora@example.com' })
  await addUser(admin, 'team-1', clerk, { email: 'team@example.com' })
  await addUser(admin, 'team-2', clerk, { email: 'team@example.com' })
})

test('users whose names look alike are marked in the list, as far as the operator sees them', async () => {
  const { deptId } = await dataOf(admin.post('/dept', { deptName: 'branch' }))
  await addUser(admin, 'bela', clerk)
  await addUser(admin, 'be1a', clerk, { deptId })
  const readers = await addRole(admin, 'readers', [{ method: 'GET', path: '/api/v1/sys-user' }], {
    dataScope: '3',
  })
  await addUser(admin, 'reader', readers, { deptId })
  const namesOf = async (by: Operator) =>
    (await listOf(by, '/sys-user?username=be&pageSize=50'))
      .filter(({ username }) => String(username).length === 4 && username !== 'bert')
      .map(({ username, similarNames }) => [username, similarNames])
  expect(await namesOf(admin)).toEqual([
    ['be1a', ['bela']],
    ['bela', ['be1a']],
  ])
  const reader = await loginOperator(target.base, { username: 'reader', password: passwordOf('reader') })
  expect(await namesOf(reader)).toEqual([['be1a', []]])
})
