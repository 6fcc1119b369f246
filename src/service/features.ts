import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Route } from '../core/check/http/route.ts'
import type { StandalonePage } from '../core/check/http/standalone-page.ts'
import type { LoginEvents } from '../core/login/login-events.ts'
import type { ServiceContext } from '../core/service/context.ts'
import { accessRequestsFeature } from '../features/approval/access-requests/feature.ts'
import { fourEyesFeature } from '../features/approval/four-eyes/feature.ts'
import { ldapFeature } from '../features/login/ldap/feature.ts'
import { messagesFeature } from '../features/login/messages/feature.ts'
import { methodsOfUsersFeature } from '../features/login/methods-of-users/feature.ts'
import { oidcFeature } from '../features/login/oidc/feature.ts'
import { oneTimeCodesFeature } from '../features/login/one-time-codes/feature.ts'
import { passkeysFeature } from '../features/login/passkeys/feature.ts'
import { passwordLinksFeature } from '../features/login/password-links/feature.ts'
import { secondFactorFeature } from '../features/login/second-factor/feature.ts'
import { serviceAccountsFeature } from '../features/login/service-accounts/feature.ts'
import { eventsFeature } from '../features/monitoring/events/feature.ts'
import { logVerificationFeature } from '../features/monitoring/log-verification/feature.ts'
import { metricsFeature } from '../features/monitoring/metrics/feature.ts'
import { tracingFeature } from '../features/monitoring/tracing/feature.ts'
import { backupFeature } from '../features/operation/backup/feature.ts'
import { clusterStateFeature } from '../features/operation/cluster-state/feature.ts'
import { explainFeature } from '../features/policy/explain/feature.ts'
import { policyFilesFeature } from '../features/policy/policy-files/feature.ts'
import { previewFeature } from '../features/policy/preview/feature.ts'
import { reportsFeature } from '../features/policy/reports/feature.ts'
import { usageFeature } from '../features/policy/usage/feature.ts'
import { userImportFeature } from '../features/policy/user-import/feature.ts'
import type { Settings } from '../features/settings.ts'
import { apiDocsFeature } from '../features/web/api-docs/feature.ts'
import { webConsoleFeature } from '../features/web/console/feature.ts'
import { forwardAuthFeature } from '../features/web/forward-auth/feature.ts'
import { gatewayFeature } from '../features/web/gateway/feature.ts'
import { goAdminFrontEndFeature } from '../features/web/go-admin-front-end/feature.ts'
import { menusFeature } from '../features/web/menus/feature.ts'
import { overviewFeature } from '../features/web/overview/feature.ts'
import type { OnRefusal } from '../platform/http/call/refused-call.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Tracing } from '../platform/observability/tracing.ts'
import { combineParts } from '../platform/runtime/combined-parts.ts'
import { type LoginPageFields, NO_LOGIN_PAGE_FIELDS } from './app-config.ts'
import type { CheckParts } from './check-parts.ts'
import type { CommandBase } from './cli/command-base.ts'
import type { Core } from './core.ts'
import type { CoreRouteParts } from './core-route-parts.ts'
import type { LoginBase } from './login-base.ts'
import type { ObservationBase } from './observation-base.ts'

/*
 * What each feature adds to the service: one line per feature in each function. A feature is deleted with its folder, and with the lines
 * that name it here and in the other lists.
 */

/** Starts what the parts of the core are created with. */
export async function startFeatures(
  context: ServiceContext,
  none: { readonly tracing: Tracing | undefined },
) {
  return {
    ...none,
    ...forwardAuthFeature.start(context),
    ...(await tracingFeature.start(context)),
  }
}

/** Starts what records refused requests, decisions and figures. */
export function observeWithFeatures(base: Core & ObservationBase) {
  return (
    combineParts(base)
      .add(explainFeature.observe)
      .add(usageFeature.observe)
      // After those whose losses it counts.
      .add(metricsFeature.observe)
      .all()
  )
}

export function createLoginEvents(core: Core, none: LoginEvents): LoginEvents {
  return {
    ...none,
    ...eventsFeature.loginEvents(core),
  }
}

/** Adds the login methods of features, and what else they need for logins. */
export function addLoginFeatures(base: LoginBase) {
  return combineParts(base)
    .add(secondFactorFeature.login)
    .add(messagesFeature.login)
    .add(ldapFeature.login)
    .add(oidcFeature.login)
    .add(oneTimeCodesFeature.login)
    .add(passkeysFeature.login)
    .add(serviceAccountsFeature.login)
    .add(passwordLinksFeature.login)
    .all()
}

/** Returns the login requests of the methods of features, by the name of the method. */
export function createLoginBodies(captchaMethods: readonly string[]) {
  return {
    ...ldapFeature.loginBodies(captchaMethods),
    ...oidcFeature.loginBodies,
    ...oneTimeCodesFeature.loginBodies,
    ...passkeysFeature.loginBodies,
    ...serviceAccountsFeature.loginBodies,
  }
}

/** Returns what login pages are told of features. */
export function createLoginPageFields(parts: LoginFeatures): LoginPageFields {
  return {
    ...NO_LOGIN_PAGE_FIELDS,
    ...accessRequestsFeature.loginPageFields(parts),
    ...fourEyesFeature.loginPageFields(parts),
    ...passwordLinksFeature.loginPageFields(parts),
  }
}

type Observed = Awaited<ReturnType<typeof observeWithFeatures>>
type LoginFeatures = Awaited<ReturnType<typeof addLoginFeatures>>

