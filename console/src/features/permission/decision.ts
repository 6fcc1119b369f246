import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { covers, methodCovers, methodsOverlap, overlaps } from '../../shell/own-session/path-pattern.ts'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'

export type Why =
  | 'none'
  | 'identity'
  | 'unguarded'
  | 'original'
  | 'admin'
  | 'excluded'
  | 'rule'
  | 'partly'
  | 'denied'

/** What a cell of the matrix shows, and the rules behind it. */
export interface Decision {
  readonly why: Why
  readonly rules: readonly Schemas['Rule'][]
  /** Why the route is on the exclusion list. */
  readonly reason?: string
}

/** Decides whether a role may call all paths and methods of a row, in the order of the permission check (docs/specification.md, 5a to 5d). */
export function decide(
  route: Pick<Schemas['Route'], 'method' | 'path' | 'checks' | 'class'>,
  roleKey: string,
  rules: readonly Schemas['Rule'][],
  exclusions: readonly Schemas['Exclusion'][],
): Decision {
  // 5c first, because a route without a permission check shows that for every role.
  if (route.checks !== 'both') return { why: whyWithoutCheck(route.checks, route.class), rules: [] }
  if (roleKey === ADMIN_ROLE_KEY) return { why: 'admin', rules: [] } // 5a
  const exclusion = exclusions.find((entry) => allowsAll(entry, route))
  if (exclusion) return { why: 'excluded', rules: [], reason: exclusion.reason } // 5b
  const whole = rules.filter((rule) => allowsAll(rule, route))
  if (whole.length > 0) return { why: 'rule', rules: whole } // 5d
  const some = rules.filter(
    (rule) => methodsOverlap(rule.method, route.method) && overlaps(rule.path, route.path),
  )
  return some.length > 0 ? { why: 'partly', rules: some } : { why: 'denied', rules: [] }
}

function whyWithoutCheck(checks: 'none' | 'identity', ofRoute: Schemas['Route']['class']): Why {
  if (ofRoute === 'unguarded') return 'unguarded'
  return ofRoute === 'policy' ? 'original' : checks
}

export function allowsAll(grant: Endpoint, route: Endpoint): boolean {
  return methodCovers(grant.method, route.method) && covers(grant.path, route.path)
}

/** Returns the rule that a click adds. */
export function ruleFor(roleKey: string, { path, method }: Endpoint): Schemas['Rule'] {
  return { roleKey, path, method }
}

export function formatEndpoint({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

export function formatRule(rule: Schemas['Rule']): string {
  return `${rule.roleKey} ${formatEndpoint(rule)}`
}
