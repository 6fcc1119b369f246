import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { CheckOptions, CheckResult } from '../core/check/guard.ts'
import { secondsToResponse } from '../core/check/http/access-log.ts'
import type { EndpointsListener } from '../core/check/http/endpoints-listener.ts'
import type { StandalonePage } from '../core/check/http/standalone-page.ts'
import type { ClassedRoute } from '../core/check/routes/route-classes.ts'
import type { AppRoute } from '../core/check/routes/route-registry.ts'
import type { DataScope } from '../core/data-scope/data-scope.ts'
import type { ResolvedScope } from '../core/data-scope/resolve-scope.ts'
import type { ScopeColumns } from '../core/data-scope/scope-columns.ts'
import { warningsOf } from '../core/settings/warnings.ts'
import type { Settings, SettingsInput } from '../features/settings.ts'
import type { Identity } from '../platform/http/call/identity.ts'
import type { IncomingCall } from '../platform/http/call/incoming-call.ts'
import { SERVER_OPTIONS, type ServerOptions } from '../platform/http/server-options.ts'
import type { MetricsText } from '../platform/observability/metrics.ts'
import { codeOf } from '../platform/refusal/refusal.ts'
import { type CloseStack, createCloseStack } from '../platform/runtime/close-stack.ts'
import { type SettingsLine, settingsOfApp } from './app-settings.ts'
import { assemble } from './assembly.ts'
import { embeddedProblems, openStandalonePages } from './features.ts'
import type { Replacements } from './replacements.ts'
import { createServer } from './server.ts'

export interface Service {
  /**
   * Options for the app's HTTP server, as the standalone service uses them: headers have at most 16 KB and must arrive
   * within 15 s. Requests to the service's endpoints and, in Fastify, to routes behind `protect` also have 15 s for their
   * body, unless the app sets Fastify's `requestTimeout`. The adapters for other frameworks do not limit that time. A client
   * that sends `Expect: 100-continue` is asked for the body when a handler reads it, so not before the checks.
   *
   * @example
   * const app = fastify({ http: service.http })
   */
  readonly http: ServerOptions
  /** The endpoints of the service, under `/api/v1`. Closing the app closes the service. */
  readonly plugin: FastifyPluginAsync
  /**
   * The endpoints of the service for apps that do not use Fastify: a listener of `node:http`, and a middleware of
   * Express. Use it before anything that reads bodies. Call `close` when the app ends.
   *
   * @example
   * app.use(service.endpoints) // Express
   */
  readonly endpoints: EndpointsListener
  /** Returns a plugin whose routes require the identity check and the permission check. */
  protect(declare: FastifyPluginAsync): FastifyPluginAsync
  /**
   * Runs the checks of a protected route for a call that any framework has received. Returns the caller, or the
   * complete response to send. The adapters (`castellan/express`, `castellan/hono`, `castellan/node`)
   * use it.
   *
   * @example
   * const result = await service.check({ method, url, headers, rawHeaders, remoteAddress })
   * if (!result.allowed) return send(result.response.status, result.response.headers, result.response.body)
   */
  check(call: IncomingCall, options?: CheckOptions): Promise<CheckResult>
  /** Adds a route of the app to the list of routes, as `GET /api/v1/route` returns it. The adapters call it. */
  addRoute(route: AppRoute): void
  /**
   * Adds a function that returns the routes of the app without checks. It is called whenever routes are listed, so that the
   * list contains routes that are declared later. The adapters for Express and Hono call it.
   */
  addOpenRoutes(list: () => readonly AppRoute[]): void
  /**
   * Returns all routes with their classes, as `GET /api/v1/route` does. Call it when the app has declared its routes; with
   * Fastify after `await app.ready()`, so that the list contains the routes outside `protect`.
   *
   * @example
   * await app.ready()
   * const open = service.routes().filter((route) => route.class === 'unguarded')
   */
  routes(): readonly ClassedRoute[]
  /**
   * Returns the metrics in the text format of Prometheus, for an endpoint of the app. Requires `metrics.enabled`.
   *
   * @example
   * const { contentType, text } = await service.metrics()
   * return reply.type(contentType).send(text)
   */
  metrics(): Promise<MetricsText>
  /**
   * Returns which rows of the app's tables a caller may see and change: `all`, `none` with a reason, or `some`. Whatever is
   * unknown, missing or contradictory is `none`. Call it with `request.identity` or with the identity that `check` returns.
   *
   * @example
   * const scope = service.scopeOf(request.identity)
   * if (scope.kind === 'none') return []
   */
  scopeOf(identity: Identity | null | undefined): ResolvedScope
  /**
   * Creates the filters of one table of the app. Throws if a name is not the name of a column.
   *
   * @example
   * const orders = service.dataScope({ department: 'orders.dept_id', owner: 'orders.created_by' })
   * db.selectFrom('orders').selectAll().where(orders.kysely(request.identity))
   */
  dataScope(columns: ScopeColumns): DataScope
  /** The password that was generated for the first admin. It is stored nowhere. */
  readonly generatedAdminPassword: string | undefined
  close(): Promise<void>
}

