import { auditLogRoutes } from '../core/audit-log/audit-log-endpoints.ts'
import { type Health, healthRoute } from '../core/check/http/health.ts'
import { livenessRoute, readinessRoute } from '../core/check/http/probes.ts'
import { type Route, route } from '../core/check/http/route.ts'
import { dataScopeCheckRoute } from '../core/data-scope/data-scope-check.ts'
import { dataScopeRoute } from '../core/data-scope/data-scope-endpoints.ts'
import { departmentRoutes } from '../core/department/departments-endpoints.ts'
import { captchaRoute } from '../core/login/captcha/captcha-endpoints.ts'
import { loginRoute } from '../core/login/endpoints/login.ts'
import { logoutRoute } from '../core/login/endpoints/logout.ts'
import { throttleRoutes } from '../core/login/throttles-endpoints.ts'
import { loginLogRoutes } from '../core/login-log/login-log-endpoints.ts'
import { myPasswordRoute } from '../core/password/my-password-endpoints.ts'
import { permissionRoutes } from '../core/permission/permission-endpoints.ts'
import { policyRoutes } from '../core/permission/rules/policy-endpoints.ts'
import { roleRoutes } from '../core/role/roles-endpoints.ts'
import { mySessionRoutes } from '../core/session/my-sessions.ts'
import { sessionRoutes } from '../core/session/sessions-endpoints.ts'
import { jwksRoute } from '../core/token/keys/jwks.ts'
import { profileRoutes } from '../core/user/profile.ts'
import { userRoutes } from '../core/user/users-endpoints.ts'
import { compressed } from '../platform/http/responses/compressed.ts'
import { createTokenCookie } from '../platform/http/responses/cookies.ts'
import { appConfigRoute } from './app-config.ts'
import { adaptRoutes, createFeatureRoutes, createLoginPageFields, type RouteParts } from './features.ts'

/** Returns all routes of the service with their checks. */
export function routesOf(parts: RouteParts): readonly Route[] {
  return adaptRoutes([...coreRoutes(parts), ...createFeatureRoutes(parts)], parts)
}

