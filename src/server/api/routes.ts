import type { RoleStore } from '../../accounts/role/role.store.ts'
import type { UserStore } from '../../accounts/user/user.store.ts'
import type { UserLinkStore } from '../../accounts/user/user-link.store.ts'
import type { UserListStore } from '../../accounts/user/user-list.store.ts'
import type { Administration } from '../../administration/administration.ts'
import type { OwnPasskeys } from '../../administration/own/own-passkeys.ts'
import type { OwnPassword } from '../../administration/own/own-password.ts'
import type { OwnSecondFactor } from '../../administration/own/own-second-factor.ts'
import type { PreviewPolicy } from '../../administration/preview/policy-preview.ts'
import type { Captcha } from '../../authentication/captcha/captcha.ts'
import type { LoginCodes } from '../../authentication/code/login-codes.ts'
import type { BlockedLoginStore } from '../../authentication/login/blocked-login.store.ts'
import type { Login } from '../../authentication/login/login.ts'
import type { OidcLogin } from '../../authentication/oidc/oidc-login.ts'
import type { PasskeyStore } from '../../authentication/passkey/passkey.store.ts'
import type { PasskeyLogin } from '../../authentication/passkey/passkey-login.ts'
import type { SecondFactors } from '../../authentication/second-factor/second-factor.ts'
import type { SessionStore } from '../../authentication/session/session.store.ts'
import type { Sessions } from '../../authentication/session/session.ts'
import type { UserActivityStore } from '../../authentication/session/user-activity.store.ts'
import type { KeySet } from '../../authentication/token/key-schedule.ts'
import type { RefusalStore } from '../../authorization/explain/refusal.store.ts'
import type { RefusalRecorder } from '../../authorization/explain/refusal-recorder.ts'
import type { RateLimit } from '../../authorization/guard/rate-limit.ts'
import type { Checks, RouteRegistry } from '../../authorization/guard/route-registry.ts'
import type { ExclusionList } from '../../authorization/permission/exclusion-list.ts'
import type { Permission } from '../../authorization/permission/permission.ts'
import type { PolicyStore } from '../../authorization/permission/policy.store.ts'
import type { Reports } from '../../authorization/reports/reports.ts'
import type { ChangeStore } from '../../cluster/change-feed/change.store.ts'
import type { NodeStore } from '../../cluster/nodes/node.store.ts'
import type { AuditLogStore } from '../../logs/audit-log/audit-log.store.ts'
import type { LoginLogStore } from '../../logs/login-log/login-log.store.ts'
import type { LoginLog } from '../../logs/login-log/login-log.ts'
import type { LoginLogRemovalStore } from '../../logs/login-log/login-log-removal.store.ts'
import type { LoginLogStatisticsStore } from '../../logs/login-log/login-log-statistics.store.ts'
import type { EventStore } from '../../observability/events/event.store.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Behaviour } from '../../settings/mode.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { createTokenCookie } from '../http/responses/token-cookie.ts'
import { auditLogRoutes } from './administration/audit-log.ts'
import { clusterRoute } from './administration/cluster.ts'
import type { EventStreams } from './administration/event-streams.ts'
import { eventRoutes } from './administration/events.ts'
import { loginLogRoutes } from './administration/login-log.ts'
import { overviewRoute } from './administration/overview.ts'
import { policyRoutes } from './administration/policy.ts'
import { policyPreviewRoute } from './administration/policy-preview.ts'
import { refusalRoute } from './administration/refusals.ts'
import { reportRoutes } from './administration/reports.ts'
import { roleRoutes } from './administration/roles.ts'
import { sessionRoutes } from './administration/sessions.ts'
import { throttleRoutes } from './administration/throttles.ts'
import { userRoutes } from './administration/users.ts'
import { captchaRoute } from './login/captcha.ts'
import { loginRoute } from './login/login.ts'
import { loginCodeRoute } from './login/login-code.ts'
import { loginMethodRoutes } from './login/login-methods.ts'
import { loginOidcRoute } from './login/login-oidc.ts'
import { loginPasskeyRoute } from './login/login-passkey.ts'
import { logoutRoute } from './login/logout.ts'
import { createAccessQuestion } from './own/access-question.ts'
import { menuRoute } from './own/menu.ts'
import { ownPasswordRoute } from './own/own-password.ts'
import { ownSecondFactorRoutes } from './own/own-second-factor.ts'
import { passkeyRoutes } from './own/passkeys.ts'
import { permissionRoutes } from './own/permission.ts'
import { profileRoutes } from './own/profile.ts'
import type { Route } from './route.ts'
import { docsPageRoutes } from './system/docs-page.ts'
import { appConfigRoute, type Health, healthRoute, type OfferedLogin } from './system/health.ts'
import { jwksRoute } from './system/jwks.ts'
import { openapiRoute } from './system/openapi-route.ts'
import { livenessRoute, type ReadinessOptions, readinessRoute } from './system/probes.ts'

