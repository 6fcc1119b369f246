import { setImmediate } from 'node:timers/promises'
import type { KnownRoute } from '../../../core/check/routes/route-classes.ts'
import { parseRoutePath, patternsOverlap } from '../../../core/permission/patterns/path-pattern.ts'
import type { Grant } from '../../../core/permission/patterns/pattern-trie.ts'
import { groupByRole, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { buildRouteCoverage } from '../../../core/permission/rules/route-coverage.ts'
import { ANY_METHOD, methodsOverlap } from '../../../platform/http/call/method.ts'
import { objectSchema, type TypeOf, text } from '../../../platform/http/endpoint/response-schemas.ts'

export const extent = {
  enum: ['full', 'part'],
  description: '`part`: the rules cover only some paths of the route, or the role may call some anyway.',
} as const

export const openedRouteSchema = objectSchema('OpenedRoute', {
  roleKey: text,
  method: text,
  path: text,
  origin: { enum: ['service', 'app', 'upstream'] },
  extent,
  administers: { type: 'boolean', description: 'Whether it changes users, roles, departments or rules.' },
})

/** A route that a role will be able to call, whether or not it was ever called. */
export type OpenedRoute = TypeOf<typeof openedRouteSchema>

interface OpenedRoutesOptions {
  readonly known: readonly KnownRoute[]
  /** The rules in force, at least those of the roles that get rules. */
  readonly rules: readonly PolicyRule[]
  readonly added: readonly PolicyRule[]
  readonly exclusions: readonly Grant[]
}

const ADMINISTRATION = /^\/api\/v1\/(?:(?:sys-user|role|dept|policy)(?:\/|$)|report\/[^/]+\/clean-up$)/
/** Not administration, although its method is POST: it changes nothing. */
const PREVIEW = '/api/v1/policy/preview'
const ORIGINS: readonly string[] = ['service', 'app', 'upstream'] satisfies OpenedRoute['origin'][]
const BELOW = '/*'

/**
 * Finds the routes that added rules open, those of the administration first, and the paths `/x` that stay closed to a role that
 * gets `/x/*`. Yields to the event loop between two roles.
 */
export async function findOpenedRoutes({ known, rules, added, exclusions }: OpenedRoutesOptions) {
  const guarded = known.filter((route): route is GuardedRoute => isGuarded(route))
  const routes: OpenedRoute[] = []
  const closedParents: PolicyRule[] = []
  const rulesByRole = groupByRole(rules)
  for (const [roleKey, ownAdded] of groupByRole(added)) {
    const own = rulesByRole.get(roleKey) ?? []
    const before = await buildRouteCoverage([...exclusions, ...own])
    const gained = await buildRouteCoverage(ownAdded)
    const after = await buildRouteCoverage([...exclusions, ...own, ...ownAdded])
    for (const route of guarded) {
      const { method, path, origin } = route
      const gain = gained.of(method, path)
      const coverage = gain === 'none' && isWide(route) && opensPart(ownAdded, route) ? 'part' : gain
      const was = before.of(method, path)
      if (coverage === 'none' || was === 'full') continue
      const extent = coverage === 'full' && was === 'none' ? 'full' : 'part'
      routes.push({ roleKey, method, path, origin, extent, administers: isAdministration(route) })
    }
    for (const rule of ownAdded) {
      const parent = { ...rule, path: rule.path.slice(0, -BELOW.length) }
      if (rule.path.endsWith(BELOW) && parent.path !== '' && !after.covers(parent)) closedParents.push(parent)
    }
    await setImmediate()
  }
  return {
    routes: routes.toSorted((a, b) => Number(b.administers) - Number(a.administers)),
    closedParents,
  }
}

type GuardedRoute = KnownRoute & Pick<OpenedRoute, 'origin'>

function isGuarded({ checks, origin }: KnownRoute): boolean {
  return checks === 'both' && ORIGINS.includes(origin)
}

/** Returns whether a route, such as that of an upstream service, has more than one method or any path below. */
function isWide({ method, path }: KnownRoute): boolean {
  return method === ANY_METHOD || path.endsWith(BELOW)
}

function opensPart(rules: readonly PolicyRule[], { method, path }: KnownRoute): boolean {
  const pattern = parseRoutePath(path)
  return rules.some(
    (rule) => methodsOverlap(rule.method, method) && patternsOverlap(parseRoutePath(rule.path), pattern),
  )
}

function isAdministration({ method, path, origin }: KnownRoute): boolean {
  return origin === 'service' && method !== 'GET' && path !== PREVIEW && ADMINISTRATION.test(path)
}
