import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Route } from '../core/check/http/route.ts'
import type { StandalonePage } from '../core/check/http/standalone-page.ts'
import type { LoginEvents } from '../core/login/login-events.ts'
import type { ServiceContext } from '../core/service/context.ts'
import { accessRequests } from '../features/approval/access-requests/feature.ts'
import { fourEyes } from '../features/approval/four-eyes/feature.ts'
import { ldap } from '../features/login/ldap/feature.ts'
import { messages } from '../features/login/messages/feature.ts'
import { methodsOfUsers } from '../features/login/methods-of-users/feature.ts'
import { oidc } from '../features/login/oidc/feature.ts'
import { oneTimeCodes } from '../features/login/one-time-codes/feature.ts'
import { passkeys } from '../features/login/passkeys/feature.ts'
import { passwordLinks } from '../features/login/password-links/feature.ts'
import { secondFactor } from '../features/login/second-factor/feature.ts'
import { serviceAccounts } from '../features/login/service-accounts/feature.ts'
import { events } from '../features/monitoring/events/feature.ts'
import { logVerification } from '../features/monitoring/log-verification/feature.ts'
import { metrics } from '../features/monitoring/metrics/feature.ts'
import { tracing } from '../features/monitoring/tracing/feature.ts'
import { backup } from '../features/operation/backup/feature.ts'
import { clusterState } from '../features/operation/cluster-state/feature.ts'
import { explain } from '../features/policy/explain/feature.ts'
import { policyFiles } from '../features/policy/policy-files/feature.ts'
import { preview } from '../features/policy/preview/feature.ts'
import { reports } from '../features/policy/reports/feature.ts'
import { usage } from '../features/policy/usage/feature.ts'
import { userImport } from '../features/policy/user-import/feature.ts'
import type { Settings } from '../features/settings.ts'
import { apiDocs } from '../features/web/api-docs/feature.ts'
import { webConsole } from '../features/web/console/feature.ts'
import { forwardAuth } from '../features/web/forward-auth/feature.ts'
import { gateway } from '../features/web/gateway/feature.ts'
import { menus } from '../features/web/menus/feature.ts'
import { overview } from '../features/web/overview/feature.ts'
import type { OnRefusal } from '../platform/http/call/refused-call.ts'
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
    ...forwardAuth.start(context),
    ...(await tracing.start(context)),
  }
}

/** Starts what records refused requests, decisions and figures. */
export function observeWithFeatures(base: Core & ObservationBase) {
  return (
    combineParts(base)
      .add(explain.observe)
      .add(usage.observe)
      // After those whose losses it counts.
      .add(metrics.observe)
      .all()
  )
}

export function createLoginEvents(core: Core, none: LoginEvents): LoginEvents {
  return {
    ...none,
    ...events.loginEvents(core),
  }
}

/** Adds the login methods of features, and what else they need for logins. */
export function addLoginFeatures(base: LoginBase) {
  return combineParts(base)
    .add(secondFactor.login)
    .add(messages.login)
    .add(ldap.login)
    .add(oidc.login)
    .add(oneTimeCodes.login)
    .add(passkeys.login)
    .add(serviceAccounts.login)
    .add(passwordLinks.login)
    .all()
}

/** Returns the login requests of the methods of features, by the name of the method. */
export function createLoginBodies(captchaMethods: readonly string[]) {
  return {
    ...ldap.loginBodies(captchaMethods),
    ...oidc.loginBodies,
    ...oneTimeCodes.loginBodies,
    ...passkeys.loginBodies,
    ...serviceAccounts.loginBodies,
  }
}

/** Returns what login pages are told of features. */
export function createLoginPageFields(parts: LoginFeatures): LoginPageFields {
  return {
    ...NO_LOGIN_PAGE_FIELDS,
    ...accessRequests.loginPageFields(parts),
    ...fourEyes.loginPageFields(parts),
    ...passwordLinks.loginPageFields(parts),
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
      .add(events.start)
      .add(reports.parts)
      .add(preview.parts)
      .all()
  )
}

export type RouteParts = Awaited<ReturnType<typeof addRouteParts>>

/** Returns the routes of the features. */
export function createFeatureRoutes(parts: RouteParts): Route[] {
  return [
    ...oneTimeCodes.routes(parts),
    ...oidc.routes(parts),
    ...passkeys.routes(parts),
    ...passwordLinks.routes(parts),
    ...methodsOfUsers.routes(parts),
    ...secondFactor.routes(parts),
    ...serviceAccounts.routes(parts),
    ...accessRequests.routes(parts),
    ...fourEyes.routes(parts),
    ...menus.routes(parts),
    ...preview.routes(parts),
    ...explain.routes(parts),
    ...reports.routes(parts),
    ...logVerification.routes(parts),
    ...events.routes(parts),
    ...overview.routes(parts),
    ...clusterState.routes(parts),
    ...apiDocs.routes(parts),
  ]
}

/** Returns the routes that features add to the plugin themselves, as the OpenAPI document has them. */
export function documentedRoutesOfFeatures(): Route[] {
  return [
    // It decides for other proxies.
    ...forwardAuth.documentedRoutes(),
  ]
}

/** Returns the same routes, as the list of routes has them. */
export function listedRoutesOfFeatures() {
  return [
    // It accepts every method.
    ...forwardAuth.listedRoutes(),
  ]
}

type PluginParts = Core &
  Observed &
  CheckParts & { readonly onRefusal: OnRefusal; readonly routes: readonly Route[] }

/** Returns functions that add these routes to the scope with the prefix. */
export function createRouteAdders(parts: PluginParts): readonly ((scope: FastifyInstance) => void)[] {
  return [
    // It responds before a body is read.
    forwardAuth.addRoutes(parts),
  ]
}

/** Adds what the commands of features use. */
export function addCommandParts<Base extends CommandBase>(base: Base) {
  return combineParts(base)
    .add(explain.commandParts)
    .add(preview.commandParts)
    .add(reports.commandParts)
    .add(passwordLinks.commandParts)
    .add(policyFiles.commandParts)
    .add(userImport.commandParts)
    .add(backup.commandParts)
    .all()
}

/** Returns what is wrong with the settings of a service without its own app. */
export function embeddedProblems(settings: Settings): readonly (string | undefined)[] {
  return [gateway.embeddedProblem(settings), tracing.embeddedProblem(settings)]
}

/** Returns whether requests are forwarded to other services. */
export function forwardsRequests(settings: Settings): boolean {
  return [
    // Bodies are forwarded while they arrive.
    gateway.isUsed(settings),
  ].includes(true)
}

/** Returns the plugins with routes that only a service with its own app has. */
export async function createStandalonePlugins(parts: PluginParts): Promise<readonly FastifyPluginAsync[]> {
  return [
    // After the endpoints, whose paths it must not take.
    ...(await gateway.plugins(parts)),
  ]
}

/** Returns the pages of a service with its own app. */
export function openStandalonePages(
  settings: Settings,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): readonly StandalonePage[] {
  return [
    // Browsers that open an unknown address get it.
    ...webConsole.open(settings, logger),
  ]
}

/** Run after a start. */
export const afterStart: readonly ((core: Core) => Promise<void>)[] = [
  // The first admin exists.
  fourEyes.afterStart,
]

/** Run when a service with its own app listens. Each returns how to stop it. */
export const publishers: readonly ((
  parts: Parameters<typeof metrics.publish>[0],
) => Promise<() => Promise<void>>)[] = [
  // It has a listener of its own.
  metrics.publish,
]
