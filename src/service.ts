import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { assemble } from './assembly.ts'
import { type CloseStack, createCloseStack } from './close-stack.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { openSite, type Site } from './console/site.ts'
import { appHttpOptions, type HttpOptions } from './http/http-options.ts'
import { createServer } from './http/server.ts'
import type { Replacements } from './replacements.ts'
import type { Settings, SettingsInput } from './settings/declarations.ts'
import { resolveSettings } from './settings/load-settings.ts'

export interface Service {
  /**
   * Options for the app's HTTP server, to be taken or left: as in the service when it stands alone, headers have at most 16 KB and 15 s
   * to come in; and the headers that `protect` adds to answers are written in one piece. How long a body may take is Fastify's
   * `requestTimeout`.
   *
   * @example
   * const app = fastify({ http: service.http })
   */
  readonly http: HttpOptions
  /** The service's own endpoints, under `/api/v1`. Closing the app closes the service. */
  readonly plugin: FastifyPluginAsync
  /** Puts the identity check, then the permission check, in front of every route that `declare` declares. */
  protect(declare: FastifyPluginAsync): FastifyPluginAsync
  /** The first admin's password where this start made one up. It is kept nowhere else. */
  readonly generatedAdminPassword: string | undefined
  close(): Promise<void>
}

/** The app that the service listens with when it stands alone. Closing it closes the service. */
export interface StandaloneService {
  readonly app: FastifyInstance
  /** The password that was generated for the first admin. It is stored nowhere. */
  readonly generatedAdminPassword: string | undefined
}

/**
 * Builds the service: opens its database, brings it up to date, and loads what the checks decide by.
 *
 * @example
 * const service = await createService({ application: { mode: 'prod' } })
 * app.register(service.plugin)
 * app.register(service.protect(async (routes) => { routes.get('/api/v1/orders', listOrders) }))
 */
export async function createService(
  settings: SettingsInput = {},
  replacements: Replacements = {},
): Promise<Service> {
  return open(async (closing) => {
    const { plugin, protect, createFirstAdmin } = await assemble(
      resolveSettings(settings),
      replacements,
      closing,
    )
    const generatedAdminPassword = await createFirstAdmin()
    return { http: appHttpOptions(), plugin, protect, generatedAdminPassword, close: closing.close }
  })
}

/** The same with an app of its own, for `castellan serve`. */
export async function createStandaloneService(
  settings: Settings,
  replacements: Replacements & { logger: FastifyBaseLogger },
): Promise<StandaloneService> {
  return open(async (closing) => {
    const site = settings.console.enabled ? openSite() : undefined
    const { plugin, createFirstAdmin, ...parts } = await assemble(
      forConsole(settings, site),
      replacements,
      closing,
    )
    const { logger } = replacements
    const app = createServer({
      settings,
      logger,
      accessLog: (entry) => logger.info(entry, 'request'),
      ...parts,
    })
    await app.register(plugin)
    if (site) await app.register(consoleRoutes({ site, rateLimit: parts.rateLimit }))
    else if (settings.console.enabled) logger.warn('there is no web console: it has not been built')
    await app.ready()
    // Last: a start that fails must not lose the generated password.
    return { app, generatedAdminPassword: await createFirstAdmin() }
  })
}

/** The console keeps no token itself: its browser gets the cookie. */
function forConsole(settings: Settings, site: Site | undefined): Settings {
  return site ? { ...settings, jwt: { ...settings.jwt, cookie: true } } : settings
}

/** What was opened by a start that fails is closed again. */
async function open<T>(start: (closing: CloseStack) => Promise<T>): Promise<T> {
  const closing = createCloseStack()
  try {
    return await start(closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}
