import { auditLogRoutes } from '../core/audit-log/audit-log-endpoints.ts'
import { type Health, healthRoute } from '../core/check/http/health.ts'
import { livenessRoute, readinessRoute } from '../core/check/http/probes.ts'
import { PREFIX, type Route } from '../core/check/http/route.ts'
import type { DataAccess } from '../core/check/http/scope-step.ts'
import { dataScopeCheckRoute } from '../core/data-scope/data-scope-check.ts'
import { dataScopeRoute } from '../core/data-scope/data-scope-endpoints.ts'
import { departmentRoutes } from '../core/department/departments-endpoints.ts'
import { captchaRoute } from '../core/login/captcha/captcha-endpoints.ts'
import { loginRoute } from '../core/login/endpoints/login.ts'
import { logoutRoute } from '../core/login/endpoints/logout.ts'
import { throttleRoutes } from '../core/login/throttles-endpoints.ts'
import { loginLogRoutes } from '../core/login-log/login-log-endpoints.ts'
import { ownPasswordRoute } from '../core/password/own-password-endpoints.ts'
import { permissionRoutes } from '../core/permission/permission-endpoints.ts'
import { policyRoutes } from '../core/permission/rules/policy-endpoints.ts'
import { roleRoutes } from '../core/role/roles-endpoints.ts'
import { ownSessionRoutes } from '../core/session/own-sessions.ts'
import { sessionRoutes } from '../core/session/sessions-endpoints.ts'
import { jwksRoute } from '../core/token/keys/jwks.ts'
import { profileRoutes } from '../core/user/profile.ts'
import { userRoutes } from '../core/user/users-endpoints.ts'
import { accessRequestRoutes } from '../features/approval/access-requests/access-requests-endpoints.ts'
import { ownAccessRequestRoutes } from '../features/approval/access-requests/own-access-requests.ts'
import { confirmationRoutes } from '../features/approval/four-eyes/confirmations-endpoints.ts'
import { suspensionRoutes } from '../features/approval/four-eyes/suspensions-endpoints.ts'
import { loginMethodRoutes } from '../features/login/methods-of-users/login-methods.ts'
import { loginOidcRoute } from '../features/login/oidc/login-oidc.ts'
import { loginCodeRoute } from '../features/login/one-time-codes/login-code.ts'
import { loginPasskeyRoute } from '../features/login/passkeys/login-passkey.ts'
import { passkeyRoutes } from '../features/login/passkeys/passkeys-endpoints.ts'
import { invitationRoute } from '../features/login/password-links/invitation-endpoint.ts'
import { passwordLinkRoutes } from '../features/login/password-links/password-link-endpoints.ts'
import { ownSecondFactorRoutes } from '../features/login/second-factor/own-second-factor-endpoints.ts'
import { resetSecondFactorRoute } from '../features/login/second-factor/reset-second-factor-endpoint.ts'
import { roleSecondFactorRoute } from '../features/login/second-factor/role-second-factors-endpoint.ts'
import { serviceAccountRoutes } from '../features/login/service-accounts/service-accounts-endpoints.ts'
import { eventRoutes } from '../features/monitoring/events/events-endpoints.ts'
import { logVerificationRoutes } from '../features/monitoring/log-verification/log-verification-endpoints.ts'
import { clusterRoute } from '../features/operation/cluster-state/cluster-endpoints.ts'
import { systemRoute } from '../features/operation/cluster-state/system.ts'
import { createAccessQuestion } from '../features/policy/explain/access-question.ts'
import { explainAccessRoute } from '../features/policy/explain/explain-access-endpoint.ts'
import { refusalListRoutes } from '../features/policy/explain/refusal-list.ts'
import { refusalRoute } from '../features/policy/explain/refusals.ts'
import { dataScopePreviewRoute } from '../features/policy/preview/data-scope-preview.ts'
import { policyPreviewRoute } from '../features/policy/preview/policy-preview-endpoints.ts'
import { reportRoutes } from '../features/policy/reports/reports-endpoints.ts'
import { roleRuleRoutes } from '../features/policy/reports/role-rules.ts'
import { docsPageRoutes } from '../features/web/api-docs/docs-page.ts'
import { openapiRoute } from '../features/web/api-docs/openapi-route.ts'
import { menuRoute } from '../features/web/menus/menu-endpoints.ts'
import { overviewRoute } from '../features/web/overview/overview.ts'
import type { RateLimit } from '../platform/http/call/rate-limit.ts'
import type { DocumentedRoute } from '../platform/http/endpoint/documentation.ts'
import { compressed } from '../platform/http/responses/compressed.ts'
import { createTokenCookie } from '../platform/http/responses/cookies.ts'
import { appConfigRoute } from './app-config.ts'
import type { RouteParts } from './route-parts.ts'

