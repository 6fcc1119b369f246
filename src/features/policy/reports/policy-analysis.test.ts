import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { createChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { createChangeWriter } from '../../../platform/cluster/change-feed/change-writer.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database/database.ts'
import { createPolicyAnalysisCache, type PolicyAnalysis } from './policy-analysis.ts'

const rule = (roleKey: string, path: string) => ({ roleKey, path, method: 'GET' })

let handle: DatabaseHandle
let reads: number
let isDown: boolean
let all: () => Promise<readonly PolicyRule[]>
let analyse: () => Promise<PolicyAnalysis>

beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  reads = 0
  isDown = false
  const policy = createPolicyStore(handle.database)
  all = async () => {
    reads++
    if (isDown) throw new Error('down')
    return policy.all()
  }
  analyse = createPolicyAnalysisCache({ all }, createChangeStore(handle.database))
})
afterEach(() => handle.close())

const write = (kind: 'policy' | 'revocation', ...added: ReturnType<typeof rule>[]) =>
  createChangeWriter(handle.database, Date.now).write([{ kind }], (transaction) =>
    createPolicyStore(transaction).insert(added),
  )
const coveredPaths = async () => (await (await analyse()).coveredRules()).map(({ path }) => path)

test('the policy is read and analysed once per version of the policy, whatever else changes', async () => {
  await write('policy', rule('a', '/x/*'), rule('a', '/x/1'), rule('b', '/x/:id'))
  for (let calls = 0; calls < 5; calls++) {
    expect(await coveredPaths()).toEqual(['/x/1'])
    expect([...(await (await analyse()).rightsByRole()).keys()]).toEqual(['a', 'b'])
    expect(await (await analyse()).rules()).toHaveLength(3)
    await write('revocation')
  }
  const first = await analyse()
  expect(await analyse()).toBe(first)
  expect(reads).toBe(1)
  await write('policy', rule('a', '/x/2'))
  expect(await coveredPaths()).toEqual(['/x/1', '/x/2'])
  expect(reads).toBe(2)
})

test('deleted changes count as a change of the policy', async () => {
  await write('policy', rule('a', '/x/*'))
  await coveredPaths()
  await write('policy', rule('a', '/x/1'))
  await createChangeStore(handle.database).deleteExpired(Number.MAX_SAFE_INTEGER)
  expect(await coveredPaths()).toEqual(['/x/1'])
})

test('a failure is not kept', async () => {
  await write('policy', rule('a', '/x/*'), rule('a', '/x/1'))
  isDown = true
  await expect(coveredPaths()).rejects.toThrow('down')
  isDown = false
  expect(await coveredPaths()).toEqual(['/x/1'])
})

test('the uses of rules are computed once per version of the policy and recorded usage', async () => {
  await write('policy', rule('a', '/x/:id'), rule('a', '/y'))
  const used = (route: string, lastUsedAt: number) => ({
    roleKey: 'a',
    method: 'GET',
    route,
    allowed: true,
    count: 1,
    firstUsedAt: 1,
    lastUsedAt,
  })
  const usesAfter = async (...recorded: ReturnType<typeof used>[]) => (await analyse()).ruleUses(recorded)
  const first = await usesAfter(used('/y', 5))
  expect(first.map(({ lastUsedAt }) => lastUsedAt)).toEqual([0, 5])
  expect(await usesAfter(used('/y', 5))).toBe(first)
  expect((await usesAfter(used('/y', 6))).map(({ lastUsedAt }) => lastUsedAt)).toEqual([0, 6])
  expect((await usesAfter(used('/x/1', 6))).map(({ lastUsedAt }) => lastUsedAt)).toEqual([6, 0])
  await write('policy', rule('a', '/z'))
  expect(await usesAfter(used('/x/1', 6))).toHaveLength(3)
})

test('the analysis is discarded after a time without a report', async () => {
  const analyseBriefly = createPolicyAnalysisCache({ all }, createChangeStore(handle.database), 20)
  const first = await analyseBriefly()
  await expect.poll(() => analyseBriefly(), { interval: 200 }).not.toBe(first)
})
