import { methodsOverlap } from '../../../platform/http/call/method.ts'
import type { Endpoint } from '../exclusion-list.ts'
import { parsePathPattern, parseRoutePath, patternsOverlap } from '../patterns/path-pattern.ts'
import { groupByRole, isValidRule, type PolicyRule } from '../policy-rule.ts'
import { createRuleCoverage } from './rule-coverage.ts'

/** The roles whose rules allow calls of a route. */
export interface RouteCallers {
  /** The roles with a rule that allows every call of the route. */
  readonly roles: readonly string[]
  /** The roles whose rules allow some of its calls. Several rules that allow all of them together count as some. */
  readonly partly: readonly string[]
}

/**
 * Returns a function that finds the roles for a route. The role `admin`, which needs no rules, is not among them.
 *
 * @example
 * const callersOf = createRouteCallers([{ roleKey: 'auditor', path: '/api/v1/orders/7', method: 'GET' }])
 * callersOf({ method: 'GET', path: '/api/v1/orders/:id' }) // { roles: [], partly: ['auditor'] }
 */
export function createRouteCallers(rules: readonly PolicyRule[]): (route: Endpoint) => RouteCallers {
  // An invalid rule allows nothing.
  const valid = rules.filter(isValidRule)
  const roles = [...groupByRole(valid)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      key,
      coverage: createRuleCoverage(own),
      patterns: own.map(({ method, path }) => ({ method, pattern: parsePathPattern(path) })),
    }))
  return (route) => {
    const pattern = parseRoutePath(route.path)
    const covering = roles.filter(({ coverage }) => coverage.covers(route))
    const overlapping = roles.filter(({ patterns }) =>
      patterns.some(
        (rule) => methodsOverlap(rule.method, route.method) && patternsOverlap(rule.pattern, pattern),
      ),
    )
    const keys = covering.map(({ key }) => key)
    return { roles: keys, partly: overlapping.map(({ key }) => key).filter((key) => !keys.includes(key)) }
  }
}
