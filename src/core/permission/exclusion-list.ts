import { ANY_METHOD, methodsOverlap } from '../../platform/http/call/method.ts'
import { parsePathPattern, parseRoutePath, patternsOverlap } from './patterns/path-pattern.ts'
import { type AllowedLengths, createPolicyIndex } from './policy-index.ts'
import { findRuleProblem } from './policy-rule.ts'
import { createRuleCoverage } from './rules/rule-coverage.ts'

/** An endpoint of an entry of the list, or of a route. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

/** An entry of the list. */
export interface Exclusion extends Endpoint {
  /** Why every logged-in user may call it. */
  readonly reason: string
}

/** The endpoints without a permission check: every logged-in user may call them. */
export interface ExclusionList {
  /** The built-in entries, followed by the configured ones. */
  readonly entries: readonly Exclusion[]
  has(method: string, path: string): boolean
  /** Returns which of the paths that begin with the same segments the list has, by their number of segments. */
  hasLengths(method: string, segments: readonly string[]): AllowedLengths
}

/** The entries without settings: login, captcha, logout and one's own profile (docs/specification.md, 6a). */
const BUILT_IN: readonly Exclusion[] = [
  { method: 'POST', path: '/api/v1/login', reason: 'public: login needs no token' },
  { method: 'GET', path: '/api/v1/getCaptcha', reason: 'public: login needs a captcha' },
  { method: 'POST', path: '/api/v1/logout', reason: 'every user may end their own session' },
  { method: 'GET', path: '/api/v1/user/profile', reason: 'every user may read their own profile' },
]

// An entry is a rule for every role, so the list is a policy index with a single role.
const EVERYONE = 'everyone'

/**
 * Creates the list from the setting `permission.exclude`. Throws if an entry is invalid.
 *
 * @example
 * const list = createExclusionList([{ method: 'GET', path: '/api/v1/notice', reason: 'all users read the notices' }])
 * list.has('GET', '/api/v1/notice') // true
 */
export function createExclusionList(configured: readonly Exclusion[]): ExclusionList {
  const entries = [...BUILT_IN, ...configured].map(({ method, path, reason }) =>
    Object.freeze({ method, path, reason }),
  )
  const rules = entries.map(({ method, path }) => ({ roleKey: EVERYONE, method, path }))
  for (const [i, rule] of rules.entries()) {
    const problem = findRuleProblem(rule)
    if (problem !== undefined) throw new Error(`${nameOfEntry(i)}: ${problem.en}`)
  }
  const index = createPolicyIndex(rules)
  return Object.freeze({
    entries: Object.freeze(entries),
    has: (method: string, path: string) => index.allows(EVERYONE, path, method),
    hasLengths: (method: string, segments: readonly string[]) =>
      index.allowedLengths(EVERYONE, segments, method),
  })
}

/** A configured entry and its name in the settings, such as `permission.exclude[0]`. */
export interface ConfiguredEntry {
  readonly name: string
  readonly entry: Exclusion
}

export interface DangerousEntry extends ConfiguredEntry {
  /** The first route that the entry would exclude. */
  readonly route: Endpoint
}

/**
 * Returns the configured entries that would let every logged-in user call one of the service's own routes with both
 * checks. The built-in entries are not dangerous. The method of an entry does not matter, because a later version may
 * add another method to the same path.
 */
export function findDangerousEntries(
  list: ExclusionList,
  managementRoutes: readonly Endpoint[],
): DangerousEntry[] {
  const guardedRoutes = managementRoutes.filter(
    (route) => !BUILT_IN.some(({ method, path }) => method === route.method && path === route.path),
  )
  return configuredEntries(list).flatMap(({ name, entry }) => {
    const route = guardedRoutes.find((one) => matchesRoute({ ...entry, method: ANY_METHOD }, one))
    return route === undefined ? [] : [{ name, entry, route }]
  })
}

/** Returns the configured entries that match no route, which are most likely misspelt. Without entries, routes are not listed. */
export function findEntriesWithoutRoute(
  list: ExclusionList,
  listRoutes: () => readonly Endpoint[],
): ConfiguredEntry[] {
  const configured = configuredEntries(list)
  if (configured.length === 0) return []
  const routes = listRoutes()
  return configured.filter(({ entry }) => !routes.some((route) => matchesRoute(entry, route)))
}

/** Returns the entries of the setting, without the built-in ones. */
export function configuredEntries(list: ExclusionList): ConfiguredEntry[] {
  return list.entries.map((entry, i) => ({ name: nameOfEntry(i), entry })).slice(BUILT_IN.length)
}

function nameOfEntry(position: number): string {
  return `permission.exclude[${position - BUILT_IN.length}]`
}

/** Returns whether some request matches both the entry and the route. */
export function matchesRoute(entry: Endpoint, route: Endpoint): boolean {
  return (
    methodsOverlap(entry.method, route.method) &&
    patternsOverlap(parsePathPattern(entry.path), parseRoutePath(route.path))
  )
}

/** Returns whether the entry matches every request to the route. */
export function coversRoute(entry: Endpoint, route: Endpoint): boolean {
  return createRuleCoverage([entry]).covers(route)
}