function coreRoutes(parts: RouteParts): Route[] {
  const { settings, behaviour, limits } = parts
  const { usual, strict } = limits
  const profile = profileRoutes(parts)
  const users = userRoutes(parts)
  const mySessions = mySessionRoutes(parts)
  const roles = roleRoutes(parts)
  const departments = departmentRoutes(parts)
  const policy = policyRoutes(parts)
  const throttle = throttleRoutes(parts)
  const session = sessionRoutes(parts)
  const loginLog = loginLogRoutes(parts)
  const auditLog = auditLogRoutes(parts)
  const listing = permissionRoutes(parts)
  const { captchaMethods, tokenLifetimeSeconds: lifetimeSeconds } = behaviour
  const cookie = createTokenCookie({ enabled: settings.jwt.cookie, lifetimeSeconds })
  // Login counts after the body is read, so that a refused attempt is logged with its username.
  const login = loginRoute({
    login: parts.login,
    loginBodies: parts.loginBodies,
    captchaMethods,
    appMethods: parts.appMethods,
    rateLimits: strict,
    cookie,
  })

  return [
    route('POST', '/login', 'none', login, []),
    route('GET', '/getCaptcha', 'none', captchaRoute(parts.captcha), strict),
    route('GET', '/captcha', 'none', captchaRoute(parts.captcha, 'getCaptchaAlias'), strict),
    route('GET', '/health', 'none', healthRoute(parts.health), usual),
    route('GET', '/app-config', 'none', appConfigRoute(parts, createLoginPageFields(parts)), usual),
    route('GET', '/jwks.json', 'none', jwksRoute(parts.keys.current), usual),
    route('GET', '/getinfo', 'identity', profile.getinfo, usual),
    route('PUT', '/user/profile', 'identity', profile.changeProfile, usual),
    route('PUT', '/user/pwd/set', 'identity', myPasswordRoute(parts.myPassword), strict),
    route('GET', '/user/session', 'identity', mySessions.list, usual),
    route('DELETE', '/user/session', 'identity', mySessions.endOthers, usual),
    route('DELETE', '/user/session/:id', 'identity', mySessions.end, usual),
    route('GET', '/data-scope', 'identity', dataScopeRoute(parts), usual),
    route('POST', '/permission/check', 'identity', listing.check, usual),
    route('POST', '/logout', 'unscoped', logoutRoute(parts, cookie), usual),
    route('GET', '/user/profile', 'unscoped', profile.profile, usual),
    route('GET', '/sys-user', 'scoped', compressed(users.list), usual),
    route('POST', '/sys-user', 'scoped', users.add, usual),
    route('DELETE', '/sys-user', 'scoped', users.removeMany, usual),
    route('PUT', '/sys-user/status', 'scoped', users.statusOfMany, usual),
    route('PUT', '/sys-user/role', 'scoped', users.roleOfMany, usual),
    route('GET', '/sys-user/:id', 'scoped', users.one, usual),
    route('PUT', '/sys-user/:id', 'scoped', users.change, usual),
    route('DELETE', '/sys-user/:id', 'scoped', users.remove, usual),
    route('PUT', '/sys-user/:id/password', 'scoped', users.password, usual),
    route('PUT', '/sys-user/:id/status', 'scoped', users.status, usual),
    route('GET', '/role', 'scoped', compressed(roles.list), usual),
    route('POST', '/role', 'all-only', roles.add, usual),
    route('DELETE', '/role', 'all-only', roles.removeMany, usual),
    route('GET', '/role/:id', 'scoped', roles.one, usual),
    route('GET', '/role/:id/sessions', 'scoped', roles.countSessions, usual),
    route('POST', '/role/:id/copy', 'all-only', roles.copy, usual),
    route('PUT', '/role/:id', 'all-only', roles.change, usual),
    route('DELETE', '/role/:id', 'all-only', roles.remove, usual),
    route('GET', '/dept', 'scoped', compressed(departments.list), usual),
    route('POST', '/dept', 'scoped', departments.add, usual),
    route('DELETE', '/dept', 'scoped', departments.removeMany, usual),
    route('GET', '/dept/:id', 'scoped', departments.one, usual),
    route('PUT', '/dept/:id', 'scoped', departments.change, usual),
    route('DELETE', '/dept/:id', 'scoped', departments.remove, usual),
    route('GET', '/deptTree', 'scoped', compressed(departments.tree), usual),
    route('GET', '/data-scope/explain', 'scoped', dataScopeCheckRoute(parts), usual),
    route('GET', '/policy', 'all-only', compressed(policy.list), usual),
    route('POST', '/policy', 'all-only', policy.add, usual),
    route('DELETE', '/policy', 'all-only', policy.remove, usual),
    route('POST', '/policy/change', 'all-only', policy.change, usual),
    route('POST', '/policy/import', 'all-only', policy.import, usual),
    route('GET', '/policy/export', 'all-only', policy.export, usual),
    route('GET', '/session', 'scoped', compressed(session.list), usual),
    route('DELETE', '/session', 'scoped', session.endMany, usual),
    route('DELETE', '/session/:id', 'scoped', session.end, usual),
    route('GET', '/throttle', 'all-only', throttle.list, usual),
    route('DELETE', '/throttle', 'all-only', throttle.releaseMany, usual),
    route('DELETE', '/throttle/:id', 'all-only', throttle.release, usual),
    route('GET', '/sys-login-log', 'scoped', compressed(loginLog.list), usual),
    route('DELETE', '/sys-login-log', 'all-only', loginLog.removeMany, usual),
    route('GET', '/sys-login-log/export', 'scoped', loginLog.export, usual),
    route('GET', '/sys-login-log/:id', 'scoped', loginLog.one, usual),
    route('DELETE', '/sys-login-log/:id', 'all-only', loginLog.remove, usual),
    route('GET', '/audit-log', 'scoped', compressed(auditLog.list), usual),
    route('GET', '/audit-log/export', 'scoped', auditLog.export, usual),
    route('GET', '/audit-log/:id', 'scoped', auditLog.one, usual),
    route('GET', '/exclusion', 'unscoped', listing.exclusion, usual),
    route('GET', '/route', 'unscoped', compressed(listing.route), usual),
  ]
}

/**
 * Returns the routes outside the prefix, for orchestrators. They have no rate limit: a flood of requests must not make an
 * orchestrator restart the service.
 */
export function probeRoutesOf(health: () => Health, isClosing: () => boolean): Route[] {
  return [
    { method: 'GET', path: '/livez', checks: 'none', options: livenessRoute, limits: [] },
    {
      method: 'GET',
      path: '/readyz',
      checks: 'none',
      options: readinessRoute(health, isClosing),
      limits: [],
    },
  ]
}
