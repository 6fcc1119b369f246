import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../database/database.ts'
import { createPolicyStore, type PolicyStore } from './policy.store.ts'
import { createPolicy } from './policy.ts'

let handle: DatabaseHandle
let store: PolicyStore
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createPolicyStore(handle.database)
})
afterEach(() => handle.close())

test('allows nothing before its first load, and what is stored after it', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  const policy = createPolicy(store, () => {})
  expect(policy.current().size).toBe(0)
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(false)
  await policy.reload()
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})

test('a rule that is not of our language is told when it is loaded', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a*', method: 'GET' }])
  const told: string[] = []
  await createPolicy(store, (problem) => told.push(problem)).reload()
  expect(told).toEqual([
    expect.stringMatching(
      /^the rule editor GET \/a\* allows nothing: the path pattern "\/a\*" cannot be used/,
    ),
  ])
})

test('a load that fails leaves the last policy in force', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  let isBroken = false
  const readInBatches: PolicyStore['readInBatches'] = (take) =>
    isBroken ? Promise.reject(new Error('down')) : store.readInBatches(take)
  const breaking = { ...store, readInBatches }
  const policy = createPolicy(breaking, () => {})
  await policy.reload()
  isBroken = true
  await expect(policy.reload()).rejects.toThrow('down')
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})

test('a policy that changes while it is read is read again as a whole', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  const readInBatches: PolicyStore['readInBatches'] = async (take) => {
    take({ roleKey: 'editor', path: '/gone', method: 'GET' })
    return false
  }
  const policy = createPolicy({ ...store, readInBatches }, () => {})
  await policy.reload()
  expect(policy.current().allows('editor', '/gone', 'GET')).toBe(false)
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})
