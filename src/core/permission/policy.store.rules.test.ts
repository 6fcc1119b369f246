import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { createPolicyStore, type PolicyStore } from './policy.store.ts'
import type { PolicyRule } from './policy-rule.ts'

const rule = (roleKey: string, path = '/a', method = 'GET'): PolicyRule => ({ roleKey, path, method })
const RULES = [rule('b', '/x/1'), rule('a', '/x/2', 'PUT'), rule('a', '/y'), rule('a', '/x/2', 'GET')]
const FIRST = { pageIndex: 1, pageSize: 10, after: undefined }

let handle: DatabaseHandle
let store: PolicyStore
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createPolicyStore(handle.database)
  expect(await store.insert(RULES)).toBe(4)
})
afterEach(() => handle.close())

test('a stored rule is not added again', async () => {
  expect(await store.insert([rule('a', '/y'), rule('c')])).toBe(1)
  expect(await store.insert([])).toBe(0)
  expect(await store.all()).toEqual([...RULES, rule('c')].map((one) => expect.objectContaining(one)))
})

test('rules of one role are returned in the order they were added', async () => {
  expect(await store.listByRole('a')).toEqual([RULES[1], RULES[2], RULES[3]])
  expect(await store.listByRole('A')).toEqual([])
  expect(await store.listByRole('\u0000')).toEqual([])
})

test('a page is sorted by role, path and method and has the total count', async () => {
  expect(await store.page({}, FIRST)).toEqual({
    list: [RULES[3], RULES[1], RULES[2], RULES[0]],
    count: 4,
    pageIndex: 1,
    pageSize: 10,
  })
  const second = { ...FIRST, pageIndex: 2, pageSize: 3 }
  expect(await store.page({}, second)).toEqual({ list: [RULES[0]], count: 4, pageIndex: 2, pageSize: 3 })
})

test.each([
  [{ roleKey: 'b' }, 1],
  [{ method: 'PUT' }, 1],
  [{ path: 'x/' }, 3],
  [{ roleKey: 'a', path: '/x', method: 'GET' }, 1],
  [{ roleKey: '' }, 4],
  [{ roleKey: '\u0000' }, 0],
  [{ path: '\u0000' }, 0],
  [{ method: '\ud800' }, 0],
])('the filter %j finds %i', async (filter, count) => {
  const page = await store.page(filter, FIRST)
  expect([page.count, page.list.length]).toEqual([count, count])
})

test('findMissing returns the rules that are not stored, without duplicates', async () => {
  const other = rule('a', '/x/2', 'POST')
  expect(await store.findMissing([...RULES, other, other, rule('b', '/y')])).toEqual([other, rule('b', '/y')])
  const many = Array.from({ length: 1200 }, (_, number) => rule('m', `/m/${number}`))
  await store.insert(many.slice(0, 1199))
  expect(await store.findMissing(many)).toEqual([rule('m', '/m/1199')])
  expect(await store.findMissing([])).toEqual([])
})

test('insert handles more rules than fit into one statement', async () => {
  const many = Array.from({ length: 1001 }, (_, number) => rule('m', `/m/${number}`))
  expect(await store.insert(many)).toBe(1001)
  expect((await store.page({ roleKey: 'm' }, FIRST)).count).toBe(1001)
})

test('a rule is removed only if role, path and method match', async () => {
  expect(await store.remove([rule('a', '/x/2', 'DELETE'), rule('b', '/y'), rule('a', '/x/1')])).toBe(0)
  expect(await store.remove([rule('\u0000'), rule('a', '\u0000'), rule('a', '/a', '\u0000')])).toBe(0)
  expect(await store.remove([rule('a', '/x/2', 'PUT'), rule('b', '/x/1')])).toBe(2)
  expect(await store.all()).toHaveLength(2)
})

test('the rules of a role can be removed or moved to another role', async () => {
  await store.moveToRole('a', 'c')
  expect(await store.listByRole('a')).toEqual([])
  expect(await store.listByRole('c')).toHaveLength(3)
  await store.removeByRole('c')
  expect(await store.all()).toEqual([expect.objectContaining(RULES[0])])
})
