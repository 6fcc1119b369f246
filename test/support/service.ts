import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyPluginAsync, type FastifyServerOptions } from 'fastify'
import { createService, type Replacements, type Service, type SettingsInput } from '../../src/index.ts'
import { openContext, type TestContext } from './context.ts'
import { type PrepareDatabase, writeMigratedDatabase, writePreparedDatabase } from './migrated-database.ts'

export const ADMIN_PASSWORD = 'the keeper of the castle'
export const CAPTCHA_TEXT = 'ACE39'
/** Strong enough for `prod`. Tests forge tokens with it. */
export const SECRET = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'

/** A service embedded in an app, on a real port and with its own database. */
export interface TestService {
  readonly service: Service
  /** The base URL, including `/api/v1`. */
  readonly base: string
  readonly origin: string
  readonly dataDir: string
  readonly context: TestContext
  /** Sets the service's clock forward. */
  advance(milliseconds: number): void
  close(): Promise<void>
}

type PlainSettings = Exclude<SettingsInput, { settings: unknown }>

export interface TestOptions {
  readonly settings?: PlainSettings
  readonly replacements?: Replacements
  /** Changes the new database before the service starts. A function that several services share runs once. */
  readonly prepare?: PrepareDatabase
  /** Routes of the embedding app. */
  readonly protectedRoutes?: FastifyPluginAsync
  readonly openRoutes?: FastifyPluginAsync
  /** Options of the embedding app. */
  readonly app?: FastifyServerOptions
}

export async function startService(options: TestOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  const { prepare } = options
  const databaseUrl = await (prepare
    ? writePreparedDatabase(dataDir, prepare)
    : writeMigratedDatabase(dataDir))
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  let ahead = 0
  const settings: PlainSettings = {
    ...options.settings,
    application: { dataDir, ...options.settings?.application },
    jwt: { secret: SECRET, ...options.settings?.jwt },
    // All tests share one client address. Tests of the rate limit set their own limits.
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0, ...options.settings?.rateLimit },
    login: { maxFailures: 0, ...options.settings?.login },
  }
  const service = await createService(settings, {
    now: () => Date.now() + ahead,
    captchaText: () => CAPTCHA_TEXT,
    ...options.replacements,
  })
  const app = fastify(options.app ?? { http: service.http })
  app.register(service.plugin)
  if (options.protectedRoutes) app.register(service.protect(options.protectedRoutes))
  if (options.openRoutes) app.register(options.openRoutes)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const context = await openContext(databaseUrl)
  return {
    service,
    origin,
    base: `${origin}/api/v1`,
    dataDir,
    context,
    advance(milliseconds) {
      ahead += milliseconds
    },
    async close() {
      await app.close()
      await context.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
