import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { createPermission, type Permission } from '../../src/core/permission/permission.ts'
import { createPolicyIndex } from '../../src/core/permission/policy-index.ts'
import { scaled } from '../support/scale.ts'
import { hostilePolicy } from './support/hostile-policy.ts'
import { type Call, createPermissionModel } from './support/permission-model.ts'
import { createRandomSource } from './support/random.ts'

const DECISIONS = scaled(50_000, 10_000_000)
const CALLS_PER_POLICY = 1000
/** Casbin compiles a regular expression per rule and decision. */
const CASBIN_DECIDES_ONE_IN = 50
const HOUR = 3_600_000

const exclusionList = createExclusionList([
  { method: 'GET', path: '/a/:id/notice', reason: 'for tests' },
  { method: '*', path: '/ab/*', reason: 'for tests' },
])

function permissionOf(rules: Parameters<typeof createPolicyIndex>[0]): Permission {
  const index = createPolicyIndex(rules)
  return createPermission({ exclusionList, policy: { current: () => index } })
}

test(`${DECISIONS} hostile decisions: the same results as the reference model and Casbin`, {
  timeout: HOUR,
}, async () => {
  const seed = randomInt(2 ** 31)
  const random = createRandomSource(seed)
  const excluded = exclusionList.entries.map(({ path }) => path)
  const told = { decisions: 0, allowed: 0, byCasbin: 0 }
  while (told.decisions < DECISIONS) {
    const { rules, call } = hostilePolicy(random, excluded)
    const permission = permissionOf(rules)
    const model = createPermissionModel(rules, exclusionList.entries)
    const decide = (asked: Call): void => {
      const decided = permission.mayCall(asked, asked.path, asked.method)
      const expected = model.mayCall(asked)
      if (decided !== expected) expect.fail(describeDecision({ decided, seed, asked, rules }))
      told.allowed += Number(decided)
      if (told.decisions++ % CASBIN_DECIDES_ONE_IN !== 0) return
      if (model.mayCallByCasbin(asked) !== decided)
        expect.fail(describeDecision({ byCasbin: !decided, seed, asked, rules }))
      told.byCasbin++
    }
    for (let calls = 0; calls < CALLS_PER_POLICY; calls++) decide(call())
    // Yields to the event loop so that the test runner can report progress.
    await setImmediate()
  }
  process.stderr.write(`  permission decisions: ${JSON.stringify(told)}\n`)
  expect(told.decisions).toBeGreaterThanOrEqual(DECISIONS)
  expect(told.allowed / told.decisions).toBeGreaterThan(0.2)
  expect(told.allowed / told.decisions).toBeLessThan(0.6)
})

/** Returns a message with everything needed to reproduce a decision. */
function describeDecision(what: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(what)
}
