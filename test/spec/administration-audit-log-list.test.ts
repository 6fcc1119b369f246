import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { csvRowsOf } from '../support/csv.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const rule = { method: 'GET', path: '/api/v1/role' }
const roleId = await addRole(admin, 'clerk', [rule])
await addUser(admin, 'clara.b', roleId)
for (const roleKey of ['one', 'two', 'three']) await addRole(admin, roleKey)
await dataOf(admin.remove('/policy', { rules: [{ roleKey: 'clerk', ...rule }] }))
const oldPassword = passwordOf('clara.b')
const clara = await loginOperator(service.base, { username: 'clara.b', password: oldPassword })
expectSuccess(await clara.put('/user/pwd/set', { oldPassword, newPassword: passwordOf('clara again') }))

describe('the list', () => {
  test.each([
    'operator=clara.b',
    'action=user.create',
    'targetKind=role',
    'targetKind=user&targetId=2',
    'operator=admin&action=policy.add',
    'targetKind=user&target=clara.b',
  ])('is filtered by %s', async (query) => {
    const all = await listOf(admin, '/audit-log?pageSize=200')
    const wanted = [...new URLSearchParams(query)]
    const matching = all.filter((entry) => wanted.every(([name, value]) => String(entry[name]) === value))
    expect(matching.length).toBeGreaterThan(0)
    expect(matching.length).toBeLessThan(all.length)
    expect(await listOf(admin, `/audit-log?pageSize=200&${query}`)).toEqual(matching)
  })

  test('returns the same pages with offset and keyset pagination', async () => {
    const all = await listOf(admin, '/audit-log?pageSize=200')
    const paginated: Thing[] = []
    for (let after = ''; ; ) {
      const { list, next, count } = await dataOf<Listed>(admin.get(`/audit-log?pageSize=4&after=${after}`))
      expect(count).toBe(all.length)
      paginated.push(...list)
      if (!next) break
      after = next
    }
    expect(paginated).toEqual(all)
    const second = await dataOf<Listed>(admin.get('/audit-log?pageSize=4&pageIndex=2'))
    expect(second.list).toEqual(all.slice(4, 8))
  })

  test('an entry can be read by its id, and no entry can be changed or deleted', async () => {
    const [entry] = await listOf(admin, '/audit-log')
    expect(await dataOf(admin.get(`/audit-log/${entry?.id}`))).toEqual(entry)
    expectRefused(await admin.get('/audit-log/999999'), 404)
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
      for (const path of ['/audit-log', `/audit-log/${entry?.id}`]) {
        const answer = await call(`${service.base}${path}`, { ...bearer(admin.token), method })
        expect([404, 405]).toContain(answer.status)
      }
    }
  })

  test('is exported as CSV, with the filters applied', async () => {
    const read = async (query: string) =>
      (await fetch(`${service.base}/audit-log/export?${query}`, bearer(admin.token))).text()
    const all = await listOf(admin, '/audit-log?pageSize=200')
    const rows = await csvRowsOf(await read(''))
    expect(rows.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => id))
    const [row] = await csvRowsOf(await read('action=policy.remove'))
    expect(JSON.parse(String(row?.before))).toMatchObject({ rules: [{ roleKey: 'clerk' }] })
  })

  test('is filtered by a target, which may be one of several roles, and nothing in the name is a wildcard', async () => {
    for (const roleKey of ['a_b', 'axb']) await addRole(admin, roleKey)
    const rule = (roleKey: string) => ({ roleKey, method: 'GET', path: '/api/v1/listed' })
    const add = (...keys: string[]) => dataOf(admin.post('/policy', { rules: keys.map(rule) }))
    for (const keys of [['a_b'], ['axb'], ['one'], ['two', 'three']]) await add(...keys)
    await dataOf(admin.remove('/policy', { rules: ['a_b', 'axb', 'one', 'two', 'three'].map(rule) }))
    const targets = async (target: string) =>
      (await listOf(admin, `/audit-log?targetKind=policy&target=${target}`)).map((entry) => entry.target)
    const together = 'a_b, axb, one, two, three'
    expect(await targets('a_b')).toEqual([together, 'a_b'])
    expect(await targets('one')).toEqual([together, 'one'])
    expect(await targets('three')).toEqual([together, 'two, three'])
    expect(await targets('two')).toEqual([together, 'two, three'])
    expect(await targets('thre')).toEqual([])
    expect(await targets('%25')).toEqual([])
    expect(await targets('%00')).toEqual([])
  })
})