/**
 * Creates the service: opens and migrates its database, and loads the policy and the revocations. The settings are the object:
 * `loadSettings` reads `settings.yml` and the environment, as the commands do. The log names the sources.
 *
 * @example
 * const service = await createService(await loadSettings())
 * app.register(service.plugin)
 * app.register(service.protect(async (routes) => { routes.get('/api/v1/orders', listOrders) }))
 */
export async function createService(
  settings: SettingsInput = {},
  replacements: Replacements = {},
): Promise<Service> {
  return open(async (closing) => {
    const { settings: resolved, lines } = settingsOfApp(settings)
    const [problem] = embeddedProblems(resolved).filter((found) => found !== undefined)
    if (problem !== undefined) throw new Error(problem)
    const { createFirstAdmin, metrics, ...parts } = await assemble(resolved, replacements, closing, {
      isStandalone: false,
    })
    const { plugin, endpoints, protect, check, addRoute, addOpenRoutes, routes, scopeOf, dataScope } = parts
    const generatedAdminPassword = await createFirstAdmin()
    const { logger } = replacements
    if (logger) logLines(lines, logger)
    else emitWarnings(resolved, lines)
    return {
      http: SERVER_OPTIONS,
      plugin: logger
        ? plugin
        : async (app, options) => {
            logLines(lines, app.log)
            await plugin(app, options)
          },
      endpoints,
      protect,
      check,
      addRoute,
      addOpenRoutes,
      routes,
      scopeOf,
      dataScope,
      async metrics() {
        if (metrics) return metrics.text()
        throw new Error('There are no metrics: set metrics.enabled to true.')
      },
      generatedAdminPassword,
      close: closing.close,
    }
  })
}

/**
 * Creates the service with its own app, for `castellan serve`. Closing the app closes the service. The first admin exists when
 * it resolves.
 */
export async function createStandaloneService(
  settings: Settings,
  replacements: Replacements & { logger: FastifyBaseLogger },
) {
  return open(async (closing) => {
    const { logger } = replacements
    const [page] = openStandalonePages(settings, logger)
    const parts = await assemble(forPage(settings, page), replacements, closing, { isStandalone: true })
    const { pipeline, registry, onRefusal, routes, metrics, requestTracing } = parts
    const app = createServer({
      settings,
      logger,
      accessLog(entry, route, request) {
        logger.info(entry, 'request')
        const { method, refusal, status } = entry
        const code = refusal ? codeOf(refusal) : status
        metrics?.request({ method, route, code, seconds: secondsToResponse(request) })
        requestTracing?.end(request, entry, route)
      },
      pipeline,
      onRefusal,
      requestTracing,
      ...(page ? { unknownPage: page.unknownPage } : {}),
    })
    await app.register(parts.plugin)
    for (const plugin of await parts.standalonePlugins()) await app.register(plugin)
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    await app.register(parts.probes(() => isClosing))
    if (page) await app.register(page.plugin({ pipeline, registry }))
    await app.ready()
    // Last: a start that fails must not lose the generated password.
    return {
      app,
      routes,
      /** Undefined if they are not enabled. */
      metrics,
      servesConsole: page !== undefined,
      /** It is stored nowhere; undefined if none was generated. */
      generatedAdminPassword: await parts.createFirstAdmin(),
    }
  })
}

function logLines(lines: readonly SettingsLine[], log: FastifyBaseLogger): void {
  for (const { level, text } of lines) log[level](text)
}

/** The app may have no log, and neither dev nor settings that are not read must go unnoticed. */
function emitWarnings(settings: Settings, lines: readonly SettingsLine[]): void {
  const unread = lines.filter(({ level }) => level === 'warn').map(({ text }) => text)
  for (const warning of [...warningsOf(settings), ...unread]) process.emitWarning(warning, 'CastellanWarning')
}

/** The scripts of a page use the cookie, so that they never see a token. */
function forPage(settings: Settings, page: StandalonePage | undefined): Settings {
  return page ? { ...settings, jwt: { ...settings.jwt, cookie: true } } : settings
}

/** Closes everything that was opened if the start fails. */
async function open<T>(start: (closing: CloseStack) => Promise<T>): Promise<T> {
  const closing = createCloseStack()
  try {
    return await start(closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}
