import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChangeWriter } from '../../platform/cluster/change-feed/change-writer.ts'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { createPolicyStore } from './policy.store.ts'
import type { PolicyRule } from './policy-rule.ts'

const rule = (number: number): PolicyRule => ({
  roleKey: 'editor',
  path: `/api/v1/post-${number}`,
  method: 'GET',
})
/** More than one batch of a read. */
const MANY = 2500

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  await createPolicyStore(handle.database).insert(Array.from({ length: MANY }, (_, number) => rule(number)))
})
afterEach(() => handle.close())

test('all rules are returned in the order they were added, over several batches', async () => {
  const rules = await createPolicyStore(handle.database).all()
  expect(rules.map(({ path }) => path)).toEqual(
    Array.from({ length: MANY }, (_, number) => rule(number).path),
  )
})

test('a change during a read is returned completely or not at all', async () => {
  const changes = createChangeWriter(handle.database, Date.now)
  const reading = createPolicyStore(handle.database).all()
  // The first batch has been read by now.
  await setImmediate()
  // Removes the first rule and adds a last one: a read that continued would return both.
  await changes.write([{ kind: 'policy' }], async (transaction) => {
    const store = createPolicyStore(transaction)
    await store.remove([rule(0)])
    await store.insert([rule(MANY)])
  })
  const paths = (await reading).map(({ path }) => path)
  expect(paths).toHaveLength(MANY)
  expect(paths.includes(rule(0).path)).toBe(!paths.includes(rule(MANY).path))
})
