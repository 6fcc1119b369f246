import { ANY_METHOD, methodsOverlap } from './method.ts'
import { parsePathPattern, parseRoutePath, patternsOverlap } from './path-pattern.ts'
import { createPolicyIndex } from './policy-index.ts'
import { findRuleProblem } from './policy-rule.ts'

/** An endpoint as an entry of the list names it, or as a route declares it. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

/** The endpoints that skip the permission check: whoever is logged in may call them, whatever their role. */
export interface ExclusionList {
  /** The built-in ones, then the configured ones. */
  readonly entries: readonly Endpoint[]
  has(method: string, path: string): boolean
}

/** The public endpoints that the spec names: login, captcha, logout and one's own profile. */
const builtIn: readonly Endpoint[] = [
  { method: 'POST', path: '/api/v1/login' },
  { method: 'GET', path: '/api/v1/getCaptcha' },
  { method: 'POST', path: '/api/v1/logout' },
  { method: 'GET', path: '/api/v1/user/profile' },
]

// An entry is a rule for everyone, so the list is an index with one role.
const EVERYONE = 'everyone'

/**
 * Takes `permission.exclude` of the settings, and throws at an entry that cannot be used.
 *
 * @example
 * const list = createExclusionList([{ method: 'GET', path: '/api/v1/notice' }])
 * list.has('GET', '/api/v1/notice') // true
 */
export function createExclusionList(configured: readonly Endpoint[]): ExclusionList {
  const entries = [...builtIn, ...configured].map(({ method, path }) => Object.freeze({ method, path }))
  const rules = entries.map((entry) => ({ roleKey: EVERYONE, ...entry }))
  for (const [i, rule] of rules.entries()) {
    const problem = findRuleProblem(rule)
    if (problem !== undefined) throw new Error(`${nameOfEntry(i)}: ${problem}`)
  }
  const index = createPolicyIndex(rules)
  return Object.freeze({
    entries: Object.freeze(entries),
    has: (method: string, path: string) => index.allows(EVERYONE, path, method),
  })
}

/** A configured entry, and where it stands in the settings: `permission.exclude[0]`. */
export interface ConfiguredEntry {
  readonly name: string
  readonly entry: Endpoint
}

export interface DangerousEntry extends ConfiguredEntry {
  /** The first route that the entry would open. */
  readonly route: Endpoint
}

/**
 * The configured entries that would let every logged-in user call one of the service's own routes that need
 * both checks. Routes that are on the list by the spec are no danger. The entry's method does not matter: a path
 * of the service's own that takes GET today may take PUT after an upgrade.
 */
export function findDangerousEntries(
  list: ExclusionList,
  managementRoutes: readonly Endpoint[],
): DangerousEntry[] {
  const guarded = managementRoutes.filter((route) => !builtIn.some((entry) => isSame(entry, route)))
  return configuredEntries(list).flatMap(({ name, entry }) => {
    const route = guarded.find(covers({ ...entry, method: ANY_METHOD }))
    return route === undefined ? [] : [{ name, entry, route }]
  })
}

/** The configured entries that no route answers to: most likely a slip of the pen. */
export function findEntriesWithoutRoute(list: ExclusionList, routes: readonly Endpoint[]): ConfiguredEntry[] {
  return configuredEntries(list).filter(({ entry }) => !routes.some(covers(entry)))
}

function configuredEntries(list: ExclusionList): ConfiguredEntry[] {
  return list.entries.map((entry, i) => ({ name: nameOfEntry(i), entry })).slice(builtIn.length)
}

function nameOfEntry(position: number): string {
  return `permission.exclude[${position - builtIn.length}]`
}

function isSame(a: Endpoint, b: Endpoint): boolean {
  return a.method === b.method && a.path === b.path
}

/** Whether a request could be for the route and on the list by this entry. */
function covers(entry: Endpoint): (route: Endpoint) => boolean {
  const pattern = parsePathPattern(entry.path)
  return (route) =>
    methodsOverlap(entry.method, route.method) && patternsOverlap(pattern, parseRoutePath(route.path))
}
