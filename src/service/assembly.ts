import type { FastifyPluginAsync } from 'fastify'
import { createEndpointsListener } from '../core/check/http/endpoints-listener.ts'
import type { Health } from '../core/check/http/health.ts'
import { listOpenRoutes } from '../core/check/http/open-routes.ts'
import { createPlugin, createProbePlugin } from '../core/check/http/plugin.ts'
import { createProtect } from '../core/check/http/protect.ts'
import { createRequestTracing } from '../core/check/http/request-tracing.ts'
import type { Route } from '../core/check/http/route.ts'
import { PREFIX } from '../core/check/http/route.ts'
import { createPublicCheck } from '../core/check/public-check.ts'
import { classifyRoutes } from '../core/check/routes/route-classes.ts'
import { type AppRoute, assertAppRoute } from '../core/check/routes/route-registry.ts'
import { describeUnusableDepartment, namedDepartmentsOf } from '../core/department/named-departments.ts'
import {
  type ExclusionList,
  findDangerousEntries,
  findEntriesWithoutRoute,
} from '../core/permission/exclusion-list.ts'
import { describeMissingRole, namedRolesOf } from '../core/role/named-roles.ts'
import { createServiceContext } from '../core/service/context.ts'
import { adminPasswordFrom } from '../core/settings/environment-and-flags.ts'
import { warningsOf } from '../core/settings/mode.ts'
import { warningsOfKeys } from '../core/token/keys/keys.ts'
import { createFirstAdmin } from '../core/user/first-admin.ts'
import { problemOfConfirmers, reportTooFewConfirmers } from '../features/approval/four-eyes/confirmers.ts'
import { startEvents } from '../features/monitoring/events/event-parts.ts'
import { countRequests } from '../features/monitoring/metrics/request-counter.ts'
import { startTracing } from '../features/monitoring/tracing/tracing-parts.ts'
import type { Settings } from '../features/settings.ts'
import { createAuthorize } from '../features/web/forward-auth/authorize.ts'
import { authorizeDocumentation } from '../features/web/forward-auth/authorize-documentation.ts'
import {
  AUTHORIZE_PATH,
  addAuthorizeRoutes,
  authorizeRoutesOf,
} from '../features/web/forward-auth/authorize-endpoints.ts'
import { requireFreePrefixes, upstreamRoutesOf } from '../features/web/gateway/upstream-routes.ts'
import { inTransaction } from '../platform/database/query/transaction.ts'
import type { CloseStack } from '../platform/runtime/close-stack.ts'
import { startBackgroundTasks } from './background-tasks.ts'
import { type CheckParts, createCheckParts } from './check-parts.ts'
import { type Core, createCore } from './core.ts'
import { watchLoginDependencies } from './login-dependencies.ts'
import { createLoginParts } from './login-parts.ts'
import { createObservabilityParts, type ObservabilityParts } from './observability-parts.ts'
import type { Replacements } from './replacements.ts'
import { createRouteTable } from './route-table.ts'
import { probeRoutesOf } from './routes.ts'

/** Creates every part of the service and registers its close function. */
export async function assemble(
  settings: Settings,
  replacements: Replacements,
  closing: CloseStack,
  { isStandalone }: { readonly isStandalone: boolean },
) {
  const context = createServiceContext(settings, replacements, closing, { isStandalone })
  const core = await createCore(context, replacements, await startTracing(context))
  const { keys, storage, tracing } = core
  const membership = startBackgroundTasks(core)
  const loginParts = await createLoginParts(core)
  const { loginLog, hashLoad } = loginParts
  const isLoginFailing = watchLoginDependencies(core, loginLog)
  const isStale = (): boolean => storage.changeFeed.isStale(settings.cluster.maxStalenessSeconds)
  const health = (): Health => {
    if (isStale()) return 'down'
    const isDegraded =
      storage.changeFeed.isDegraded ||
      membership.isDegraded ||
      keys.isDegraded ||
      loginParts.shortLived.isUp?.() === false ||
      isLoginFailing()
    return isDegraded ? 'degraded' : 'up'
  }
  const observability = await createObservabilityParts(core, {
    health,
    passwordHashes: hashLoad,
    loginLog: loginLog.state,
  })
  const { metrics, onRefusal } = observability
  const checks = createCheckParts(core, observability, isStale)
  const { registry, cors, trustedProxies, pipeline } = checks
  const { eventStreams, endEventStreams } = startEvents(core, checks.checkAgain)

  const documentedRoutes: Route[] = []
  const routes = createRouteTable({
    core,
    loginParts,
    observability,
    checks,
    eventStreams,
    health,
    documentedRoutes: () => documentedRoutes,
  })
  documentedRoutes.push(...routes, authorizeDocumentation(AUTHORIZE_PATH))
  for (const route of [...routes, ...authorizeRoutesOf()]) registry.add('service', route)
  assertNoDangerousExclusions(core.exclusionList, routes)

  const requestParts = { core, observability, checks, routes }
  const plugin = createServicePlugin(requestParts, endEventStreams, loginParts.appMethods.warnings)
  return {
    plugin,
    protect: createProtect({ pipeline, registry, onRefusal, trustedProxies, scopeUse: checks.scopeUse }),
    addRoute(route: AppRoute) {
      assertAppRoute(route)
      registry.add('app', route, 'first-declared')
    },
    addOpenRoutes: (list: () => readonly AppRoute[]) => registry.addOpenList('app', list),
    routes: () => classifyRoutes(registry.routes(), core.exclusionList),
    /** Lists the web console, which only a service with its own app has. */
    addConsole: () => registry.addOpenList('console', () => [{ method: 'GET', path: '/' }]),
    endpoints: createEndpointsListener({
      plugin,
      registry,
      cors,
      prefix: PREFIX,
      trustProxy: settings.application.trustProxy,
      logger: replacements.logger,
      onRefusal,
    }),
    check: createPublicCheck(checks.guard, trustedProxies),
    scopeOf: checks.scopeOf,
    dataScope: checks.dataScope,
    /** The last step of a start. A failed start must not lose the generated password. */
    async createFirstAdmin() {
      const password = await createFirstAdmin(core, adminPasswordFrom(process.env, process.cwd()))
      await reportMissingConfirmers(core)
      return password
    },
    pipeline,
    onRefusal,
    metrics,
    requestTracing: tracing && createRequestTracing(tracing, trustedProxies),
    /** Returns the plugin with the routes of upstream services, which only a service with its own app has. */
    gateway: () => openGateway(requestParts),
    /** Returns the plugin with the probes, which only a service with its own app has. */
    probes(isClosing: () => boolean): FastifyPluginAsync {
      const probeRoutes = probeRoutesOf(health, isClosing)
      documentedRoutes.push(...probeRoutes)
      for (const route of probeRoutes) registry.add('service', route)
      return createProbePlugin({ routes: probeRoutes, pipeline })
    },
  }
}

