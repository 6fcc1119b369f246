import type { Health } from '../core/check/http/health.ts'
import type { Route } from '../core/check/http/route.ts'
import { countLogins } from '../core/login/counted-login.ts'
import { createRoleAuthority } from '../core/operations/role-authority.ts'
import { createMyPassword } from '../core/password/my-password.ts'
import { engineOf } from '../platform/database/engines.ts'
import { createSharedRateLimit } from '../platform/http/call/rate-limit.ts'
import type { CheckParts } from './check-parts.ts'
import type { Core } from './core.ts'
import type { CoreRouteParts } from './core-route-parts.ts'
import { addRouteParts, createLoginBodies } from './features.ts'
import type { LoginParts } from './login-parts.ts'
import type { ObservabilityParts } from './observability-parts.ts'
import { routesOf } from './routes.ts'

interface RouteTableParts {
  readonly core: Core
  readonly loginParts: LoginParts
  readonly observability: ObservabilityParts
  readonly checks: CheckParts
  readonly health: () => Health
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
}

/** Returns the routes of the service, with what only they need. */
export async function createRouteTable(parts: RouteTableParts) {
  const { core, loginParts, observability, checks } = parts
  const { storage, administration } = core
  const all = await addRouteParts({
    ...storage,
    ...administration,
    ...observability,
    ...loginParts,
    ...checks,
    ...createCoreRouteParts(parts),
  })
  return { routes: routesOf(all), beforeClose: all.beforeClose }
}

function createCoreRouteParts(parts: RouteTableParts): CoreRouteParts {
  const { core, loginParts, observability, checks, health, documentedRoutes } = parts
  const { settings, behaviour, exclusionList, storage, administration } = core
  const { metrics } = observability
  const { login, throttle } = loginParts
  const loginRateLimit = createSharedRateLimit({
    store: loginParts.shortLived,
    name: 'login',
    windowSeconds: 60,
    perAddress: settings.rateLimit.loginPerAddress,
  })
  return {
    myPassword: createMyPassword({
      users: storage.users,
      operations: administration.operations,
      hashes: core.hashes,
      passwordRules: core.passwordRules,
      throttle,
    }),
    roleAuthorityOf: createRoleAuthority({
      database: storage.database,
      exclusionList,
      departments: storage.departmentsInForce,
      roles: storage.rolesInForce,
      policy: storage.policy,
      revocations: storage.revocations.current,
    }),
    limits: { usual: [checks.rateLimit], strict: [checks.rateLimit, loginRateLimit] },
    login: metrics ? countLogins(login, metrics) : login,
    loginBodies: createLoginBodies(behaviour.captchaMethods),
    appMethods: loginParts.appMethods,
    offeredLogins: loginParts.offeredLogins,
    beforeClose: [],
    databaseNow: storage.databaseClock.now,
    changeVersion: () => storage.changeFeed.version,
    health,
    readDatabaseServer: () => engineOf(storage.database).readServer(storage.database),
    documentedRoutes,
  }
}
