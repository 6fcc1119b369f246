import { expect, test } from 'vitest'
import { METHODS } from '../../../platform/http/call/method.ts'
import { createRuleCoverage } from './rule-coverage.ts'

const grant = (text: string) => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}

test('tens of thousands of rules: each is covered, and no others are', () => {
  const rules = Array.from({ length: 30_000 }, (_, i) =>
    grant(`${METHODS[i % METHODS.length]} /api/v1/thing${i}/:id/part${i % 100}`),
  )
  const coverage = createRuleCoverage(rules)
  expect(rules.every((rule) => coverage.covers(rule))).toBe(true)
  expect(rules.some(({ path, method }) => coverage.covers({ path: `${path}/*`, method }))).toBe(false)
  expect(rules.some(({ path }) => coverage.covers({ path, method: '*' }))).toBe(false)
})

test('every combination of names and literals over 15 levels: a search that exceeds the limit ends with “not covered”', () => {
  const combinations = Array.from({ length: 2 ** 15 }, (_, i) =>
    Array.from({ length: 15 }, (_, level) => (((i >> level) & 1) === 1 ? '/:x' : '/a')).join(''),
  )
  const last = '/:x'.repeat(15)
  const coverage = createRuleCoverage(
    combinations.map((path) => grant(`${path === last ? 'GET' : 'PUT'} ${path}`)),
  )
  const wanted = '/a'.repeat(15)
  expect(createRuleCoverage([grant(`GET ${last}`)]).covers(grant(`GET ${wanted}`))).toBe(true)
  // The search without the limit would find the covering rule, after it has visited all nodes.
  expect(coverage.covers(grant(`GET ${wanted}`))).toBe(false)
  expect(coverage.covers(grant(`GET ${last}`))).toBe(true)
})
