import { compareTexts } from '../../foundation/text/compare-texts.ts'
import type { Grant } from './pattern-trie.ts'
import { buildRuleCoverage } from './rule-coverage.ts'

/**
 * Compares the rules of two roles. Each list is sorted by path and method.
 *
 * @example
 * await compareRules([{ method: 'GET', path: '/post/:id' }], [{ method: 'GET', path: '/post/*' }])
 * // onlyFirst: [{ method: 'GET', path: '/post/:id', isCovered: true }]
 */
export async function compareRules(first: readonly Grant[], second: readonly Grant[]) {
  const inFirst = new Set(first.map(keyOf))
  const inSecond = new Set(second.map(keyOf))
  return {
    onlyFirst: await withCoverage(
      first.filter((rule) => !inSecond.has(keyOf(rule))),
      second,
    ),
    onlySecond: await withCoverage(
      second.filter((rule) => !inFirst.has(keyOf(rule))),
      first,
    ),
    both: first
      .filter((rule) => inSecond.has(keyOf(rule)))
      .map(grantOf)
      .toSorted(byPath),
  }
}

/** Returns the rules with whether a wider rule of the other role allows the same calls. */
async function withCoverage(rules: readonly Grant[], others: readonly Grant[]) {
  const coverage = await buildRuleCoverage(others)
  return rules.map((rule) => ({ ...grantOf(rule), isCovered: coverage.covers(rule) })).toSorted(byPath)
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