/** What the endpoints can use, but for what `addRouteParts` adds. */
type RouteBase = Core['storage'] &
  Core['administration'] &
  Observed &
  LoginFeatures &
  CheckParts &
  CoreRouteParts

/** Adds what only the endpoints of features use. */
export function addRouteParts(base: RouteBase) {
  return (
    combineParts(base)
      // Streams of events check their callers again.
      .add(eventsFeature.start)
      .add(reportsFeature.parts)
      .add(previewFeature.parts)
      .all()
  )
}

export type RouteParts = Awaited<ReturnType<typeof addRouteParts>>

/** Returns the routes of the features. */
export function createFeatureRoutes(parts: RouteParts): Route[] {
  return [
    ...oneTimeCodesFeature.routes(parts),
    ...oidcFeature.routes(parts),
    ...passkeysFeature.routes(parts),
    ...passwordLinksFeature.routes(parts),
    ...methodsOfUsersFeature.routes(parts),
    ...secondFactorFeature.routes(parts),
    ...serviceAccountsFeature.routes(parts),
    ...accessRequestsFeature.routes(parts),
    ...fourEyesFeature.routes(parts),
    ...menusFeature.routes(parts),
    ...previewFeature.routes(parts),
    ...explainFeature.routes(parts),
    ...reportsFeature.routes(parts),
    ...logVerificationFeature.routes(parts),
    ...eventsFeature.routes(parts),
    ...overviewFeature.routes(parts),
    ...clusterStateFeature.routes(parts),
    ...apiDocsFeature.routes(parts),
  ]
}

/** Returns the routes as front ends of other systems expect them. */
export function adaptRoutes(routes: readonly Route[], parts: RouteParts): readonly Route[] {
  const adapters: readonly ((routes: readonly Route[], parts: RouteParts) => readonly Route[])[] = [
    // Some of its calls have the paths of other endpoints.
    goAdminFrontEndFeature.adaptRoutes,
  ]
  return adapters.reduce((adapted, adapt) => adapt(adapted, parts), routes)
}

/** Returns the routes that features add to the plugin themselves, as the OpenAPI document has them. */
export function documentedRoutesOfFeatures(): Route[] {
  return [
    // It decides for other proxies.
    ...forwardAuthFeature.documentedRoutes(),
  ]
}

/** Returns the same routes, as the list of routes has them. */
export function listedRoutesOfFeatures() {
  return [
    // It accepts every method.
    ...forwardAuthFeature.listedRoutes(),
  ]
}

type PluginParts = Core &
  Observed &
  CheckParts & { readonly onRefusal: OnRefusal; readonly routes: readonly Route[] }

/** Returns functions that add these routes to the scope with the prefix. */
export function createRouteAdders(parts: PluginParts): readonly ((scope: FastifyInstance) => void)[] {
  return [
    // It responds before a body is read.
    forwardAuthFeature.addRoutes(parts),
  ]
}

/** Adds what the commands of features use. */
export function addCommandParts<Base extends CommandBase>(base: Base) {
  return combineParts(base)
    .add(explainFeature.commandParts)
    .add(previewFeature.commandParts)
    .add(reportsFeature.commandParts)
    .add(passwordLinksFeature.commandParts)
    .add(policyFilesFeature.commandParts)
    .add(userImportFeature.commandParts)
    .add(backupFeature.commandParts)
    .all()
}

/** Returns what is wrong with the settings of a service without its own app. */
export function embeddedProblems(settings: Settings): readonly (string | undefined)[] {
  return [
    // An app has its own routes.
    gatewayFeature.embeddedProblem(settings),
    // An app has its own traces.
    tracingFeature.embeddedProblem(settings),
  ]
}

/** Returns whether requests are forwarded to other services. */
export function forwardsRequests(settings: Settings): boolean {
  const uses: readonly boolean[] = [
    // Bodies are forwarded while they arrive.
    gatewayFeature.isUsed(settings),
  ]
  return uses.includes(true)
}

/** Returns the settings of features that affect which routes there are. */
export function settingsOfRoutes(settings: Settings, options: { readonly withPages: boolean }) {
  return {
    ...gatewayFeature.settingsOfRoutes(settings),
    ...apiDocsFeature.settingsOfRoutes(settings),
    ...goAdminFrontEndFeature.settingsOfRoutes(settings),
    ...webConsoleFeature.settingsOfRoutes(settings, options),
  }
}

/** Returns the plugins with routes that only a service with its own app has. */
export async function createStandalonePlugins(parts: PluginParts): Promise<readonly FastifyPluginAsync[]> {
  return [
    // After the endpoints, whose paths it must not take.
    ...(await gatewayFeature.plugins(parts)),
  ]
}

/** Returns the pages of a service with its own app. */
export function openStandalonePages(
  settings: Settings,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): readonly StandalonePage[] {
  return [
    // Browsers that open an unknown address get it.
    ...webConsoleFeature.open(settings, logger),
  ]
}

/** Run after a start. */
export const afterStart: readonly ((core: Core) => Promise<void>)[] = [
  // The first admin exists.
  fourEyesFeature.afterStart,
]

interface Publication {
  readonly settings: Settings
  readonly log: Log
  readonly metrics: Metrics | undefined
}

/** Run when a service with its own app listens. Each returns how to stop it. */
export const publishers: readonly ((parts: Publication) => Promise<() => Promise<void>>)[] = [
  // It has a listener of its own.
  metricsFeature.publish,
]
