import type { Health } from '../core/check/http/health.ts'
import type { Route } from '../core/check/http/route.ts'
import type { AppMethodFields } from '../core/login/endpoints/login-body.ts'
import { createRoleAuthority } from '../core/operations/role-authority.ts'
import { createOwnPassword } from '../core/password/own-password.ts'
import { createOwnPasskeys } from '../features/login/passkeys/own-passkeys.ts'
import { createOwnSecondFactor } from '../features/login/second-factor/own-second-factor.ts'
import { isBuiltInMethod } from '../features/login-methods.ts'
import type { EventStreams } from '../features/monitoring/events/event-streams.ts'
import { countLogins } from '../features/monitoring/metrics/counted-login.ts'
import { createPolicyPreview } from '../features/policy/preview/policy-preview.ts'
import { createScopePreview } from '../features/policy/preview/scope-preview.ts'
import { createPolicyAnalysisCache } from '../features/policy/reports/policy-analysis.ts'
import { createReports } from '../features/policy/reports/reports.ts'
import type { Settings } from '../features/settings.ts'
import { engineOf } from '../platform/database/engines.ts'
import { createSharedRateLimit } from '../platform/http/call/rate-limit.ts'
import type { CheckParts } from './check-parts.ts'
import type { Core } from './core.ts'
import type { LoginParts } from './login-parts.ts'
import type { ObservabilityParts } from './observability-parts.ts'
import type { OfferedLogin } from './route-parts.ts'
import { routesOf } from './routes.ts'

interface RouteTableParts {
  readonly core: Core
  readonly loginParts: LoginParts
  readonly observability: ObservabilityParts
  readonly checks: CheckParts
  readonly eventStreams: EventStreams
  readonly health: () => Health
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
}

/** Returns the routes of the service, with what only they need. */
export function createRouteTable(parts: RouteTableParts): Route[] {
  const { core, loginParts, observability, checks, eventStreams, health, documentedRoutes } = parts
  const { settings, behaviour, exclusionList, storage, administration, sessions, keys, now } = core
  const { throttle, secondFactors, secondFactorThrottle, passkeys, pendingLogins } = loginParts
  const { metrics, refusalRecorder, usageRecorder } = observability
  const { operations } = administration
  return routesOf({
    ...storage,
    ...administration,
    settings,
    behaviour,
    exclusionList,
    sessions,
    keys,
    now,
    databaseNow: storage.databaseClock.now,
    ownPassword: createOwnPassword({
      users: storage.users,
      operations,
      hashes: core.hashes,
      passwordRules: core.passwordRules,
      throttle,
    }),
    secondFactors,
    ownSecondFactor: createOwnSecondFactor({
      users: storage.users,
      secondFactors,
      operations,
      throttle,
      secondFactorThrottle,
    }),
    ownPasskeys: createOwnPasskeys({
      webAuthn: passkeys?.webAuthn,
      users: storage.users,
      passkeys: storage.passkeys,
      operations,
      pendingLogins,
    }),
    reports: createReports({
      database: storage.database,
      usageKeepDays: settings.usage.keepDays,
      rolesInSettings: core.rolesInSettings,
      analysePolicy: createPolicyAnalysisCache(storage.policyStore, storage.changes),
      now,
    }),
    previewPolicy: createPolicyPreview({
      database: storage.database,
      exclusionList,
      usageKeepDays: settings.usage.keepDays,
      routes: checks.registry.routes,
      flushUsage: usageRecorder.flush,
    }),
    previewScope: createScopePreview({
      database: storage.database,
      users: storage.users,
      roles: storage.roles,
      dryRun: core.dryRun,
      index: storage.departmentsInForce.current,
    }),
    roleAuthorityOf: createRoleAuthority({
      database: storage.database,
      exclusionList,
      departments: storage.departmentsInForce.current,
    }),
    registry: checks.registry,
    permission: checks.permission,
    scopeOf: checks.scopeOf,
    readDepartment: checks.readDepartment,
    changeVersion: () => storage.changeFeed.version,
    rateLimit: checks.rateLimit,
    loginRateLimit: createSharedRateLimit({
      store: loginParts.shortLived,
      name: 'login',
      windowSeconds: 60,
      perAddress: settings.rateLimit.loginPerAddress,
    }),
    captcha: loginParts.captcha,
    login: metrics ? countLogins(loginParts.login, metrics) : loginParts.login,
    loginCodes: loginParts.loginCodes,
    oidcLogin: loginParts.oidcLogin,
    passkeyLogin: passkeys?.login,
    ...loginParts.passwordLinks,
    appMethods: loginParts.appMethods.offered,
    offeredLogins: offeredLoginsOf(settings, behaviour.captchaMethods, loginParts.appMethods.offered),
    loginLog: loginParts.loginLog,
    eventStreams,
    refusalRecorder,
    health,
    readDatabaseServer: () => engineOf(storage.database).readServer(storage.database),
    documentedRoutes,
  })
}

/** Returns what login pages offer, in the order of the settings: one entry per method, or per identity provider. */
function offeredLoginsOf(
  { login }: Settings,
  captchaMethods: readonly string[],
  appMethods: readonly AppMethodFields[],
): readonly OfferedLogin[] {
  return login.methods.flatMap((method): readonly OfferedLogin[] => {
    const ofApp = appMethods.find(({ name }) => name === method)
    if (ofApp) {
      const { name, label } = ofApp
      return [{ method: name, captchaRequired: captchaMethods.includes(method), label }]
    }
    // A method of an app that this process is not.
    if (!isBuiltInMethod(method)) return []
    // Programs log in without a page.
    if (method === 'service') return []
    const offered = { method, captchaRequired: captchaMethods.includes(method) }
    if (method === 'code') return [{ ...offered, channels: login.code.channels }]
    if (method !== 'oidc') return [offered]
    return login.oidc.providers.map(({ name, label }) => ({ ...offered, provider: name, label }))
  })
}
