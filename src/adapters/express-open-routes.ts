import type { AppRoute } from '../core/check/routes/route-registry.ts'
import { ANY_METHOD, METHODS } from '../platform/http/call/method.ts'
import type { Service } from '../service/service.ts'
import { isCheck } from './marked-checks.ts'

/** The paths under which the app mounts the routers that were passed to `protect`. */
const prefixes = new WeakMap<object, string>()

/** The apps and routers that were passed to `protect`, by service. */
const routersOfServices = new WeakMap<object, Set<object>>()

/**
 * Lists the routes without `protect` of an app or router that was passed to `protect`. The prefix is where the app mounts the
 * router: Express does not reveal it.
 */
export function listOpenRoutes(
  service: Pick<Service, 'addOpenRoutes'>,
  router: object,
  prefix: string,
): void {
  prefixes.set(router, prefix)
  const known = routersOfServices.get(service)
  if (known) {
    known.add(router)
    return
  }
  const routers = new Set([router])
  routersOfServices.set(service, routers)
  service.addOpenRoutes(() => openRoutesOf(routers))
}

/** What Express has for a middleware, a mounted router or a route. Types and documentation describe only a part of it. */
interface Layer {
  readonly name?: string
  readonly handle: object
  readonly route?: {
    readonly path: unknown
    readonly stack: readonly { readonly method?: string; readonly handle: object }[]
  }
}

interface Stack {
  readonly stack: readonly Layer[]
}

/** Stands for routes that cannot be read, so that a reviewer sees that the list is incomplete. */
const UNREADABLE: AppRoute = { method: ANY_METHOD, path: '*', checks: 'none' }
/** Stands for a path that is a pattern, and for the path under which the app mounts a router that was not passed to `protect`. */
const UNKNOWN_PATH = '*'
/** The name of the function by which Express mounts another app. The app cannot be read from it. */
const MOUNTED_APP = 'mounted_app'

/**
 * Returns the routes of Express apps and routers (4 or 5) that were declared without `protect`, including those of the
 * routers that they mount. Middleware (`app.use`) is not a route. What cannot be read is listed as one route for all paths:
 * also the app that mounts a router, if only the router was passed to `protect`.
 */
function openRoutesOf(routers: ReadonlySet<object>): AppRoute[] {
  const mounted = new Set<object>()
  const guarded = new Set<string>()
  const open = new Map<string, AppRoute>()

  function readRoute({ path, stack }: NonNullable<Layer['route']>, prefix: string): void {
    const paths = [path].flat().map((one) => (typeof one === 'string' ? joined(prefix, one) : UNKNOWN_PATH))
    const methods = new Set(stack.map(({ method }) => nameOf(method)))
    // Express 4 declares a route for all methods once per method.
    const isForAll = METHODS.every((method) => methods.has(method))
    for (const layer of stack) {
      const method = isForAll ? ANY_METHOD : nameOf(layer.method)
      for (const one of paths) {
        const key = `${method} ${one}`
        if (isCheck(layer.handle)) guarded.add(key)
        // A handler that was declared before the check runs without it.
        else if (!guarded.has(key)) open.set(key, { method, path: one, checks: 'none' })
      }
    }
  }

  function read({ stack }: Stack, prefix: string): void {
    for (const { name, handle, route } of stack) {
      if (route) readRoute(route, prefix)
      else if (name === MOUNTED_APP) open.set(UNREADABLE.path, UNREADABLE)
      else if (hasStack(handle)) {
        mounted.add(handle)
        read(handle, prefixes.get(handle) ?? UNKNOWN_PATH)
      }
    }
  }

  for (const router of routers) {
    const stack = stackOf(router)
    if (stack) read(stack, prefixes.get(router) ?? '')
    else open.set(UNREADABLE.path, UNREADABLE)
  }
  const isComplete = [...routers].every((router) => !hasStack(router) || mounted.has(router))
  if (!isComplete) open.set(UNREADABLE.path, UNREADABLE)
  return [...open.values()]
}

function hasStack(value: unknown): value is Stack {
  return typeof value === 'function' && 'stack' in value && Array.isArray(value.stack)
}

/** A router has the stack itself. An app has a router: Express 4 as `_router`, Express 5 as `router`. */
function stackOf(router: object): Stack | undefined {
  if (hasStack(router)) return router
  // Undefined in Express 4 before the first route. Its `router` throws.
  if ('_router' in router && router._router !== undefined)
    return hasStack(router._router) ? router._router : undefined
  try {
    return 'router' in router && hasStack(router.router) ? router.router : undefined
  } catch {
    return { stack: [] }
  }
}

function nameOf(method: string | undefined): string {
  return method === undefined ? ANY_METHOD : method.toUpperCase()
}

/** Routers serve `/` of a mounted router at the prefix itself. */
function joined(prefix: string, path: string): string {
  if (prefix !== '' && path === '/') return prefix
  return path.startsWith('/') || prefix !== '' ? `${prefix}${path}` : `*${path}`
}
