import { expect, test } from 'vitest'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { createRuleCoverage } from '../../../core/permission/rules/rule-coverage.ts'
import { findCoveredRules } from './covered-rules.ts'

const rule = (roleKey: string, method: string, path: string): PolicyRule => ({ roleKey, path, method })

test('a rule is covered by a wider path, a wider method, or both, of the same role only', async () => {
  const wide = rule('clerk', '*', '/orders/*')
  const covered = [
    rule('clerk', 'GET', '/orders/:id'),
    rule('clerk', '*', '/orders/:id/lines'),
    rule('clerk', 'PUT', '/orders/7'),
  ]
  const others = [rule('clerk', 'GET', '/orders'), rule('auditor', 'GET', '/orders/:id')]
  expect(await findCoveredRules([...covered, wide, ...others])).toEqual(
    covered.map((one) => ({ ...one, coveredBy: wide })),
  )
})

test('the covering rule is never covered itself', async () => {
  const rules = [
    rule('clerk', 'GET', '/a/b/c'),
    rule('clerk', 'GET', '/a/b/:c'),
    rule('clerk', 'GET', '/a/b/*'),
    rule('clerk', 'GET', '/a/*'),
  ]
  const [, , , widest] = rules
  expect(await findCoveredRules(rules)).toEqual(
    rules.slice(0, 3).map((one) => ({ ...one, coveredBy: widest })),
  )
})

test('of equivalent rules, the first one is kept', async () => {
  const [first, ...others] = ['/a/:id', '/a/:name', '/a/:x'].map((path) => rule('clerk', 'GET', path))
  expect(await findCoveredRules([first, ...others].flatMap((one) => one ?? []))).toEqual(
    others.map((one) => ({ ...one, coveredBy: first })),
  )
})

test('an invalid rule neither covers nor is covered', async () => {
  const rules = [rule('clerk', 'GET', '/a*'), rule('clerk', 'HEAD', '/b/*'), rule('clerk', 'GET', '/b/c')]
  expect(await findCoveredRules([...rules, rule('clerk', 'GET', '/a/*')])).toEqual([])
})

test('without the covered rules, every rule is still covered', async () => {
  const segments = ['a', 'b', ':id']
  const paths = segments.flatMap((one) => [
    `/${one}`,
    `/${one}/*`,
    ...segments.map((two) => `/${one}/${two}`),
  ])
  const rules = paths.flatMap((path) => ['GET', 'PUT', '*'].map((method) => rule('clerk', method, path)))
  const covered = await findCoveredRules(rules)
  expect(covered.length).toBeGreaterThan(0)
  const isCovered = new Set(covered.map(({ path, method }) => `${method} ${path}`))
  const remaining = rules.filter(({ path, method }) => !isCovered.has(`${method} ${path}`))
  const coverage = createRuleCoverage(remaining)
  expect(rules.filter((one) => !coverage.covers(one))).toEqual([])
  expect(covered.filter(({ coveredBy }) => !remaining.some((one) => one.path === coveredBy.path))).toEqual([])
})
