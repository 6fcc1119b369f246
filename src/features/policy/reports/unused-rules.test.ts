import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseRoutePath,
  parseValidPattern,
  patternsOverlap,
} from '../../../core/permission/patterns/path-pattern.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { methodsOverlap } from '../../../platform/http/call/method.ts'
import type { Usage } from '../usage/usage.ts'
import { findRuleUses } from './unused-rules.ts'

const rule = (roleKey: string, method: string, path: string): PolicyRule => ({ roleKey, path, method })
const usage = (roleKey: string, method: string, route: string, lastUsedAt = 5): Usage => ({
  roleKey,
  method,
  route,
  allowed: true,
  count: 1,
  firstUsedAt: 1,
  lastUsedAt,
})

async function usesOf(rules: readonly PolicyRule[], usages: readonly Usage[]): Promise<number[]> {
  return (await findRuleUses(rules, usages)).map(({ lastUsedAt }) => lastUsedAt)
}

test('a rule is used by calls of its role with its method that overlap its path', async () => {
  const rules = [
    rule('clerk', 'GET', '/orders/:id'),
    rule('clerk', '*', '/orders/*'),
    rule('clerk', 'GET', '/orders/7'),
    rule('clerk', 'PUT', '/orders/:id'),
    rule('clerk', 'GET', '/orders'),
    rule('auditor', 'GET', '/orders/:id'),
  ]
  expect(await usesOf(rules, [usage('clerk', 'GET', '/orders/:number')])).toEqual([5, 5, 5, 0, 0, 0])
})

test('the last use counts, and an invalid rule has none', async () => {
  const rules = [rule('clerk', 'GET', '/orders'), rule('clerk', 'GET', '/ord*')]
  const usages = [3, 9, 4].map((at) => usage('clerk', 'GET', '/orders', at))
  expect(await usesOf(rules, usages)).toEqual([9, 0])
})

test('rules are marked exactly if their patterns overlap a recorded route', async () => {
  const segment = fc.constantFrom('a', 'b', ':x', '__proto__')
  const path = fc
    .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '/', '/*'))
    .map(([segments, end]) => `${segments.map((one) => `/${one}`).join('')}${end}` || '/')
  const method = fc.constantFrom('GET', 'PUT', '*')
  const call = fc.record({ path, method: fc.constantFrom('GET', 'PUT') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ path, method }), { maxLength: 6 }), call, async (grants, used) => {
      const rules = grants.map((grant) => rule('clerk', grant.method, grant.path))
      const expected = grants.map((grant) =>
        methodsOverlap(grant.method, used.method) &&
        patternsOverlap(parseValidPattern(grant.path), parseRoutePath(used.path))
          ? 5
          : 0,
      )
      expect(await usesOf(rules, [usage('clerk', used.method, used.path)])).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
