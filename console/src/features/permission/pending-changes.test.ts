import { expect, test } from 'vitest'
import type { Schemas } from '../../shell/api/client.ts'
import { decide } from './decision.ts'
import {
  changeOf,
  commandFor,
  countOtherRoutes,
  type PendingChange,
  pendingEffect,
  rulesAfter,
  toggle,
} from './pending-changes.ts'

const row = (path: string, method = 'GET') => ({ path, method, checks: 'both', class: 'policy' }) as const
const rule = (path: string, method = 'GET', roleKey = 'finance'): Schemas['Rule'] => ({
  roleKey,
  path,
  method,
})

/** Clicks cells one after the other, as the matrix does, and returns the pending changes. */
function click(stored: readonly Schemas['Rule'][], ...paths: string[]): readonly PendingChange[] {
  return paths.reduce<readonly PendingChange[]>((pending, path) => {
    const decision = decide(row(path), 'finance', rulesAfter(stored, 'finance', pending), [])
    return toggle(pending, 'finance', row(path), decision)
  }, [])
}

test('a click adds a rule, or removes the one that allows the call; a second click takes it back', () => {
  expect(changeOf(click([], '/a'))).toEqual({ add: [rule('/a')], remove: [] })
  expect(click([], '/a', '/a')).toEqual([])
  expect(changeOf(click([rule('/a')], '/a'))).toEqual({ add: [], remove: [rule('/a')] })
  expect(click([rule('/a')], '/a', '/a')).toEqual([])
})

test('a click removes all rules that allow the call, also wider ones, and a second click restores all of them', () => {
  const stored = [rule('/a/:id'), rule('/a/*', '*'), rule('/b')]
  expect(changeOf(click(stored, '/a/:name'))).toEqual({ add: [], remove: stored.slice(0, 2) })
  expect(click(stored, '/a/:name', '/a/:name')).toEqual([])
})

test('a wide rule is replaced by narrow ones: remove it by one cell, then click those to keep', () => {
  const stored = [rule('/a/*')]
  expect(changeOf(click(stored, '/a/x', '/a/y'))).toEqual({ add: [rule('/a/y')], remove: stored })
})

test('a rule is never in both lists', () => {
  const stored = [rule('/a/*')]
  expect(click(stored, '/a/x', '/a/*'), 'the rule is restored in its own row').toEqual([])
  expect(changeOf(click(stored, '/a/x', '/a/y', '/a/*'))).toEqual({ add: [rule('/a/y')], remove: [] })
})

test('a wide rule that is pending is taken back by a cell that it allows', () => {
  expect(click([rule('/b')], '/a/*', '/a/x')).toEqual([])
})

test('the rules of other roles stay as they are, and a rule that exists meanwhile is not listed twice', () => {
  const pending = click([], '/a')
  const others = [rule('/b', 'GET', 'sales')]
  expect(rulesAfter(others, 'sales', pending)).toBe(others)
  expect(rulesAfter([rule('/a')], 'finance', pending)).toEqual([rule('/a')])
})

test.each([
  ['denied', 'rule', 'add'],
  ['partly', 'rule', 'add'],
  ['rule', 'partly', 'remove'],
  ['partly', 'denied', 'remove'],
  ['rule', 'rule', undefined],
  ['admin', 'admin', undefined],
] as const)('from %s to %s: %s', (before, after, effect) => {
  expect(pendingEffect({ why: before, rules: [] }, { why: after, rules: [] })).toBe(effect)
})

test('the other routes that a rule allows are counted, without its own', () => {
  const routes = [row('/a/*'), row('/a/x'), row('/a/y', 'PUT'), { ...row('/a/z'), checks: 'none' }]
  expect(countOtherRoutes(rule('/a/*'), routes)).toBe(1)
  expect(countOtherRoutes(rule('/a/*', '*'), routes)).toBe(3)
})

test('the command has one argument per rule, which a shell does not split or expand', () => {
  expect(commandFor({ add: [rule('/a/*', '*'), rule("/it's")], remove: [rule('/b')] })).toBe(
    [
      'castellan policy change \\',
      "  --add 'finance * /a/*' \\",
      "  --add 'finance GET /it'\\''s' \\",
      "  --remove 'finance GET /b'",
    ].join('\n'),
  )
})
