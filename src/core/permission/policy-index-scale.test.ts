import { describe, expect, test } from 'vitest'
import { createPolicyIndex } from './policy-index.ts'
import type { PolicyRule } from './policy-rule.ts'
import { policySteps } from './policy-steps.ts'

const rule = (roleKey: string, method: string, path: string): PolicyRule => ({ roleKey, path, method })

describe('a policy of 30,000 rules', () => {
  const rules = Array.from({ length: 30_000 }, (_, i) =>
    rule(`role${i % 7}`, 'GET', `/api/v1/thing${i}/:id/part${i % 100}`),
  )

  test('has every rule, and none for another role', () => {
    const index = createPolicyIndex(rules)
    expect(index.size).toBe(30_000)
    for (const [i, { roleKey }] of rules.entries()) {
      const path = `/api/v1/thing${i}/7/part${i % 100}`
      if (!index.allows(roleKey, path, 'GET')) expect.fail(`${roleKey} may not call ${path}`)
      if (index.allows(`role${(i + 1) % 7}`, path, 'GET')) expect.fail(`another role may call ${path}`)
      if (index.allows(roleKey, `${path}0`, 'GET')) expect.fail(`${roleKey} may call ${path}0`)
    }
  })
})

// An exponential search would not end: these tests would time out.
describe('a hostile policy', () => {
  test('names and literals at each of 64 levels', () => {
    // Each rule matches the path except for its last segment. A search without a bound would try 2^63 combinations.
    const rules = Array.from({ length: 63 }, (_, i) =>
      rule('r', 'GET', `${'/a'.repeat(i)}/:x${'/a'.repeat(62 - i)}/z`),
    )
    const index = createPolicyIndex(rules)
    expect(index.allows('r', `${'/a'.repeat(63)}/z`, 'GET')).toBe(true)
    expect(index.allows('r', `${'/a'.repeat(63)}/b`, 'GET')).toBe(false)
  })

  test('every combination of names and literals over 13 levels', () => {
    const combinations = Array.from({ length: 2 ** 13 }, (_, i) =>
      Array.from({ length: 13 }, (_, level) => (((i >> level) & 1) === 1 ? '/:x' : '/a')).join(''),
    )
    const index = createPolicyIndex(combinations.map((path) => rule('r', 'GET', `${path}/z`)))
    expect(index.allows('r', `${'/a'.repeat(13)}/z`, 'GET')).toBe(true)
    expect(index.allows('r', `${'/a'.repeat(13)}/b`, 'GET')).toBe(false)
  })

  test('of many rules with equivalent patterns the first one decides, and after its removal the next one', () => {
    const rules = Array.from({ length: 50_000 }, (_, i) => rule('r', 'GET', `/:name${i}`))
    const index = createPolicyIndex(rules)
    expect(index.explain('r', '/a', 'GET')).toEqual(rules[0])
    expect(index.size).toBe(50_000)
    const [first = rule('', '', ''), second] = rules
    const changed = index.apply([policySteps.remove(first), policySteps.count(49_999)])
    expect(changed.explain('r', '/a', 'GET')).toEqual(second)
    expect(index.explain('r', '/a', 'GET')).toEqual(first)
    expect(changed.nearest('r', '/a', 'PUT')).toHaveLength(1)
  })
})
