import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../test/support/scale.ts'
import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import { createPolicyIndex, type PolicyIndex } from './policy-index.ts'
import { keyOfRule, type PolicyRule } from './policy-rule.ts'
import { policySteps } from './policy-steps.ts'

const ROLES = ['r', 's', '__proto__']
/** Many equivalent patterns, and one that is invalid. */
const PATHS = ['/', '/*', '/a/', '/a/*', '/a/:x', '/a/:y', '/a/:z', '/a/b', '/:x/b', '/a*']
const CALLS = ['/', '/a', '/a/', '/a/b', '/a/c', '/b/b', '/b/c']
const METHODS = ['GET', '*']

const rule = fc.record({
  roleKey: fc.constantFrom(...ROLES),
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom(...METHODS),
})
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ add: rule }) },
  { weight: 4, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ removeRole: fc.constantFrom(...ROLES) }) },
  { weight: 1, arbitrary: fc.record({ rename: fc.constantFrom(...ROLES), to: fc.constantFrom(...ROLES) }) },
)
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

/** Makes a change to a list of rules. Returns the new list and the step for an index; nothing if there is no such change. */
function make(rules: readonly PolicyRule[], next: Change): [PolicyRule[], ChangeStep] | undefined {
  if ('add' in next) {
    if (rules.some((known) => keyOfRule(known) === keyOfRule(next.add))) return undefined
    return [[...rules, next.add], policySteps.add(next.add)]
  }
  if ('remove' in next) {
    const removed = rules[next.remove % Math.max(1, rules.length)]
    return removed && [rules.filter((one) => one !== removed), policySteps.remove(removed)]
  }
  if ('removeRole' in next) {
    const rest = rules.filter(({ roleKey }) => roleKey !== next.removeRole)
    return [rest, policySteps.removeRole(next.removeRole)]
  }
  if (next.rename === next.to) return undefined
  const renamed = rules
    .filter(({ roleKey }) => roleKey !== next.to)
    .map((one) => (one.roleKey === next.rename ? { ...one, roleKey: next.to } : one))
  return [renamed, policySteps.renameRole(next.rename, next.to)]
}

/** Returns everything that can be observed of an index. */
function contentOf(index: PolicyIndex): object {
  const decisions = ROLES.flatMap((role) =>
    CALLS.flatMap((path) =>
      ['GET', 'PUT'].map((method) => [
        index.allows(role, path, method),
        index.explain(role, path, method),
        index.nearest(role, path, method),
      ]),
    ),
  )
  return { size: index.size, ignored: index.ignored, decisions }
}

test('a changed index is the one of the changed rules, and the index before the change stays as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12, size: 'max' }), (plan) => {
      let rules: PolicyRule[] = []
      let index = createPolicyIndex(rules)
      for (const changes of plan) {
        const steps: ChangeStep[] = []
        for (const next of changes) {
          const made = make(rules, next)
          if (made === undefined) continue
          rules = made[0]
          steps.push(made[1])
        }
        const [before, contentBefore] = [index, contentOf(index)]
        index = index.apply([...steps, policySteps.count(rules.length)])
        expect(contentOf(index)).toEqual(contentOf(createPolicyIndex(rules)))
        expect(contentOf(before)).toEqual(contentBefore)
      }
    }),
    { numRuns: scaled(60, 300) },
  )
})

describe('a change that does not belong to the policy is refused, and the index stays as it was', () => {
  const rules = ['/a', '/a/:id', '/a*'].map((path) => ({ roleKey: 'r', path, method: 'GET' }))
  const [first = { roleKey: '', path: '', method: '' }] = rules

  test.each<[string, ChangeStep[]]>([
    ['a rule that exists is added', [policySteps.add(first), policySteps.count(3)]],
    ['a rule that does not exist is removed', [policySteps.remove({ ...first, path: '/b' }), ['count', '2']]],
    ['an equivalent rule is removed', [policySteps.remove({ ...first, path: '/a/:x' }), ['count', '2']]],
    [
      'a rule with another method is removed',
      [policySteps.remove({ ...first, method: '*' }), ['count', '2']],
    ],
    [
      'a rule of an unknown role is removed',
      [policySteps.remove({ ...first, roleKey: 's' }), ['count', '2']],
    ],
    ['an unknown invalid rule is removed', [policySteps.remove({ ...first, path: '/b*' }), ['count', '2']]],
    ['the number of rules differs', [policySteps.add({ ...first, path: '/b' }), policySteps.count(5)]],
    ['the number of rules is missing', [policySteps.add({ ...first, path: '/b' })]],
    ['the number of rules is not the last step', [policySteps.count(3), policySteps.add(first)]],
    ['there are no steps', []],
    ['a step is unknown', [['forbid', 'r', 'GET', '/a'], policySteps.count(3)]],
    ['a step has more values', [['remove-role', 's', 'GET'], policySteps.count(3)]],
    ['a step has fewer values', [['add', 'r', 'GET'], policySteps.count(4)]],
  ])('%s', (_, steps) => {
    const index = createPolicyIndex(rules)
    const content = contentOf(index)
    expect(() => index.apply(steps)).toThrow()
    expect(contentOf(index)).toEqual(content)
  })
})

test('a change of one role shares the rules of the others: 1,000 versions of a large policy fit into memory', () => {
  const large = Array.from({ length: 20_000 }, (_, i) => ({
    roleKey: `role${i % 20}`,
    path: `/thing/${i}/:id`,
    method: 'GET',
  }))
  const first = createPolicyIndex(large)
  const indexes = [first]
  for (let i = 0; i < 1000; i++) {
    const added = { roleKey: 'other', path: `/${i}`, method: 'GET' }
    const last = indexes.at(-1) ?? first
    indexes.push(last.apply([policySteps.add(added), policySteps.count(20_001 + i)]))
  }
  expect(indexes.map(({ size }) => size)).toEqual(Array.from({ length: 1001 }, (_, i) => 20_000 + i))
  expect(indexes[500]?.allows('other', '/499', 'GET')).toBe(true)
  expect(indexes[500]?.allows('other', '/500', 'GET')).toBe(false)
})
