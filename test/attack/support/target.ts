import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { expect, inject } from 'vitest'
import type { AccessEntry } from '../../../src/core/check/http/access-log.ts'
import { resolveSettings } from '../../../src/core/settings/load-settings.ts'
import type { Replacements } from '../../../src/index.ts'
import { SERVER_OPTIONS } from '../../../src/platform/http/server-options.ts'
import { createCloseStack } from '../../../src/platform/runtime/close-stack.ts'
import { assemble } from '../../../src/service/assembly.ts'
import { createServer } from '../../../src/service/server.ts'
import { openContext, type TestContext } from '../../support/context.ts'
import { storedLoginLog } from '../../support/database.ts'
import { createHandlerRuns, type HandlerRuns } from '../../support/handler-runs.ts'
import { createLogLines } from '../../support/log-lines.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET, type TestOptions } from '../../support/service.ts'
import { createAttackDatabase } from './attack-database.ts'

/** The service as `castellan serve` runs it, or in an embedding app, with protected app routes that record their runs. */
export interface Target {
  readonly origin: string
  readonly base: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly context: TestContext
  readonly runs: HandlerRuns
  /** Returns the log output so far, at every level. */
  logged(): string
  /** Returns the rows of the login log after all acknowledged attempts are stored. */
  loginLog(): Promise<{ username: string; status: string }[]>
  /** Stops the service without deleting its data. */
  stop(): Promise<void>
  close(): Promise<void>
}

export interface TargetOptions {
  readonly settings?: NonNullable<TestOptions['settings']>
  readonly replacements?: Replacements
  /** Routes such as `GET /api/v1/orders`, behind both checks. */
  readonly routes?: readonly string[]
  /** Another target whose data folder and database are shared. */
  readonly beside?: Target
}

const DEFAULT_ROUTES = ['GET /api/v1/orders', 'POST /api/v1/orders', 'GET /api/v1/orders/:id']

export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const dataDir = options.beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'castellan-attack-')))
  const { url: databaseUrl, drop } = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => {} }
    : await createAttackDatabase(dataDir)
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  const log = createLogLines()
  const { settings = {}, replacements } = options
  const resolved = resolveSettings({
    ...settings,
    application: { dataDir, ...settings.application },
    database: { url: databaseUrl, ...settings.database },
    jwt: { secret: SECRET, ...settings.jwt },
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0, ...settings.rateLimit },
    login: { maxFailures: 0, ...settings.login },
  })
  const closing = createCloseStack()
  const given = { captchaText: () => CAPTCHA_TEXT, ...replacements, logger: log.logger }
  const { plugin, protect, createFirstAdmin, ...parts } = await assemble(resolved, given, closing, {
    isStandalone: inject('attackHost') !== 'embedded',
  })
  const accessLog = (entry: AccessEntry) => log.logger.info(entry, 'request')
  const logger: FastifyBaseLogger = log.logger
  const app: FastifyInstance =
    inject('attackHost') === 'embedded'
      ? fastify({ http: SERVER_OPTIONS, loggerInstance: logger })
      : createServer({ settings: resolved, logger: log.logger, accessLog, ...parts })
  const runs = createHandlerRuns()
  await app.register(plugin)
  await app.register(protect(runs.routes(...(options.routes ?? DEFAULT_ROUTES))))
  await createFirstAdmin()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const context = await openContext(databaseUrl)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await app.close()
    await context.close()
  }
  return {
    origin,
    base: `${origin}/api/v1`,
    dataDir,
    databaseUrl,
    context,
    runs,
    logged: log.text,
    loginLog: () => storedLoginLog({ dataDir, databaseUrl }),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
    async close() {
      stopped ??= stop()
      await stopped
      if (options.beside) return
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Expects that none of these secrets appears in the log or in any file of the data folder. */
export async function expectNotStored(target: Target, secrets: readonly string[]): Promise<void> {
  const files = await readdir(target.dataDir, { recursive: true, withFileTypes: true })
  const places = [{ name: 'the log', bytes: Buffer.from(target.logged()) }]
  for (const file of files.filter((entry) => entry.isFile())) {
    places.push({ name: file.name, bytes: await readIfPresent(join(file.parentPath, file.name)) })
  }
  const found = secrets.flatMap((secret) =>
    places.filter(({ bytes }) => bytes.includes(secret)).map(({ name }) => `${secret} in ${name}`),
  )
  expect(found).toEqual([])
}

/** Returns the parts of a token that are unique to it. */
export function secretPartsOf(token: string): string[] {
  return token.split('.').slice(1)
}

/** Returns an empty buffer if the file was deleted after it was listed, such as a temporary database file. */
async function readIfPresent(path: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(path)
    .then((bytes) => Buffer.from(bytes))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
}
