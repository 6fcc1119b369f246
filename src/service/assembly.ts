import type { FastifyPluginAsync } from 'fastify'
import { createEndpointsListener } from '../core/check/http/endpoints-listener.ts'
import type { Health } from '../core/check/http/health.ts'
import { listOpenRoutes } from '../core/check/http/open-routes.ts'
import { createPlugin, createProbePlugin } from '../core/check/http/plugin.ts'
import { createProtect } from '../core/check/http/protect.ts'
import { countRequests } from '../core/check/http/request-counter.ts'
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
import { warningsOf } from '../core/settings/warnings.ts'
import { warningsOfKeys } from '../core/token/keys/keys.ts'
import { createFirstAdmin } from '../core/user/first-admin.ts'
import type { Settings } from '../features/settings.ts'
import type { CloseStack } from '../platform/runtime/close-stack.ts'
import { startBackgroundTasks } from './background-tasks.ts'
import { createCheckParts } from './check-parts.ts'
import { createCore } from './core.ts'
import {
  afterStart,
  createRouteAdders,
  createStandalonePlugins,
  documentedRoutesOfFeatures,
  listedRoutesOfFeatures,
  startFeatures,
} from './features.ts'
import { watchLoginDependencies } from './login-dependencies.ts'
import { createLoginParts } from './login-parts.ts'
import { createObservabilityParts } from './observability-parts.ts'
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
  const core = await createCore(
    context,
    replacements,
    (await startFeatures(context, { tracing: undefined })).tracing,
  )
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
    loginLogState: loginLog.state,
  })
  const { metrics, onRefusal } = observability
  const checks = createCheckParts(core, observability, isStale)
  const { registry, cors, trustedProxies, pipeline } = checks

  const documentedRoutes: Route[] = []
  const { routes, beforeClose } = await createRouteTable({
    core,
    loginParts,
    observability,
    checks,
    health,
    documentedRoutes: () => documentedRoutes,
  })
  documentedRoutes.push(...routes, ...documentedRoutesOfFeatures())
  for (const route of [...routes, ...listedRoutesOfFeatures()]) registry.add('service', route)
  assertNoDangerousExclusions(core.exclusionList, routes)

  const pluginParts = { ...core, ...observability, ...checks, routes }
  const warnings = [...warningsOf(settings), ...loginParts.loginWarnings]
  const plugin = createServicePlugin(pluginParts, { beforeClose, warnings })
  return {
    plugin,
    protect: createProtect({ pipeline, registry, onRefusal, trustedProxies, scopeUse: checks.scopeUse }),
    addRoute(route: AppRoute) {
      assertAppRoute(route)
      registry.add('app', route, 'first-declared')
    },
    addOpenRoutes: (list: () => readonly AppRoute[]) => registry.addOpenList('app', list),
    routes: () => classifyRoutes(registry.routes(), core.exclusionList),
    registry,
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
      for (const run of afterStart) await run(core)
      return password
    },
    pipeline,
    onRefusal,
    metrics,
    requestTracing: tracing && createRequestTracing(tracing, trustedProxies),
    /** Returns the plugins with routes that only a service with its own app has. */
    standalonePlugins: () => createStandalonePlugins(pluginParts),
    /** Returns the plugin with the probes, which only a service with its own app has. */
    probes(isClosing: () => boolean): FastifyPluginAsync {
      const probeRoutes = probeRoutesOf(health, isClosing)
      documentedRoutes.push(...probeRoutes)
      for (const route of probeRoutes) registry.add('service', route)
      return createProbePlugin({ routes: probeRoutes, pipeline })
    },
  }
}

type PluginParts = Parameters<typeof createStandalonePlugins>[0]

interface PluginOptions {
  readonly beforeClose: readonly (() => void)[]
  /** What is logged on every start. */
  readonly warnings: readonly string[]
}

/** Creates the plugin with the endpoints of the service. Closing its app closes the service. */
function createServicePlugin(
  parts: PluginParts,
  { beforeClose, warnings }: PluginOptions,
): FastifyPluginAsync {
  const { settings, isStandalone, exclusionList, keys, storage, closing, reporter } = parts
  const { metrics, onRefusal, registry, trustedProxies, pipeline, routes } = parts
  const adders = createRouteAdders(parts)
  const api = createPlugin({
    routes,
    addFurther(scope) {
      for (const add of adders) add(scope)
    },
    pipeline,
    onRefusal,
    trustedProxies,
  })
  return async (app) => {
    reporter.adopt(app.log)
    app.addHook('onReady', async () => {
      listOpenRoutes(app, registry)
      for (const warning of warnings) reporter.warn(warning)
      for (const warning of warningsOfKeys(keys.current(), settings.jwt.algorithm)) reporter.warn(warning)
      for (const { name, entry } of findEntriesWithoutRoute(exclusionList, registry.routes)) {
        reporter.warn(`${name} (${entry.method} ${entry.path}) matches no route`)
      }
      const missing = await storage.roles.missing(namedRolesOf(settings))
      const unusable = await storage.departments.unusable(namedDepartmentsOf(settings))
      const problems = [...missing.map(describeMissingRole), ...unusable.map(describeUnusableDepartment)]
      for (const { found, fix } of problems) reporter.warn(`${found}. Fix: ${fix}`)
    })
    if (metrics && !isStandalone) countRequests(app, metrics)
    app.addHook('preClose', async () => {
      for (const end of beforeClose) end()
    })
    app.addHook('onClose', closing.close)
    await app.register(api)
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
