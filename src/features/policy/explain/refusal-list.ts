import { LIST_USERS, maySeeUsers } from '../../../core/check/asked-users.ts'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import { onlyUser, type UserScope } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import {
  numberOf,
  orderQuery,
  pageOf,
  pageQuery,
  pageResponse,
  timeQuery,
} from '../../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  pageSchema,
  text,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { parseTimeRange } from '../../../platform/text/time-range.ts'
import { checkAccess } from './access-check.ts'
import type { StoredRefusal } from './refusal.store.ts'
import { describeGroups } from './refusal-groups.ts'
import type { RefusalListFilter, RefusalListStore } from './refusal-list.store.ts'
import { GROUP_ORDERS } from './refusal-order.ts'
import type { RefusalRecorder } from './refusal-recorder.ts'
import { neededCallSchema, refusedRequestFields, refusedUserSchema } from './refusals.ts'

/** Stands for requests without a valid token. No role has this key. */
const NO_ROLE = '-'

const roleKey = { ...text, description: 'The role in the token. Absent without a valid token.' }
const route = {
  ...text,
  description: 'The declared path of the route, or the path with `:id` in place of what looks like an id.',
}

const groupSchema = objectSchema(
  'RefusalGroup',
  {
    reason: text,
    roleKey,
    method: text,
    route,
    count: { ...count, description: 'The number of requests.' },
    users: { ...count, description: 'The number of users who sent them.' },
    newest: objectSchema(
      'NewestRefusal',
      { requestId: text, refusedAt: time, path: text, needed: neededCallSchema },
      ['needed'],
    ),
    now: {
      enum: ['allowed', 'missing-rule'],
      description:
        'Present if the permission was denied. `allowed`: the role may make the newest request, or the call that it needed, now. `missing-rule`: a rule would allow it.',
    },
  },
  ['roleKey', 'now'],
)

const facetSchema = listSchema(objectSchema('RefusalFacetValue', { value: text, count }))

const groupPageSchema = pageSchema('RefusalGroupPage', groupSchema, {
  further: {
    refusals: { ...count, description: 'The number of refused requests in all groups.' },
    keepMinutes: { ...count, description: 'How long refusals are kept. 0: they are not recorded.' },
    facets: {
      ...objectSchema('RefusalFacets', {
        roles: facetSchema,
        routes: listSchema(objectSchema('RefusedRoute', { method: text, route, count })),
        reasons: facetSchema,
        users: listSchema(objectSchema('RefusalsOfUser', { userId: id, username: text, count })),
      }),
      description:
        'The most frequent values of each filter, among the requests that match the other filters.',
    },
  },
})

const requestSchema = objectSchema(
  'RefusedRequest',
  { ...refusedRequestFields, address: text, user: refusedUserSchema, roleKey },
  ['user', 'roleKey'],
)

const filterQuery = {
  ...pageQuery,
  reason: { type: 'string', maxLength: 64, description: 'Such as `permission-denied`.' },
  roleKey: {
    type: 'string',
    maxLength: 64,
    description: `The role in the token; \`${NO_ROLE}\` for requests without a valid token.`,
  },
  method: { type: 'string', maxLength: 32 },
  route: { type: 'string', maxLength: 255, description: 'The `route` of a group.' },
  userId: { type: 'string', format: 'id-or-empty' },
  ...timeQuery,
} as const

type FilterQuery = Readonly<Partial<Record<keyof typeof filterQuery, string>>>

const VISIBILITY =
  'Operators see the refusals of the users in their data scope; without the permission for `GET /api/v1/sys-user`, only their own. Refusals are kept for `explain.keepMinutes`; in a flood, some are not recorded.'

interface Parts {
  readonly refusalList: RefusalListStore
  readonly refusalRecorder: Pick<RefusalRecorder, 'flush'>
  readonly permission: Permission
  readonly registry: RouteRegistry
  readonly users: UserStore
  readonly roles: RoleStore
  readonly settings: { readonly explain: { readonly keepMinutes: number } }
}

/** Creates the endpoints that list refused requests, in groups and one by one. */
export function refusalListRoutes(parts: Parts) {
  const { refusalList, refusalRecorder, permission, registry, users, roles, settings } = parts
  const { keepMinutes } = settings.explain
  /** Stores what this node has not stored yet. If the database fails, the next query fails too. */
  const flush = () => refusalRecorder.flush().catch(() => {})

  /** Returns the filter of a query, within what the operator may see. */
  function filterOf(
    { reason, roleKey, method, route, userId, ...times }: FilterQuery,
    identity: Identity,
    scope: UserScope,
  ) {
    const wanted = numberOf(userId)
    const seesOthers = maySeeUsers(permission, identity)
    if (!seesOthers && wanted !== undefined && wanted !== identity.userId)
      throw new Refusal('permission-denied', {}, { needed: LIST_USERS })
    return {
      reason: reason || undefined,
      roleKey: roleKey === NO_ROLE ? '' : roleKey || undefined,
      method: method || undefined,
      pattern: route || undefined,
      userId: wanted,
      ...parseTimeRange(times),
      scope: seesOthers ? scope : onlyUser(identity.userId),
    } satisfies RefusalListFilter
  }

  return {
    groups: endpoint({
      operationId: 'listRefusalGroups',
      summary: 'List refused requests in groups',
      description: `Requests with the same reason, role, method and route form a group. The group with the newest request comes first, unless \`orderBy\` is sent. ${VISIBILITY}`,
      response: groupPageSchema,
      refusals: ['permission-denied'],
      query: querySchema({ ...filterQuery, ...orderQuery(GROUP_ORDERS) }),
      async handler({ query, identity, scope }) {
        const filter = filterOf(query, identity, scope)
        await flush()
        const { orderBy: by = 'refusedAt', order = query.orderBy ? 'asc' : 'desc' } = query
        const page = await refusalList.groups(filter, { by, descending: order === 'desc' }, pageOf(query))
        const { routes, ...facets } = await refusalList.facets(filter)
        const described = await describeGroups(page, (subject, call) =>
          checkAccess(subject, call, {
            users,
            roles,
            findRoute: ({ method, path }) => registry.find(method, path),
            explain: (roleKey, { path, method }) => permission.explain({ roleKey }, path, method),
          }),
        )
        return {
          ...pageResponse(described),
          keepMinutes,
          facets: {
            ...facets,
            roles: facets.roles.map(({ value, count }) => ({ value: value || NO_ROLE, count })),
            routes: routes.map(({ pattern, ...one }) => ({ ...one, route: pattern })),
          },
        }
      },
    }),

    requests: endpoint({
      operationId: 'listRefusedRequests',
      summary: 'List refused requests',
      description: `The newest first. \`GET /api/v1/refusal\` explains one. ${VISIBILITY}`,
      response: pageSchema('RefusedRequestPage', requestSchema),
      refusals: ['permission-denied'],
      query: querySchema(filterQuery),
      async handler({ query, identity, scope }) {
        const filter = filterOf(query, identity, scope)
        await flush()
        const page = await refusalList.page(filter, pageOf(query))
        return pageResponse({ ...page, list: page.list.map(requestOf) })
      },
    }),
  }
}

function requestOf({ requestId, refusedAt, reason, code, method, path, address, user }: StoredRefusal) {
  return {
    requestId,
    refusedAt: new Date(refusedAt).toISOString(),
    reason,
    code,
    method,
    path,
    address,
    ...(user ? { user: { userId: user.userId, username: user.username }, roleKey: user.roleKey } : {}),
  }
}
