import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { mySecondFactorRoutes } from './my-second-factor-endpoints.ts'
import { resetSecondFactorRoute } from './reset-second-factor-endpoint.ts'
import { roleSecondFactorRoute } from './role-second-factors-endpoint.ts'
import { createSecondFactorStore } from './second-factor.store.ts'
import { createSecondFactorLogin } from './second-factor-parts.ts'
import { createSecondFactorAdministration } from './second-factors.ts'

type RouteParts = RouteLimits &
  Parameters<typeof mySecondFactorRoutes>[0] &
  Parameters<typeof resetSecondFactorRoute>[0] &
  Parameters<typeof roleSecondFactorRoute>[0]

export const secondFactorFeature = {
  stores: (database: RootDatabase) => ({ secondFactorStore: createSecondFactorStore(database) }),
  administration: ({ operations }: { readonly operations: Operations }) => ({
    secondFactorAdministration: createSecondFactorAdministration(operations),
  }),
  login: createSecondFactorLogin,
  routes(parts: RouteParts): Route[] {
    const { usual, strict } = parts.limits
    const own = mySecondFactorRoutes(parts)
    return [
      route('POST', '/user/second-factor', 'identity', own.begin, strict),
      route('POST', '/user/second-factor/confirm', 'identity', own.confirm, strict),
      route('POST', '/user/second-factor/recovery-codes', 'identity', own.recoveryCodes, strict),
      route('DELETE', '/user/second-factor', 'identity', own.remove, strict),
      route('DELETE', '/sys-user/:id/second-factor', 'scoped', resetSecondFactorRoute(parts), usual),
      route('GET', '/role/:id/second-factor', 'scoped', roleSecondFactorRoute(parts), usual),
    ]
  },
}
