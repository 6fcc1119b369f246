import { formats } from '../../platform/http/endpoint/formats.ts'
import { idsBody, pageOf, pageQuery, pageResponse } from '../../platform/http/endpoint/page-query.ts'
import { querySchema, strictBodySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { count, objectSchema, pageSchema, text, time } from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import type { RoleStore } from '../role/role.store.ts'
import { usernameKey } from '../user/name/username.ts'
import type { UserStore } from '../user/user.store.ts'
import type { BlockedLoginStore } from './blocked-login.store.ts'
import type { ThrottleAdministration } from './throttles.ts'

const throttleSchema = objectSchema('Throttle', {
  id: formats['throttle-id'].schema,
  kind: { enum: ['account', 'network'], description: 'A username in a network, or a whole network.' },
  username: { ...text, description: 'As it was sent. Empty if the whole network has to wait.' },
  network: text,
  failures: count,
  lastFailure: time,
  blockedUntil: time,
})

const REFUSALS = ['not-found', 'admin-only', 'own-role', 'beyond-own-role'] as const

const id = { type: 'string', format: 'throttle-id' } as const

interface Parts {
  readonly blockedLogins: BlockedLoginStore
  readonly throttleAdministration: ThrottleAdministration
  readonly users: UserStore
  readonly roles: RoleStore
  readonly now: () => number
}

/** Creates the endpoints for logins that have to wait after too many failures. */
export function throttleRoutes({ blockedLogins, throttleAdministration, users, roles, now }: Parts) {
  /** Returns the blocked usernames that belong to users with a role. */
  async function namesWithRole(roleKey: string): Promise<string[]> {
    const role = await roles.findByKey(roleKey)
    if (!role) return []
    const names = await blockedLogins.names(now())
    const holders = await users.holdersOf(names)
    const withRole = new Set<string>()
    for (const [key, { id }] of holders) {
      if ((await users.find(id))?.roleId === role.roleId) withRole.add(key)
    }
    return names.filter((name) => withRole.has(usernameKey(name)))
  }

  return {
    list: endpoint({
      operationId: 'listThrottles',
      summary: 'List logins that have to wait',
      description: 'The longest wait first.',
      response: pageSchema('ThrottlePage', throttleSchema),
      query: querySchema({
        ...pageQuery,
        roleKey: {
          type: 'string',
          maxLength: 64,
          description: 'Only usernames of users with this role, such as `admin`.',
        },
      }),
      async handler({ query }) {
        const names = query.roleKey ? await namesWithRole(query.roleKey) : undefined
        return pageResponse(await blockedLogins.page(pageOf(query), now(), names))
      },
    }),

    release: endpoint({
      operationId: 'releaseThrottle',
      summary: 'Release a login',
      description: 'The failures no longer count.',
      refusals: REFUSALS,
      params: { type: 'object', required: ['id'], properties: { id } } as const,
      async handler({ params, operator }) {
        await throttleAdministration.release(operator, [params.id])
      },
    }),

    releaseMany: endpoint({
      operationId: 'releaseThrottles',
      summary: 'Release logins',
      description: 'All or none.',
      response: objectSchema('ReleasedThrottles', { released: count }),
      refusals: REFUSALS,
      body: strictBodySchema('ThrottleIds', ['ids'], { ids: { ...idsBody.properties.ids, items: id } }),
      async handler({ body, operator }) {
        return withoutVersion(await throttleAdministration.release(operator, body.ids))
      },
    }),
  }
}
