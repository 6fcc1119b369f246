import { METHODS } from '../../../platform/http/call/method.ts'
import { compareTexts } from '../../../platform/text/compare-texts.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import type { Endpoint } from '../../permission/exclusion-list.ts'
import {
  CLASSED_ROUTE_ORIGINS,
  type ClassedRoute,
  type KnownRoute,
  ROUTE_CLASSES,
  type RouteClass,
} from './route-classes.ts'
import type { Checks } from './route-registry.ts'

/** A difference between the routes and a lock file. `before` and `after` are the rest of the line: class, origin, reason. */
export interface RouteDifference {
  readonly method: string
  readonly path: string
  readonly before?: string
  readonly after?: string
}

const HEADER = `# The routes and who can call them: method, path, class, origin, and the reason of an exclusion.
# Review every change of this file. "castellan routes --check" compares it with the routes.
`
const EVERY_METHOD = '*'

/**
 * Returns the text of a lock file: one line per route, sorted by path. Paths with the same line for every method have one
 * line with the method `*`.
 *
 * @example
 * await app.ready()
 * await writeFile('routes.lock', formatRoutesLock(service.routes()))
 */
export function formatRoutesLock(routes: readonly ClassedRoute[]): string {
  const lines = linesOf(mergeMethods(routes)).map(({ method, path, rest }) => `${method} ${path} ${rest}\n`)
  return HEADER + [...new Set(lines)].join('')
}

/**
 * Compares the routes with the text of a lock file. Returns the differences, sorted by path. Throws if the text is not a
 * lock file.
 *
 * @example
 * await app.ready()
 * assert.deepEqual(compareRoutesLock(await readFile('routes.lock', 'utf8'), service.routes()), [])
 */
export function compareRoutesLock(lock: string, routes: readonly ClassedRoute[]): RouteDifference[] {
  const before = byText(splitMethods(parseLock(lock)))
  const after = byText(splitMethods(linesOf(routes)))
  const gone = [...before].filter(([text]) => !after.has(text)).map(([, line]) => line)
  const added = [...after].filter(([text]) => !before.has(text)).map(([, line]) => line)
  const changed = gone.flatMap((line) => {
    const position = added.findIndex(({ method, path }) => method === line.method && path === line.path)
    const [same] = position === -1 ? [] : added.splice(position, 1)
    const { method, path, rest } = line
    return { method, path, before: rest, ...(same ? { after: same.rest } : {}) }
  })
  const differences = [...changed, ...added.map(({ method, path, rest }) => ({ method, path, after: rest }))]
  return differences.sort(compareLines)
}

/** Returns the number of lines with a route in a lock file. */
export function countRoutes(lock: string): number {
  return parseLock(lock).length
}

interface Line {
  readonly method: string
  readonly path: string
  readonly rest: string
}

function linesOf(routes: readonly ClassedRoute[]): Line[] {
  return routes
    .map((route) => ({
      method: inOneWord(route.method),
      path: inOneWord(route.path),
      rest: restOf(route),
    }))
    .sort(compareLines)
}

function restOf(route: ClassedRoute): string {
  return `${route.class} ${route.origin}${reasonsOf(route)}`
}

/** Returns the reasons of an excluded route, or the excluded parts of another one. */
function reasonsOf({ class: ofRoute, exclusions = [] }: ClassedRoute): string {
  const reasons = exclusions.map(({ method, path, reason }) =>
    ofRoute === 'excluded' ? reason : `except ${method} ${path}: ${reason}`,
  )
  return reasons.length === 0 ? '' : `, ${reasons.join('; ')}`
}

/** Fields are separated by spaces, so a path must not contain one. */
function inOneWord(text: string): string {
  return text.replaceAll(/[\s\p{C}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

const LINE = /^(\S+) (\S+) (\S.*)$/

function parseLock(text: string): Line[] {
  return text.split('\n').flatMap((given, index) => {
    const line = given.trimEnd()
    if (line === '' || line.startsWith('#')) return []
    const [, method, path, rest] = LINE.exec(line) ?? []
    if (method === undefined || path === undefined || rest === undefined)
      throw new Error(`line ${index + 1} of the lock file is not a route: ${quoted(line)}`)
    return [{ method, path, rest }]
  })
}

/**
 * Returns the routes of a lock file with their checks. A route that is excluded, or a part of one, counts as `identity`:
 * every logged-in user may call it.
 */
export function parseRoutesLock(text: string): KnownRoute[] {
  return splitMethods(parseLock(text)).flatMap(({ method, path, rest }) => {
    const [ofRoute = '', ofOrigin] = rest.split(/[ ,]/, 2)
    const known = ROUTE_CLASSES.find((name) => name === ofRoute)
    if (known === undefined) throw new Error(`${quoted(ofRoute)} in the lock file is not a class of routes`)
    const origin = CLASSED_ROUTE_ORIGINS.find((name) => name === ofOrigin)
    if (origin === undefined)
      throw new Error(`${quoted(ofOrigin ?? '')} in the lock file is not an origin of routes`)
    const parts = known === 'policy' ? [...rest.matchAll(EXCLUDED_PART)] : []
    const excluded = parts.map(([, partMethod = '', partPath = '']) => ({
      // A part for every method opens the methods of the route.
      method: partMethod === EVERY_METHOD ? method : partMethod,
      path: partPath,
      checks: 'identity' as const,
      origin,
    }))
    return [{ method, path, checks: CHECKS_OF_CLASS[known], origin }, ...excluded]
  })
}

const EXCLUDED_PART = /[,;] except (\S+) (\S+): /g

const CHECKS_OF_CLASS = {
  public: 'none',
  unguarded: 'none',
  identity: 'identity',
  excluded: 'identity',
  policy: 'both',
} as const satisfies Record<RouteClass, Checks>

/** Returns the routes sorted by path, with one for the method `*` instead of six that differ only in their method. */
export function mergeMethods(routes: readonly ClassedRoute[]): ClassedRoute[] {
  const alike = new Map<string, ClassedRoute[]>()
  for (const route of routes) {
    const key = `${route.path} ${restOf(route)}`
    alike.set(key, [...(alike.get(key) ?? []), route])
  }
  const merged = [...alike.values()].flatMap((group) => {
    const [first] = group
    const hasAll = METHODS.every((method) => group.some((route) => route.method === method))
    if (!first || !hasAll) return group
    return [{ ...first, method: EVERY_METHOD }, ...group.filter(({ method }) => !METHODS.includes(method))]
  })
  return merged.sort(compareLines)
}

function splitMethods(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) =>
    line.method === EVERY_METHOD ? METHODS.map((method) => ({ ...line, method })) : [line],
  )
}

function byText(lines: readonly Line[]): Map<string, Line> {
  return new Map(lines.map((line) => [`${line.method} ${line.path} ${line.rest}`, line]))
}

function compareLines(a: Endpoint & Partial<Line>, b: Endpoint & Partial<Line>): number {
  return (
    compareTexts(a.path, b.path) ||
    compareTexts(a.method, b.method) ||
    compareTexts(a.rest ?? '', b.rest ?? '')
  )
}
