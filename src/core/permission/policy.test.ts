import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChangeStore, createChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import { createChangeWriter } from '../../platform/cluster/change-feed/change-writer.ts'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { createPolicyStore, type PolicyStore } from './policy.store.ts'
import { createPolicy, type Policy } from './policy.ts'
import type { PolicyRule } from './policy-rule.ts'
import { policySteps } from './policy-steps.ts'

let handle: DatabaseHandle
let store: PolicyStore
let changes: ChangeStore
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createPolicyStore(handle.database)
  changes = createChangeStore(handle.database)
})
afterEach(() => handle.close())

test('allows nothing before the first load, and the stored rules after it', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  const policy = createPolicy({ store, changes, onProblem: () => {} })
  expect(policy.current().size).toBe(0)
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(false)
  await policy.update()
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})

test('an invalid rule is reported when the policy is loaded', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a*', method: 'GET' }])
  const reported: string[] = []
  await createPolicy({ store, changes, onProblem: (problem) => reported.push(problem) }).update()
  expect(reported).toEqual([
    expect.stringMatching(
      /^the rule editor GET \/a\* allows nothing: the path pattern "\/a\*" cannot be used/,
    ),
  ])
})

test('an update that fails leaves the last policy in force', async () => {
  await store.insert([{ roleKey: 'editor', path: '/a', method: 'GET' }])
  let isBroken = false
  const breaking = { snapshot: () => (isBroken ? Promise.reject(new Error('down')) : store.snapshot()) }
  const policy = createPolicy({ store: breaking, changes, onProblem: () => {} })
  await policy.update()
  isBroken = true
  await expect(policy.update()).rejects.toThrow('down')
  expect(policy.current().allows('editor', '/a', 'GET')).toBe(true)
})

describe('changes', () => {
  const rule = (path: string): PolicyRule => ({ roleKey: 'editor', path, method: 'GET' })
  let policy: Policy
  let loads: number
  let problems: string[]
  let isDown: boolean
  let uptime: number

  beforeEach(async () => {
    loads = 0
    uptime = 0
    problems = []
    isDown = false
    await store.insert([rule('/a')])
    const snapshot = async () => {
      loads++
      if (isDown) throw new Error('down')
      return store.snapshot()
    }
    policy = createPolicy({
      store: { snapshot },
      changes,
      onProblem: (problem) => problems.push(problem),
      uptimeSeconds: () => uptime,
    })
    await policy.update()
  })

  /** Adds a rule, and records the change with these steps. */
  async function add(path: string, steps?: readonly ChangeStep[]): Promise<void> {
    await createChangeWriter(handle.database, Date.now).write([{ kind: 'policy', steps }], (transaction) =>
      createPolicyStore(transaction).insert([rule(path)]),
    )
  }
  const stepsOf = (path: string, count: number) => [policySteps.add(rule(path)), policySteps.count(count)]
  const allowed = () => ['/a', '/b', '/c'].filter((path) => policy.current().allows('editor', path, 'GET'))

  test('are applied without a load', async () => {
    await add('/b', stepsOf('/b', 2))
    await add('/c', stepsOf('/c', 3))
    await policy.update({ after: 0, upTo: 2 })
    expect([allowed(), policy.current().size, loads]).toEqual([['/a', '/b', '/c'], 3, 1])
  })

  test('more than an hour after the last load lead to another one, with which rows edited by hand come into force', async () => {
    await handle.database.updateTable('policy_rules').set({ path: '/c' }).execute()
    uptime = 3600
    await add('/b', stepsOf('/b', 2))
    await policy.update({ after: 0, upTo: 1 })
    expect([allowed(), loads]).toEqual([['/a', '/b'], 1])
    uptime = 3601
    await add('/d', stepsOf('/d', 3))
    await policy.update({ after: 1, upTo: 2 })
    expect([allowed(), loads]).toEqual([['/b', '/c'], 2])
  })

  test('that the last load has read are not applied twice', async () => {
    await add('/b', stepsOf('/b', 2))
    await policy.update()
    await policy.update({ after: 0, upTo: 1 })
    await add('/c', stepsOf('/c', 3))
    await policy.update({ after: 0, upTo: 2 })
    expect([allowed(), policy.current().size, loads]).toEqual([['/a', '/b', '/c'], 3, 2])
  })

  test('before the first load are part of it', async () => {
    await add('/b', stepsOf('/b', 2))
    const fresh = createPolicy({ store, changes, onProblem: () => {} })
    await fresh.update({ after: 0, upTo: 1 })
    expect(fresh.current().size).toBe(2)
  })

  test('without steps are loaded, and so are those before and after them', async () => {
    await add('/b')
    await add('/c', stepsOf('/c', 3))
    await policy.update({ after: 0, upTo: 2 })
    expect([allowed(), loads, problems]).toEqual([['/a', '/b', '/c'], 2, []])
  })

  test('that have been deleted are loaded', async () => {
    await add('/b', stepsOf('/b', 2))
    await changes.deleteExpired(Number.MAX_SAFE_INTEGER)
    await policy.update({ after: 0, upTo: 1 })
    expect([allowed(), loads]).toEqual([['/a', '/b'], 2])
  })

  test.each<[string, ChangeStep[]]>([
    ['with an unknown step', [['forbid', '/b'], policySteps.count(2)]],
    ['of another policy', stepsOf('/b', 7)],
  ])('%s are reported and loaded', async (_, steps) => {
    await add('/b', steps)
    await policy.update({ after: 0, upTo: 1 })
    expect([allowed(), loads]).toEqual([['/a', '/b'], 2])
    expect(problems).toEqual([expect.stringMatching(/^change 1 of the policy could not be applied/)])
  })

  test('a change that can neither be applied nor loaded leaves the last policy in force, until it can be loaded', async () => {
    await add('/b', stepsOf('/b', 7))
    isDown = true
    await expect(policy.update({ after: 0, upTo: 1 })).rejects.toThrow('down')
    expect(allowed()).toEqual(['/a'])
    isDown = false
    await policy.update({ after: 0, upTo: 1 })
    expect(allowed()).toEqual(['/a', '/b'])
  })

  test('more changes than one update applies are loaded', async () => {
    await changes.append(
      Array.from({ length: 1001 }, () => ({ kind: 'revocation' as const })),
      0,
    )
    await add('/b', stepsOf('/b', 2))
    await policy.update({ after: 0, upTo: 1002 })
    expect([allowed(), loads]).toEqual([['/a', '/b'], 2])
  })
})
