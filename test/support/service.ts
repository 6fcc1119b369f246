import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyPluginAsync, type FastifyServerOptions } from 'fastify'
import { type CommandContext, openCommandContext } from '../../src/cli/context.ts'
import { createService, type Replacements, type Service, type SettingsInput } from '../../src/index.ts'

export const ADMIN_PASSWORD = 'the keeper of the castle'
/** Whatever a test calls a password is one. */
export const ANY_PASSWORD = { password: { minLength: 1 }, permission: { exclude: [] } }
export const CAPTCHA_TEXT = 'ACE34'
/** Strong enough for `prod`, and known to the tests, which forge tokens with it. */
export const SECRET = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'

/** A service as a user of the library would run it, on a real port and a database of its own. */
export interface TestService {
  readonly service: Service
  /** The service's address, with `/api/v1`. */
  readonly base: string
  readonly origin: string
  readonly dataDir: string
  readonly context: CommandContext
  /** Sets the service's clock forward. */
  advance(milliseconds: number): void
  close(): Promise<void>
}

type PlainSettings = Exclude<SettingsInput, { settings: unknown }>

export interface TestOptions {
  readonly settings?: PlainSettings
  readonly replacements?: Replacements
  /** Routes of an app around the service. */
  readonly protectedRoutes?: FastifyPluginAsync
  readonly openRoutes?: FastifyPluginAsync
  /** How the app around the service is set. */
  readonly app?: FastifyServerOptions
}

export async function startService(options: TestOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  let ahead = 0
  const settings: PlainSettings = {
    ...options.settings,
    application: { dataDir, ...options.settings?.application },
    jwt: { secret: SECRET, ...options.settings?.jwt },
    // Tests are one client that asks a lot; those of the rate limit set it themselves.
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
  const context = await openCommandContext(`sqlite:${join(dataDir, 'castellan.db')}`, ANY_PASSWORD)
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