export const PREFIX = '/api/v1'

/** The stores that the endpoints read. */
export interface RouteStores {
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userActivity: UserActivityStore
  readonly userLinks: UserLinkStore
  readonly passkeys: PasskeyStore
  readonly roles: RoleStore
  readonly policyStore: PolicyStore
  readonly reports: Reports
  readonly blockedLogins: BlockedLoginStore
  readonly sessionStore: SessionStore
  readonly loginLogStore: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly loginLogStatistics: LoginLogStatisticsStore
  readonly auditLogStore: AuditLogStore
  readonly events: EventStore
  readonly refusals: RefusalStore
  readonly changes: ChangeStore
  readonly nodes: NodeStore
}

export interface RouteParts {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly storage: RouteStores
  readonly administration: Administration
  readonly ownPassword: OwnPassword
  readonly secondFactors: SecondFactors
  readonly ownSecondFactor: OwnSecondFactor
  readonly ownPasskeys: OwnPasskeys
  readonly previewPolicy: PreviewPolicy
  readonly registry: RouteRegistry
  readonly rateLimit: RateLimit
  readonly loginRateLimit: RateLimit
  readonly captcha: Captcha
  readonly login: Login
  readonly loginCodes: LoginCodes | undefined
  readonly oidcLogin: OidcLogin | undefined
  readonly passkeyLogin: PasskeyLogin | undefined
  readonly offeredLogins: readonly OfferedLogin[]
  readonly sessions: Sessions
  readonly loginLog: LoginLog
  readonly eventStreams: EventStreams
  readonly exclusionList: ExclusionList
  readonly permission: Permission
  readonly refusalRecorder: Pick<RefusalRecorder, 'flush'>
  readonly keys: () => KeySet
  readonly health: () => Health
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
  readonly now: () => number
}

