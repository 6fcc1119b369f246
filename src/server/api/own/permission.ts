import { METHODS } from 'node:http'
import type { Subject } from '../../../administration/access-check.ts'
import { userOfToken } from '../../../administration/token-subject.ts'
import type { SessionStore } from '../../../authentication/session/session.store.ts'
import { isCanonicalPath } from '../../../authorization/guard/canonical-path.ts'
import {
  CLASSED_ROUTE_ORIGINS,
  classifyRoutes,
  ROUTE_CLASSES,
} from '../../../authorization/guard/route-classes.ts'
import type { RouteRegistry } from '../../../authorization/guard/route-registry.ts'
import type { Call } from '../../../authorization/permission/call.ts'
import type { ExclusionList } from '../../../authorization/permission/exclusion-list.ts'
import { isRouterKnown, readPath } from '../../../authorization/permission/path-readings.ts'
import type { Permission } from '../../../authorization/permission/permission.ts'
import type { Identity } from '../../../foundation/identity/identity.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import type { Schema } from '../../http/documentation.ts'
import { endpoint } from '../../http/endpoint.ts'
import { accessSchema } from '../access-schema.ts'
import { bodySchema } from '../request-schemas.ts'
import { listSchema, objectSchema, text } from '../response-schemas.ts'
import { type AccessQuestion, LIST_USERS, maySeeUsers, onlySubject } from './access-question.ts'

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

const name = { type: 'string', minLength: 1, maxLength: 64 } as const
const call = {
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
    items: { type: 'object', required: ['method', 'path'], properties: call },
  },
})

interface Parts {
  readonly exclusionList: ExclusionList
  readonly registry: RouteRegistry
  readonly permission: Permission
  readonly sessionStore: Pick<SessionStore, 'findOwner'>
  readonly now: () => number
}

/** Creates the read-only endpoints about routes and permissions. */
export function permissionRoutes(
  { exclusionList, registry, permission, sessionStore: sessions, now }: Parts,
  askAccess: AccessQuestion,
) {
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

    /** Explains whether a role or a user may call a path with a method. */
    explain: endpoint({
      operationId: 'explainAccess',
      summary: 'Explain whether a role or a user may make a call',
      description:
        'Takes one of `roleKey`, `userId`, `username` and `tokenId` (the `jti` of a token, or the ID of its session). All but `roleKey` also need the permission for `GET /api/v1/sys-user`. Rules of other roles need the one for `GET /api/v1/policy`.',
      response: accessSchema,
      refusals: ['permission-denied', 'not-found'],
      query: {
        type: 'object',
        required: ['path', 'method'],
        properties: {
          roleKey: name,
          userId: { type: 'string', format: 'id' },
          username: name,
          tokenId: { type: 'string', minLength: 1, maxLength: 128 },
          path: call.path,
          method: call.method,
        },
      } as const,
      async handler({ query, identity, operator, scope }) {
        const { path, method, roleKey, userId, username, tokenId } = query
        const asked = onlySubject<Subject | { readonly tokenId: string }>({
          roleKey: roleKey !== undefined && { roleKey },
          userId: userId !== undefined && { userId: Number(userId) },
          username: username !== undefined && { username },
          tokenId: tokenId !== undefined && { tokenId },
        })
        // Otherwise the rule for this endpoint alone would reveal who has an account.
        if (!('roleKey' in asked) && !maySeeUsers(permission, identity))
          throw new Refusal('permission-denied', {}, { needed: LIST_USERS })
        const subject =
          'tokenId' in asked ? await userOfToken(scope, asked.tokenId, { sessions, now }) : asked
        return askAccess(subject, { path, method }, { identity, operator, scope })
      },
    }),
  }
}
