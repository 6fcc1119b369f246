import type { CheckOptions } from '../core/check/guard.ts'
import type { Service } from '../service/service.ts'

/** The parts of the service that an adapter uses. */
export type GuardingService = Pick<Service, 'check' | 'addRoute' | 'addOpenRoutes'>

/** The methods of the functions that declare routes. A route for `get` also handles `HEAD`. */
export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface ProtectOptions {
  /** The path under which the app mounts the router, or the app of these routes. */
  readonly prefix?: string
}

export interface RouteOptions {
  /** `false`: every logged-in user may call the route; only the identity check runs. Default: true. */
  readonly permission?: boolean
  /** `true` if the handlers show or change only rows of the caller's data scope. In `dev`, this is checked. Default: false. */
  readonly dataScope?: boolean
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

/** Segments of literal text, or of one parameter such as `:id`. A trailing slash is part of the path. */
const PLAIN_PATH = /^(?:\/|(?:\/(?::[A-Za-z_]\w*|(?!\.{1,2}(?:\/|$))[\w\-.~@]+))+\/?)$/

interface Declaration {
  readonly method: string
  /** The path under which the app mounts the router. Empty if it does not. */
  readonly prefix?: string
  readonly path: string
  readonly options: RouteOptions
}

/** Lists a route of the app, and returns the options for the check of its calls. */
export function declareRoute(
  service: GuardingService,
  { method, prefix = '', path, options }: Declaration,
): CheckOptions {
  const { permission = true, dataScope = false } = options
  for (const [name, value] of Object.entries({ permission, dataScope }))
    if (typeof value !== 'boolean') throw new TypeError(`protect: ${name} must be true or false`)
  const route = { method: method.toUpperCase(), path: joinPaths(prefix, path) }
  const checks = permission ? 'both' : 'identity'
  service.addRoute({ ...route, checks, ...(dataScope ? { dataScope } : {}) })
  return { permission, dataScope, method: route.method, route: route.path }
}

/** Returns the complete path of a route. Routers serve `/` of a mounted router at the prefix itself. */
function joinPaths(prefix: string, path: string): string {
  assertNoRouterSyntax('path', path)
  if (prefix === '') return path
  assertNoRouterSyntax('prefix', prefix)
  if (prefix.endsWith('/')) throw new TypeError(`protect: the prefix "${prefix}" must not end with "/"`)
  return path === '/' ? prefix : `${prefix}${path}`
}

/**
 * Throws unless a path has only the syntax that every router reads alike. Wildcards and regular expressions differ
 * between routers and their versions, so that the spelling of a path could not be checked.
 */
function assertNoRouterSyntax(what: string, path: string): void {
  if (typeof path === 'string' && PLAIN_PATH.test(path)) return
  throw new TypeError(
    `protect: the ${what} ${JSON.stringify(String(path))} must start with "/" and have only literal segments and parameters such as ":id"`,
  )
}

/** Separates the options of a route, which are optional, from its handlers. */
export function splitArguments<Handler extends (...args: never[]) => unknown>(
  given: readonly (RouteOptions | Handler)[],
): { readonly options: RouteOptions; readonly handlers: readonly Handler[] } {
  const [first, ...others] = given
  const hasOptions = given.length > 0 && typeof first !== 'function'
  const handlers = (hasOptions ? others : given).map((handler) => {
    if (typeof handler !== 'function')
      throw new TypeError(`protect: a handler must be a function${hint(handler)}`)
    return handler
  })
  const options = hasOptions ? optionsFrom(first) : {}
  if (handlers.length === 0) throw new TypeError('protect: a route needs a handler')
  return { options, handlers }
}

const ROUTE_OPTIONS: readonly string[] = ['permission', 'dataScope'] satisfies (keyof RouteOptions)[]

/** Returns the options, which a caller without types may have mistaken. A mistake must not drop a handler or a check. */
function optionsFrom(value: unknown): RouteOptions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`protect: after the path, a route has options or a handler${hint(value)}`)
  }
  const unknown = Object.keys(value).find((name) => !ROUTE_OPTIONS.includes(name))
  if (unknown !== undefined) throw new TypeError(`protect: unknown option "${unknown}"`)
  return value
}

function hint(value: unknown): string {
  return Array.isArray(value) ? ': pass the handlers of an array one by one, such as ...handlers' : ''
}
