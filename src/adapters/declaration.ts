import type { CheckOptions } from '../guard/guard.ts'
import type { Service } from '../service.ts'

/** The parts of the service that an adapter uses. */
export type GuardingService = Pick<Service, 'check' | 'addRoute'>

/** The methods of the functions that declare routes. A route for `get` also handles `HEAD`. */
export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface ProtectOptions {
  /** The path under which the app mounts the router, or the app of these routes. */
  readonly prefix?: string
}

export interface RouteOptions {
  /** `false`: every logged-in user may call the route; only the identity check runs. Default: true. */
  readonly permission?: boolean
}

/** Returns a value for each method. */
export function perMethod<T>(create: (method: RouteMethod) => T): { readonly [Method in RouteMethod]: T } {
  return {
    get: create('get'),
    post: create('post'),
    put: create('put'),
    patch: create('patch'),
    delete: create('delete'),
  }
}

/** Segments of literal text, or of one parameter such as `:id`. */
const PLAIN_PATH = /^(?:\/(?::[A-Za-z_]\w*|[\w\-.~@]*))+$/

/** Lists a route of the app, and returns the options for the check of its calls. */
export function declareRoute(
  service: GuardingService,
  method: string,
  path: string,
  { permission = true }: RouteOptions,
): CheckOptions {
  if (typeof permission !== 'boolean') throw new TypeError('protect: permission must be true or false')
  refuseRouterSyntax(path)
  const route = { method: method.toUpperCase(), path }
  service.addRoute({ ...route, checks: permission ? 'both' : 'identity' })
  return { permission, method: route.method, route: path }
}

/**
 * Throws unless a path has only the syntax that every router reads alike. Wildcards and regular expressions differ
 * between routers and their versions, so that the spelling of a path could not be checked.
 */
function refuseRouterSyntax(path: string): void {
  if (typeof path === 'string' && PLAIN_PATH.test(path)) return
  throw new TypeError(
    `protect: the path ${JSON.stringify(String(path))} must start with "/" and have only literal segments and parameters such as ":id"`,
  )
}

/** Separates the options of a route, which are optional, from its handlers. */
export function splitArguments<Handler extends (...args: never[]) => unknown>(
  given: readonly (RouteOptions | Handler)[],
): { readonly options: RouteOptions; readonly handlers: readonly Handler[] } {
  const [first, ...others] = given
  const options = typeof first === 'object' ? first : {}
  const handlers = (typeof first === 'object' ? others : given).map((handler) => {
    if (typeof handler !== 'function') throw new TypeError('protect: a handler must be a function')
    return handler
  })
  if (handlers.length === 0) throw new TypeError('protect: a route needs a handler')
  return { options, handlers }
}
