import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { createAccessRequestStore } from './access-request.store.ts'
import { createAccessRequestAdministration } from './access-requests.ts'
import { accessRequestRoutes } from './access-requests-endpoints.ts'
import { myAccessRequestRoutes } from './my-access-requests.ts'

const KEPT_DAYS = 90

interface AdministrationParts {
  readonly operations: Operations
  readonly userAdministration: UserAdministration
  readonly settings: { readonly administration: { readonly requests: readonly string[] } }
}

type RouteParts = RouteLimits &
  Parameters<typeof accessRequestRoutes>[0] &
  Parameters<typeof myAccessRequestRoutes>[0]

export const accessRequestsFeature = {
  stores: (database: RootDatabase) => ({ accessRequests: createAccessRequestStore(database) }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number) =>
    createAccessRequestStore(database).deleteExpired(daysAgo(KEPT_DAYS)),
  administration: ({ operations, userAdministration, settings }: AdministrationParts) => ({
    accessRequestAdministration: createAccessRequestAdministration({
      operations,
      userAdministration,
      requestableRoles: settings.administration.requests,
    }),
  }),
  loginPageFields: ({ settings }: Pick<AdministrationParts, 'settings'>) => ({
    accessRequests: settings.administration.requests.length > 0,
  }),
  routes(parts: RouteParts): Route[] {
    const { usual, strict } = parts.limits
    const own = myAccessRequestRoutes(parts)
    const request = accessRequestRoutes(parts)
    return [
      route('GET', '/user/access-request', 'identity', own.list, usual),
      route('POST', '/user/access-request', 'identity', own.ask, strict),
      route('DELETE', '/user/access-request/:id', 'identity', own.withdraw, usual),
      route('GET', '/access-request', 'scoped', compressed(request.list), usual),
      route('PUT', '/access-request/:id', 'scoped', request.decide, usual),
    ]
  },
}
