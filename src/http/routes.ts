import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { captchaRoute } from '../captcha/captcha.routes.ts'
import type { Captcha } from '../captcha/captcha.ts'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { clusterRoute } from '../cluster/cluster.routes.ts'
import type { NodeStore } from '../cluster/node.store.ts'
import { loginRoute } from '../login/login.routes.ts'
import type { Login } from '../login/login.ts'
import { logoutRoute } from '../login/logout.routes.ts'
import { loginLogRoutes } from '../login-log/login-log.routes.ts'
import type { LoginLogStore } from '../login-log/login-log.store.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import { menuRoute } from '../permission/menu.routes.ts'
import { permissionRoutes } from '../permission/permission.routes.ts'
import type { Permission } from '../permission/permission.ts'
import type { PolicyStore } from '../permission/policy.store.ts'
import { roleRoutes } from '../role/role.routes.ts'
import type { RoleStore } from '../role/role.store.ts'
import type { Sessions } from '../session/session.ts'
import type { Settings } from '../settings/declarations.ts'
import type { Behaviour } from '../settings/mode.ts'
import { profileRoutes } from '../user/profile.routes.ts'
import { userRoutes } from '../user/user.routes.ts'
import type { UserStore } from '../user/user.store.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Checks, RouteRegister } from './route-register.ts'
import { appConfigRoute, type Health, healthRoute } from './service.routes.ts'

export const PREFIX = '/api/v1'

export interface RouteParts {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly register: RouteRegister
  readonly rateLimit: RateLimit
  readonly loginRateLimit: RateLimit
  readonly captcha: Captcha
  readonly login: Login
  readonly sessions: Sessions
  readonly loginLog: LoginLog
  readonly loginLogStore: LoginLogStore
  readonly exclusionList: ExclusionList
  readonly permission: Permission
  readonly policyStore: PolicyStore
  readonly users: UserStore
  readonly roles: RoleStore
  readonly changes: ChangeStore
  readonly nodes: NodeStore
  readonly health: () => Health
  readonly now: () => number
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly checks: Checks
  readonly options: RouteShorthandOptionsWithHandler
  /** Counted before anything else is done for a request. */
  readonly limits: readonly RateLimit[]
}

/** Every route of the service and which checks it passes, on one screen. */
export function routesOf(parts: RouteParts): Route[] {
  const { settings, behaviour, register, permission, rateLimit, loginRateLimit } = parts
  const profile = profileRoutes(parts)
  const users = userRoutes(parts.users)
  const roles = roleRoutes(parts.roles)
  const loginLog = loginLogRoutes(parts.loginLogStore, parts.loginLog)
  const listing = permissionRoutes(parts.exclusionList, register)
  const captcha = captchaRoute(parts.captcha)
  const usual = [rateLimit]
  const strict = [rateLimit, loginRateLimit]
  // Login counts by itself, once the body is read: an attempt that is one too many is logged with its username.
  const login = loginRoute({ ...parts, captchaRequired: behaviour.captchaRequired, rateLimits: strict })

  return [
    route('POST', '/login', 'none', login, []),
    route('GET', '/getCaptcha', 'none', captcha, strict),
    route('GET', '/captcha', 'none', captcha, strict),
    route('GET', '/health', 'none', healthRoute(parts.health), usual),
    route('GET', '/app-config', 'none', appConfigRoute(settings.application.name, behaviour), usual),

    route('GET', '/getinfo', 'identity', profile.getinfo, usual),
    route('GET', '/menurole', 'identity', menuRoute(settings.menus, permission), usual),

    route('POST', '/logout', 'both', logoutRoute(parts), usual),
    route('GET', '/user/profile', 'both', profile.profile, usual),
    route('GET', '/sys-user', 'both', users.list, usual),
    route('GET', '/sys-user/:id', 'both', users.one, usual),
    route('GET', '/role', 'both', roles.list, usual),
    route('GET', '/role/:id', 'both', roles.one, usual),
    route('GET', '/sys-login-log', 'both', loginLog.list, usual),
    route('GET', '/sys-login-log/:id', 'both', loginLog.one, usual),
    route('GET', '/exclusion', 'both', listing.exclusion, usual),
    route('GET', '/route', 'both', listing.route, usual),
    route('GET', '/cluster', 'both', clusterRoute(parts), usual),
  ]
}

function route(
  method: Route['method'],
  path: string,
  checks: Checks,
  options: RouteShorthandOptionsWithHandler,
  limits: readonly RateLimit[],
): Route {
  return { method, path: `${PREFIX}${path}`, checks, options, limits }
}
