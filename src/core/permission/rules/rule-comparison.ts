import { compareTexts } from '../../../platform/text/compare-texts.ts'
import type { Grant } from '../patterns/pattern-trie.ts'
import { buildRuleCoverage } from './rule-coverage.ts'

/**
 * Compares the rules of two roles. Each list is sorted by path and method.
 *
 * @example
 * await compareRules([{ method: 'GET', path: '/post/:id' }], [{ method: 'GET', path: '/post/*' }])
 * // onlyFirst: [{ method: 'GET', path: '/post/:id', isCovered: true }]
 */
export async function compareRules(first: readonly Grant[], second: readonly Grant[]) {
  const inSecond = new Set(second.map(keyOf))
  const both = first.filter((rule) => inSecond.has(keyOf(rule)))
  return {
    onlyFirst: await rulesOnlyIn(first, second),
    onlySecond: await rulesOnlyIn(second, first),
    both: both.map(grantOf).toSorted(byPath),
  }
}

/** Returns the rules of one role that the other role does not have, with whether a wider rule of the other role covers them. */
async function rulesOnlyIn(rules: readonly Grant[], otherRules: readonly Grant[]) {
  const otherKeys = new Set(otherRules.map(keyOf))
  const coverage = await buildRuleCoverage(otherRules)
  return rules
    .filter((rule) => !otherKeys.has(keyOf(rule)))
    .map((rule) => ({ ...grantOf(rule), isCovered: coverage.covers(rule) }))
    .toSorted(byPath)
}

function grantOf({ method, path }: Grant): Grant {
  return { method, path }
}

function keyOf({ method, path }: Grant): string {
  return `${method} ${path}`
}

function byPath(one: Grant, other: Grant): number {
  return compareTexts(`${one.path} ${one.method}`, `${other.path} ${other.method}`)
}
