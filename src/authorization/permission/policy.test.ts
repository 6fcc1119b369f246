import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import { createPolicyStore, type PolicyStore } from './policy.store.ts'
import { createPolicy } from './policy.ts'

let handle: DatabaseHandle
let store: PolicyStore
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createPolicyStore(handle.database)
})
afterEach(() => handle.close())

test('allows nothing before the first load, and the stored rules after it', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  const policy = createPolicy(store, () => {})
  expect(policy.current().size).toBe(0)
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(false)
  await policy.reload()
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})

test('an invalid rule is reported when the policy is loaded', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a*', method: 'GET' }])
  const reported: string[] = []
  await createPolicy(store, (problem) => reported.push(problem)).reload()
  expect(reported).toEqual([
    expect.stringMatching(
      /^the rule editor GET \/a\* allows nothing: the path pattern "\/a\*" cannot be used/,
    ),
  ])
})

test('a reload that fails leaves the last policy in force', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  let isBroken = false
  const breaking = { all: () => (isBroken ? Promise.reject(new Error('down')) : store.all()) }
  const policy = createPolicy(breaking, () => {})
  await policy.reload()
  isBroken = true
  await expect(policy.reload()).rejects.toThrow('down')
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})