/** Returns all routes of the service with their checks. */
export function routesOf(parts: RouteParts): Route[] {
  const { settings, behaviour, storage, administration, permission, rateLimit, loginRateLimit, now } = parts
  const profile = profileRoutes({
    users: storage.users,
    roles: storage.roles,
    policyStore: storage.policyStore,
    userAdministration: administration.userAdministration,
    passwordMinLength: settings.password.minLength,
  })
  const users = userRoutes({
    users: storage.users,
    userList: storage.userList,
    userActivity: storage.userActivity,
    userAdministration: administration.userAdministration,
    secondFactorAdministration: administration.secondFactorAdministration,
    now,
  })
  const loginMethods = loginMethodRoutes({
    users: storage.users,
    roles: storage.roles,
    userLinks: storage.userLinks,
    secondFactors: parts.secondFactors,
    passkeys: storage.passkeys,
    userAdministration: administration.userAdministration,
  })
  const secondFactor = ownSecondFactorRoutes({ ownSecondFactor: parts.ownSecondFactor, now })
  const passkeys = passkeyRoutes({
    ownPasskeys: parts.ownPasskeys,
    ownSecondFactor: parts.ownSecondFactor,
    passkeyAdministration: administration.passkeyAdministration,
    now,
  })
  const roles = roleRoutes({ roles: storage.roles, roleAdministration: administration.roleAdministration })
  const policy = policyRoutes({
    policyStore: storage.policyStore,
    policyAdministration: administration.policyAdministration,
  })
  const report = reportRoutes({ reports: storage.reports, cleanUp: administration.cleanUp })
  const preview = policyPreviewRoute({ previewPolicy: parts.previewPolicy, permission })
  const throttle = throttleRoutes({
    blockedLogins: storage.blockedLogins,
    throttleAdministration: administration.throttleAdministration,
    now,
  })
  const session = sessionRoutes({
    sessionStore: storage.sessionStore,
    sessionAdministration: administration.sessionAdministration,
    now,
  })
  const loginLog = loginLogRoutes({
    loginLog: parts.loginLog,
    loginLogStore: storage.loginLogStore,
    loginLogRemoval: storage.loginLogRemoval,
    auditLogStore: storage.auditLogStore,
    loginLogAdministration: administration.loginLogAdministration,
  })
  const auditLog = auditLogRoutes({ auditLogStore: storage.auditLogStore })
  const event = eventRoutes({ events: storage.events, streams: parts.eventStreams })
  const askAccess = createAccessQuestion({
    registry: parts.registry,
    permission,
    users: storage.users,
    roles: storage.roles,
  })
  const listing = permissionRoutes({
    exclusionList: parts.exclusionList,
    registry: parts.registry,
    permission,
    askAccess,
    sessions: storage.sessionStore,
    now,
  })
  const refusals = refusalRoute({
    refusals: storage.refusals,
    recorder: parts.refusalRecorder,
    users: storage.users,
    permission,
    askAccess,
    keepMinutes: settings.explain.keepMinutes,
    now,
  })
  const overview = overviewRoute({
    loginLog: parts.loginLog,
    loginLogStatistics: storage.loginLogStatistics,
    sessionStore: storage.sessionStore,
    users: storage.users,
    now,
  })
  const cluster = clusterRoute({ changes: storage.changes, nodes: storage.nodes, now })
  const usual = [rateLimit]
  const strict = [rateLimit, loginRateLimit]
  const cookie = createTokenCookie({
    enabled: settings.jwt.cookie,
    lifetimeSeconds: behaviour.tokenLifetimeSeconds,
  })
  // Login counts after the body is read, so that a refused attempt is logged with its username.
  const login = loginRoute({
    login: parts.login,
    captchaRequired: behaviour.captchaRequired,
    rateLimits: strict,
    cookie,
  })
  const loginCode = loginCodeRoute({
    loginCodes: parts.loginCodes,
    captcha: parts.captcha,
    captchaRequired: behaviour.captchaRequired,
  })
  const loginOidc = loginOidcRoute({
    oidcLogin: parts.oidcLogin,
    captcha: parts.captcha,
    captchaRequired: behaviour.captchaRequired,
  })
  const loginPasskey = loginPasskeyRoute({
    passkeyLogin: parts.passkeyLogin,
    captcha: parts.captcha,
    captchaRequired: behaviour.captchaRequired,
  })
  const logout = logoutRoute({ sessions: parts.sessions, loginLog: parts.loginLog, cookie, now })

  return [
    route('POST', '/login', 'none', login, []),
    route('POST', '/login/code', 'none', loginCode, strict),
    route('GET', '/login/oidc/:provider', 'none', loginOidc, strict),
    route('POST', '/login/passkey', 'none', loginPasskey, strict),
    route('GET', '/getCaptcha', 'none', captchaRoute(parts.captcha), strict),
    route('GET', '/captcha', 'none', captchaRoute(parts.captcha, 'getCaptchaAlias'), strict),
    route('GET', '/health', 'none', healthRoute(parts.health), usual),
    route(
      'GET',
      '/app-config',
      'none',
      appConfigRoute(settings.application.name, behaviour, parts.offeredLogins),
      usual,
    ),
    route('GET', '/jwks.json', 'none', jwksRoute(parts.keys), usual),

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
    route('GET', '/menurole', 'identity', menuRoute(settings.menus, permission), usual),
    route('POST', '/permission/check', 'identity', listing.check, usual),

    route('POST', '/logout', 'both', logout, usual),
    route('GET', '/user/profile', 'both', profile.profile, usual),
    route('GET', '/sys-user', 'both', users.list, usual),
    route('POST', '/sys-user', 'both', users.add, usual),
    route('DELETE', '/sys-user', 'both', users.removeMany, usual),
    route('PUT', '/sys-user/status', 'both', users.statusOfMany, usual),
    route('GET', '/sys-user/:id', 'both', users.one, usual),
    route('PUT', '/sys-user/:id', 'both', users.change, usual),
    route('DELETE', '/sys-user/:id', 'both', users.remove, usual),
    route('PUT', '/sys-user/:id/password', 'both', users.password, usual),
    route('DELETE', '/sys-user/:id/second-factor', 'both', users.resetSecondFactor, usual),
    route('PUT', '/sys-user/:id/status', 'both', users.status, usual),
    route('GET', '/sys-user/:id/login-methods', 'both', loginMethods.ofUser, usual),
    route('POST', '/sys-user/:id/link', 'both', loginMethods.link, usual),
    route('DELETE', '/sys-user/:id/link/:linkId', 'both', loginMethods.unlink, usual),
    route('DELETE', '/sys-user/:id/passkey/:passkeyId', 'both', passkeys.removeOfUser, usual),
    route('GET', '/role', 'both', roles.list, usual),
    route('POST', '/role', 'both', roles.add, usual),
    route('DELETE', '/role', 'both', roles.removeMany, usual),
    route('GET', '/role/:id', 'both', roles.one, usual),
    route('PUT', '/role/:id', 'both', roles.change, usual),
    route('DELETE', '/role/:id', 'both', roles.remove, usual),
    route('GET', '/policy', 'both', policy.list, usual),
    route('POST', '/policy', 'both', policy.add, usual),
    route('DELETE', '/policy', 'both', policy.remove, usual),
    route('POST', '/policy/preview', 'both', preview, usual),
    route('GET', '/policy/explain', 'both', listing.explain, usual),
    route('GET', '/refusal', 'both', refusals, usual),
    route('POST', '/policy/import', 'both', policy.import, usual),
    route('GET', '/policy/export', 'both', policy.export, usual),
    route('GET', '/session', 'both', session.list, usual),
    route('DELETE', '/session', 'both', session.endMany, usual),
    route('DELETE', '/session/:id', 'both', session.end, usual),
    route('GET', '/throttle', 'both', throttle.list, usual),
    route('DELETE', '/throttle', 'both', throttle.releaseMany, usual),
    route('DELETE', '/throttle/:id', 'both', throttle.release, usual),
    route('GET', '/sys-login-log', 'both', loginLog.list, usual),
    route('DELETE', '/sys-login-log', 'both', loginLog.removeMany, usual),
    route('GET', '/sys-login-log/export', 'both', loginLog.export, usual),
    route('GET', '/sys-login-log/verify', 'both', loginLog.verify, usual),
    route('GET', '/sys-login-log/:id', 'both', loginLog.one, usual),
    route('DELETE', '/sys-login-log/:id', 'both', loginLog.remove, usual),
    route('GET', '/audit-log', 'both', auditLog.list, usual),
    route('GET', '/audit-log/export', 'both', auditLog.export, usual),
    route('GET', '/audit-log/verify', 'both', auditLog.verify, usual),
    route('GET', '/audit-log/:id', 'both', auditLog.one, usual),
    route('GET', '/report/unused-rules', 'both', report.unusedRules, usual),
    route('POST', '/report/unused-rules/clean-up', 'both', report.removeUnusedRules, usual),
    route('GET', '/report/covered-rules', 'both', report.coveredRules, usual),
    route('POST', '/report/covered-rules/clean-up', 'both', report.removeCoveredRules, usual),
    route('GET', '/report/same-rights', 'both', report.sameRights, usual),
    route('POST', '/report/same-rights/clean-up', 'both', report.mergeRoles, usual),
    route('GET', '/report/unused-roles', 'both', report.unusedRoles, usual),
    route('POST', '/report/unused-roles/clean-up', 'both', report.deleteUnusedRoles, usual),
    route('GET', '/report/idle-users', 'both', report.idleUsers, usual),
    route('POST', '/report/idle-users/clean-up', 'both', report.disableIdleUsers, usual),
    route('GET', '/event', 'both', event.list, usual),
    route('GET', '/event/stream', 'both', event.stream, usual),
    route('GET', '/overview', 'both', overview, usual),
    route('GET', '/exclusion', 'both', listing.exclusion, usual),
    route('GET', '/route', 'both', listing.route, usual),
    route('GET', '/cluster', 'both', cluster, usual),

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
export function probeRoutesOf(parts: ReadinessOptions): Route[] {
  return [
    { method: 'GET', path: '/livez', checks: 'none', options: livenessRoute, limits: [] },
    { method: 'GET', path: '/readyz', checks: 'none', options: readinessRoute(parts), limits: [] },
  ]
}

function route(
  method: Route['method'],
  path: string,
  checks: Checks,
  options: DocumentedRoute,
  limits: readonly RateLimit[],
): Route {
  return { method, path: `${PREFIX}${path}`, checks, options, limits }
}