interface RequestParts {
  readonly core: Core
  readonly observability: ObservabilityParts
  readonly checks: CheckParts
  readonly routes: readonly Route[]
}

/** Creates the plugin with the endpoints of the service. Closing its app closes the service. */
function createServicePlugin(
  parts: RequestParts,
  endEventStreams: () => void,
  loginWarnings: readonly string[],
): FastifyPluginAsync {
  const { core, observability, checks, routes } = parts
  const { settings, isStandalone, exclusionList, keys, storage, now, closing, reporter } = core
  const { metrics, onRefusal } = observability
  const { registry, rateLimit, cors, trustedProxies, pipeline, upstreamGuard, scopeHeaderOf } = checks
  const authorize = createAuthorize({
    guard: upstreamGuard,
    trustedProxies,
    rateLimit,
    cors,
    signingSecret: settings.gateway.signingSecret,
    scopeHeaderOf,
    path: AUTHORIZE_PATH,
    now,
  })
  const api = createPlugin({
    routes,
    addFurther: (scope) => addAuthorizeRoutes(scope, { authorize, pipeline }),
    pipeline,
    onRefusal,
    trustedProxies,
  })
  return async (app) => {
    reporter.adopt(app.log)
    app.addHook('onReady', async () => {
      listOpenRoutes(app, registry)
      for (const warning of [...warningsOf(settings), ...loginWarnings]) reporter.warn(warning)
      for (const warning of warningsOfKeys(keys.current(), settings.jwt.algorithm)) reporter.warn(warning)
      for (const { name, entry } of findEntriesWithoutRoute(exclusionList, registry.routes)) {
        reporter.warn(`${name} (${entry.method} ${entry.path}) matches no route`)
      }
      const missing = await storage.roles.missing(namedRolesOf(settings))
      const unusable = await storage.departments.unusable(namedDepartmentsOf(settings.login))
      const problems = [...missing.map(describeMissingRole), ...unusable.map(describeUnusableDepartment)]
      for (const { found, fix } of problems) reporter.warn(`${found}. Fix: ${fix}`)
    })
    if (metrics && !isStandalone) countRequests(app, metrics)
    app.addHook('preClose', async () => endEventStreams())
    app.addHook('onClose', closing.close)
    await app.register(api)
  }
}

async function openGateway(parts: RequestParts): Promise<FastifyPluginAsync> {
  const { core, observability, checks, routes } = parts
  const { settings, now, reporter } = core
  const { upstreams, signingSecret } = settings.gateway
  requireFreePrefixes(upstreams, [...routes, ...authorizeRoutesOf()])
  for (const route of upstreamRoutesOf(upstreams)) checks.registry.add('upstream', route)
  // Imported here because a service without upstream services starts faster without the HTTP client.
  const { createGatewayPlugin } = await import('../features/web/gateway/gateway-plugin.ts')
  return createGatewayPlugin({
    upstreams,
    signingSecret,
    scopeHeaderOf: checks.scopeHeaderOf,
    pipeline: checks.pipeline,
    cors: checks.cors,
    now,
    onOutage: reporter.problem,
    startCall: observability.startUpstreamCall,
  })
}

/**
 * Reports that changes need a second administrator and there are not two. The service starts, so that a change of groups at a
 * directory does not end logins.
 */
async function reportMissingConfirmers({ settings, storage, reporter, now }: Core): Promise<void> {
  if (settings.administration.fourEyes.operations.length === 0) return
  try {
    const count = await inTransaction(storage.database, (transaction) =>
      reportTooFewConfirmers(transaction, now()),
    )
    const problem = problemOfConfirmers(count)
    if (problem) reporter.warn(`${problem.found}. Fix: ${problem.fix}`)
  } catch (error) {
    reporter.problem(error, 'the number of administrators who confirm changes cannot be read')
  }
}

/** docs/specification.md, 6b: an excluded endpoint is open to every logged-in user. Protected ones must not be. */
function assertNoDangerousExclusions(exclusionList: ExclusionList, routes: readonly Route[]): void {
  const [dangerous] = findDangerousEntries(
    exclusionList,
    routes.filter(({ checks }) => checks === 'both'),
  )
  if (!dangerous) return
  const { name, entry, route } = dangerous
  throw new Error(
    `${name} (${entry.method} ${entry.path}) would let every logged-in user call ${route.method} ${route.path}: remove it, and give roles a policy rule instead`,
  )
}
