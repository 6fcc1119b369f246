import { METHODS } from 'node:http'
import { isCanonicalPath } from '../../platform/http/call/canonical-path.ts'
import type { Identity } from '../../platform/http/call/identity.ts'
import type { Schema } from '../../platform/http/endpoint/documentation.ts'
import { bodySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { listSchema, objectSchema, text } from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint } from '../check/http/endpoint.ts'
import { CLASSED_ROUTE_ORIGINS, classifyRoutes, ROUTE_CLASSES } from '../check/routes/route-classes.ts'
import type { RouteRegistry } from '../check/routes/route-registry.ts'
import type { Call } from './call.ts'
import type { ExclusionList } from './exclusion-list.ts'
import { isRouterKnown, readPath } from './patterns/path-readings.ts'
import type { Permission } from './permission.ts'

const exclusionSchema = objectSchema('Exclusion', {
  method: text,
  path: text,
  reason: { ...text, description: 'Why every logged-in user may call it.' },
})

const checksSchema: Schema = {
  enum: ['none', 'identity', 'both'],
  description: 'The checks of a request: none, the identity check, or the identity and the permission check.',
}

const MAX_REQUESTS = 200
/** A request with `CONNECT` reaches no route. */
const ROUTABLE_METHODS: ReadonlySet<string> = new Set(METHODS.filter((method) => method !== 'CONNECT'))

export const callFields = {
  method: { type: 'string', maxLength: 20 },
  path: { type: 'string', maxLength: 4096 },
} as const

const routeSchema = objectSchema(
  'Route',
  {
    method: text,
    path: text,
    checks: checksSchema,
    origin: {
      enum: CLASSED_ROUTE_ORIGINS,
      description:
        'Whose route it is. `console` is the web console, whose pages are one route. `settings` is an entry of `permission.exclude` that opens more than the known routes, for requests that a proxy or an app asks about.',
    },
    class: {
      enum: ROUTE_CLASSES,
      description:
        'Who can call it: everybody (`public`), every logged-in user (`identity`, `excluded`), the roles with a rule (`policy`), or whoever the app lets in (`unguarded`). `policy` with the checks `none` is the endpoint for proxies, which decides about the original request.',
    },
    dataScope: {
      type: 'boolean',
      description: 'Present if the app has declared that the handler applies the data scope of the caller.',
    },
    exclusions: {
      ...listSchema(exclusionSchema),
      description:
        'The entries of the exclusion list for this route. They cover all of an `excluded` route and a part of a `policy` one.',
    },
  },
  ['exclusions', 'dataScope'],
)

const requestsBody = bodySchema('PermissionRequests', ['requests'], {
  requests: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_REQUESTS,
    items: { type: 'object', required: ['method', 'path'], properties: callFields },
  },
})

interface Parts {
  readonly exclusionList: ExclusionList
  readonly registry: RouteRegistry
  readonly permission: Permission
}

/** Creates the read-only endpoints about routes and permissions. */
export function permissionRoutes({ exclusionList, registry, permission }: Parts) {
  /** Returns whether a protected route would accept the request, or a route of the service that needs no rule. */
  function isAllowed(identity: Identity, { method, path: target }: Call): boolean {
    if (!ROUTABLE_METHODS.has(method) || !isCanonicalPath(target)) return false
    const [path = ''] = target.split('?', 1)
    const route = registry.find(method, path)
    if (route?.checks === 'none' || route?.checks === 'identity') return true
    // The gateway and the endpoint for proxies refuse `TRACE`.
    if (method === 'TRACE' && !isRouterKnown(route)) return false
    return isRouterKnown(route)
      ? permission.mayCall(identity, path, method)
      : permission.mayCallAll(identity, readPath(path), method)
  }

  return {
    exclusion: endpoint({
      operationId: 'listExclusions',
      summary: 'Get the exclusion list',
      description: 'The endpoints that skip the permission check, and why.',
      response: listSchema(exclusionSchema),
      handler: async () => exclusionList.entries,
    }),

    route: endpoint({
      operationId: 'listRoutes',
      summary: 'List all routes',
      description:
        'The routes of the service, of the app that embeds it and of upstream services, with their checks and classes, and the entries of the exclusion list that open more than these.',
      response: listSchema(routeSchema),
      handler: async () => classifyRoutes(registry.routes(), exclusionList),
    }),

    /** Returns for each request whether the caller may make it. */
    check: endpoint({
      operationId: 'checkPermissions',
      summary: 'Check which requests the caller may make',
      description: 'Returns one boolean per request, in the same order.',
      response: listSchema({ type: 'boolean' }),
      body: requestsBody,
      handler: async ({ body, identity }) => body.requests.map((call) => isAllowed(identity, call)),
    }),
  }
}
