import { expect, test } from 'vitest'
import { decide } from './decision.ts'

const route = {
  method: 'GET',
  path: '/api/v1/sys-user/:id',
  checks: 'both',
  class: 'policy',
  origin: 'service',
} as const
const rule = (path: string, method = 'GET') => ({ roleKey: 'auditor', path, method })

test.each([
  ['the route itself', [rule('/api/v1/sys-user/:id')], 'rule'],
  ['another name for the segment', [rule('/api/v1/sys-user/:userId')], 'rule'],
  ['all below', [rule('/api/v1/*', '*')], 'rule'],
  ['one of its paths', [rule('/api/v1/sys-user/7')], 'partly'],
  ['another method', [rule('/api/v1/sys-user/:id', 'PUT')], 'denied'],
  ['another path', [rule('/api/v1/sys-user')], 'denied'],
  ['no rule', [], 'denied'],
])('%s', (_name, rules, why) => {
  expect(decide(route, 'auditor', rules, []).why).toBe(why)
})

test('a row for every method is allowed by such a rule, and partly by a rule for one method', () => {
  const row = { ...route, method: '*' }
  expect(decide(row, 'auditor', [rule(route.path, '*')], []).why).toBe('rule')
  expect(decide(row, 'auditor', [rule(route.path, 'PUT')], []).why).toBe('partly')
})

test('in the order of the check: admin, then the exclusion list, then rules; other routes have no permission check', () => {
  const excluded = [{ method: '*', path: '/api/v1/sys-user/:id', reason: 'all users' }]
  expect(decide(route, 'admin', [], excluded).why).toBe('admin')
  expect(decide(route, 'auditor', [rule(route.path)], excluded)).toMatchObject({
    why: 'excluded',
    reason: 'all users',
  })
  expect(decide({ ...route, checks: 'identity', class: 'identity' }, 'admin', [], []).why).toBe('identity')
  expect(decide({ ...route, checks: 'none', class: 'public' }, 'auditor', [], []).why).toBe('none')
})

test('a route outside protect is unguarded, and the endpoint for proxies decides about another request', () => {
  expect(decide({ ...route, checks: 'none', class: 'unguarded' }, 'admin', [], []).why).toBe('unguarded')
  expect(decide({ ...route, checks: 'none', class: 'policy' }, 'auditor', [rule('/*')], []).why).toBe(
    'original',
  )
})
