import type { Endpoint, PolicyRule, Route } from '../api.ts'
import { covers, methodCovers, overlaps } from './path-pattern.ts'

export type Why = 'none' | 'identity' | 'admin' | 'excluded' | 'rule' | 'partly' | 'denied'

/** What a cell of the matrix shows, and the rules that it is by. */
export interface Decision {
  readonly why: Why
  readonly rules: readonly PolicyRule[]
}

const ADMIN = 'admin'

/** Whether a role may call all paths of a route, in the order of the permission check: admin, exclusion list, rules. */
export function decide(
  route: Route,
  roleKey: string,
  rules: readonly PolicyRule[],
  exclusions: readonly Endpoint[],
): Decision {
  if (route.checks !== 'both') return { why: route.checks, rules: [] }
  if (roleKey === ADMIN) return { why: 'admin', rules: [] }
  if (exclusions.some((entry) => allowsAll(entry, route))) return { why: 'excluded', rules: [] }
  const whole = rules.filter((rule) => allowsAll(rule, route))
  if (whole.length > 0) return { why: 'rule', rules: whole }
  const some = rules.filter(
    (rule) => methodCovers(rule.method, route.method) && overlaps(rule.path, route.path),
  )
  return some.length > 0 ? { why: 'partly', rules: some } : { why: 'denied', rules: [] }
}

export function allowsAll(grant: Endpoint, route: Endpoint): boolean {
  return methodCovers(grant.method, route.method) && covers(grant.path, route.path)
}

/** The rule that a click adds. */
export function ruleFor(roleKey: string, { path, method }: Endpoint): PolicyRule {
  return { roleKey, path, method }
}

export function inWords({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