/** Returns all routes of the service with their checks. */
export function routesOf(parts: RouteParts): Route[] {
  const { settings, behaviour, permission, rateLimit, loginRateLimit } = parts
  const profile = profileRoutes(parts)
  const users = userRoutes(parts)
  const suspension = suspensionRoutes(parts)
  const loginMethods = loginMethodRoutes(parts)
  const secondFactor = ownSecondFactorRoutes(parts)
  const passkeys = passkeyRoutes(parts)
  const passwordLink = passwordLinkRoutes(parts)
  const ownSessions = ownSessionRoutes(parts)
  const ownAccessRequests = ownAccessRequestRoutes(parts)
  const accessRequests = accessRequestRoutes(parts)
  const roles = roleRoutes(parts)
  const departments = departmentRoutes(parts)
  const serviceAccounts = serviceAccountRoutes(parts)
  const policy = policyRoutes(parts)
  const roleRules = roleRuleRoutes(parts)
  const report = reportRoutes(parts)
  const throttle = throttleRoutes(parts)
  const session = sessionRoutes(parts)
  const loginLog = loginLogRoutes(parts)
  const auditLog = auditLogRoutes(parts)
  const verify = logVerificationRoutes(parts)
  const confirmation = confirmationRoutes(parts)
  const event = eventRoutes(parts)
  const refusalList = refusalListRoutes(parts)
  const askAccess = createAccessQuestion(parts)
  const listing = permissionRoutes(parts)
  const usual = [rateLimit]
  const strict = [rateLimit, loginRateLimit]
  const { captchaMethods, tokenLifetimeSeconds: lifetimeSeconds } = behaviour
  const cookie = createTokenCookie({ enabled: settings.jwt.cookie, lifetimeSeconds })
  // Login counts after the body is read, so that a refused attempt is logged with its username.
  const login = loginRoute({
    login: parts.login,
    captchaMethods,
    appMethods: parts.appMethods,
    rateLimits: strict,
    cookie,
  })

  return [
    route('POST', '/login', 'none', login, []),
    route('POST', '/login/code', 'none', loginCodeRoute(parts), strict),
    route('GET', '/login/oidc/:provider', 'none', loginOidcRoute(parts), strict),
    route('POST', '/login/passkey', 'none', loginPasskeyRoute(parts), strict),
    route('POST', '/forgotten-password', 'none', passwordLink.request, strict),
    route('POST', '/password-link', 'none', passwordLink.set, strict),
    route('GET', '/getCaptcha', 'none', captchaRoute(parts.captcha), strict),
    route('GET', '/captcha', 'none', captchaRoute(parts.captcha, 'getCaptchaAlias'), strict),
    route('GET', '/health', 'none', healthRoute(parts.health), usual),
    route('GET', '/app-config', 'none', appConfigRoute(parts), usual),
    route('GET', '/jwks.json', 'none', jwksRoute(parts.keys.current), usual),

    route('GET', '/getinfo', 'identity', profile.getinfo, usual),
    route('PUT', '/user/profile', 'identity', profile.changeProfile, usual),
    route('PUT', '/user/pwd/set', 'identity', ownPasswordRoute(parts.ownPassword), strict),
    route('GET', '/user/login-methods', 'identity', loginMethods.own, usual),
    route('POST', '/user/second-factor', 'identity', secondFactor.begin, strict),
    route('POST', '/user/second-factor/confirm', 'identity', secondFactor.confirm, strict),
    route('POST', '/user/second-factor/recovery-codes', 'identity', secondFactor.recoveryCodes, strict),
    route('DELETE', '/user/second-factor', 'identity', secondFactor.remove, strict),
    route('POST', '/user/passkey/options', 'identity', passkeys.start, strict),
    route('POST', '/user/passkey', 'identity', passkeys.add, strict),
    route('PUT', '/user/passkey/:id', 'identity', passkeys.rename, strict),
    route('DELETE', '/user/passkey/:id', 'identity', passkeys.remove, strict),
    route('GET', '/user/session', 'identity', ownSessions.list, usual),
    route('DELETE', '/user/session', 'identity', ownSessions.endOthers, usual),
    route('DELETE', '/user/session/:id', 'identity', ownSessions.end, usual),
    route('GET', '/user/service-account', 'identity', serviceAccounts.waiting, usual),
    route('POST', '/user/service-account/:id/accept', 'identity', serviceAccounts.accept, usual),
    route('GET', '/user/access-request', 'identity', ownAccessRequests.list, usual),
    route('POST', '/user/access-request', 'identity', ownAccessRequests.ask, strict),
    route('DELETE', '/user/access-request/:id', 'identity', ownAccessRequests.withdraw, usual),
    route('GET', '/user/confirmation', 'identity', confirmation.own, usual),
    route('DELETE', '/user/confirmation/:id', 'identity', confirmation.withdraw, usual),
    route('GET', '/menurole', 'identity', menuRoute(settings.menus, permission), usual),
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
    route('POST', '/sys-user/:id/invitation', 'scoped', invitationRoute(parts), usual),
    route('DELETE', '/sys-user/:id/second-factor', 'scoped', resetSecondFactorRoute(parts), usual),
    route('PUT', '/sys-user/:id/status', 'scoped', users.status, usual),
    route('POST', '/sys-user/:id/suspension', 'scoped', suspension.suspend, usual),
    route('PUT', '/sys-user/:id/suspension', 'scoped', suspension.decide, usual),
    route('GET', '/sys-user/:id/login-methods', 'scoped', loginMethods.ofUser, usual),
    route('POST', '/sys-user/:id/link', 'scoped', loginMethods.link, usual),
    route('DELETE', '/sys-user/:id/link/:linkId', 'scoped', loginMethods.unlink, usual),
    route('DELETE', '/sys-user/:id/passkey/:passkeyId', 'scoped', passkeys.removeOfUser, usual),
    route('GET', '/service-account', 'scoped', compressed(serviceAccounts.list), usual),
    route('POST', '/service-account', 'scoped', serviceAccounts.add, usual),
    route('GET', '/service-account/:id', 'scoped', serviceAccounts.one, usual),
    route('PUT', '/service-account/:id', 'scoped', serviceAccounts.change, usual),
    route('POST', '/service-account/:id/secret', 'scoped', serviceAccounts.addSecret, usual),
    route('DELETE', '/service-account/:id/secret/:secretId', 'scoped', serviceAccounts.removeSecret, usual),
    route('POST', '/service-account/:id/key', 'scoped', serviceAccounts.addKey, usual),
    route('DELETE', '/service-account/:id/key/:keyId', 'scoped', serviceAccounts.removeKey, usual),
    route('GET', '/access-request', 'scoped', compressed(accessRequests.list), usual),
    route('PUT', '/access-request/:id', 'scoped', accessRequests.decide, usual),
    route('GET', '/role', 'scoped', compressed(roles.list), usual),
    route('POST', '/role', 'all-only', roles.add, usual),
    route('DELETE', '/role', 'all-only', roles.removeMany, usual),
    route('GET', '/role/:id', 'scoped', roles.one, usual),
    route('GET', '/role/:id/sessions', 'scoped', roles.countSessions, usual),
    route('GET', '/role/:id/second-factor', 'scoped', roleSecondFactorRoute(parts), usual),
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
    route('POST', '/data-scope/preview', 'scoped', dataScopePreviewRoute(parts), usual),
    route('GET', '/policy', 'all-only', compressed(policy.list), usual),
    route('POST', '/policy', 'all-only', policy.add, usual),
    route('DELETE', '/policy', 'all-only', policy.remove, usual),
    route('POST', '/policy/change', 'all-only', policy.change, usual),
    route('POST', '/policy/preview', 'all-only', policyPreviewRoute(parts), usual),
    route('GET', '/policy/explain', 'scoped', explainAccessRoute(parts, askAccess), usual),
    route('GET', '/policy/usage', 'all-only', compressed(roleRules.usage), usual),
    route('GET', '/policy/compare', 'all-only', compressed(roleRules.compare), usual),
    route('GET', '/refusal', 'scoped', refusalRoute(parts, askAccess), usual),
    route('GET', '/refusal/group', 'scoped', compressed(refusalList.groups), usual),
    route('GET', '/refusal/request', 'scoped', compressed(refusalList.requests), usual),
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
    route('GET', '/sys-login-log/verify', 'all-only', verify.loginLog, usual),
    route('GET', '/sys-login-log/:id', 'scoped', loginLog.one, usual),
    route('DELETE', '/sys-login-log/:id', 'all-only', loginLog.remove, usual),
    route('GET', '/audit-log', 'scoped', compressed(auditLog.list), usual),
    route('GET', '/audit-log/export', 'scoped', auditLog.export, usual),
    route('GET', '/audit-log/verify', 'all-only', verify.auditLog, usual),
    route('GET', '/audit-log/:id', 'scoped', auditLog.one, usual),
    route('GET', '/confirmation', 'all-only', compressed(confirmation.list), usual),
    route('PUT', '/confirmation/:id', 'all-only', confirmation.decide, usual),
    route('GET', '/report/unused-rules', 'all-only', compressed(report.unusedRules), usual),
    route('POST', '/report/unused-rules/clean-up', 'all-only', report.removeUnusedRules, usual),
    route('GET', '/report/covered-rules', 'all-only', compressed(report.coveredRules), usual),
    route('POST', '/report/covered-rules/clean-up', 'all-only', report.removeCoveredRules, usual),
    route('GET', '/report/same-rights', 'all-only', compressed(report.sameRights), usual),
    route('POST', '/report/same-rights/clean-up', 'all-only', report.mergeRoles, usual),
    route('GET', '/report/unused-roles', 'all-only', compressed(report.unusedRoles), usual),
    route('POST', '/report/unused-roles/clean-up', 'all-only', report.deleteUnusedRoles, usual),
    route('GET', '/report/idle-users', 'scoped', compressed(report.idleUsers), usual),
    route('POST', '/report/idle-users/clean-up', 'scoped', report.disableIdleUsers, usual),
    route('GET', '/report/empty-scopes', 'all-only', compressed(report.emptyScopes), usual),
    route('GET', '/event', 'all-only', compressed(event.list), usual),
    route('GET', '/event/stream', 'all-only', event.stream, usual),
    route('GET', '/overview', 'scoped', overviewRoute(parts), usual),
    route('GET', '/exclusion', 'unscoped', listing.exclusion, usual),
    route('GET', '/route', 'unscoped', compressed(listing.route), usual),
    route('GET', '/cluster', 'all-only', clusterRoute(parts), usual),
    route('GET', '/system', 'all-only', systemRoute(parts), usual),

    ...(behaviour.apiDocsServed ? apiDocsRoutes(parts) : []),
  ]
}

/** Returns the routes that describe the service. */
function apiDocsRoutes({ documentedRoutes, rateLimit }: RouteParts): Route[] {
  const docs = docsPageRoutes()
  const usual = [rateLimit]
  return [
    route('GET', '/openapi.json', 'none', openapiRoute(documentedRoutes), usual),
    route('GET', '/docs', 'none', docs.page, usual),
    route('GET', '/docs/swagger-ui.css', 'none', docs.styles, usual),
    route('GET', '/docs/swagger-ui.js', 'none', docs.script, usual),
    route('GET', '/docs/start.js', 'none', docs.startScript, usual),
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

/** Every route with the permission check says whose data it concerns. */
function route(
  method: Route['method'],
  path: string,
  access: 'none' | 'identity' | DataAccess,
  options: DocumentedRoute,
  limits: readonly RateLimit[],
): Route {
  const checks: Pick<Route, 'checks' | 'data'> =
    access === 'none' || access === 'identity' ? { checks: access } : { checks: 'both', data: access }
  return { method, path: `${PREFIX}${path}`, ...checks, options, limits }
}
