import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { createService, type Replacements } from '../../src/index.ts'
import { createStandaloneService } from '../../src/service/service.ts'
import { createLogLines } from './log-lines.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET, type TestOptions } from './service.ts'

/** The service as `castellan serve` runs it. */
export interface Standalone {
  readonly base: string
  readonly origin: string
  /** Returns the metrics in the text format; empty if they are not enabled. */
  metrics(): Promise<string>
  /** Returns the log output so far. */
  logged(): string
  close(): Promise<void>
}

type PlainSettings = NonNullable<TestOptions['settings']>

export async function startStandalone(
  settings: PlainSettings = {},
  replacements: Replacements = {},
): Promise<Standalone> {
  const dataDir = await temporaryFolder()
  await writeMigratedDatabase(dataDir)
  process.env.CASTELLAN_ADMIN_PASSWORD = ADMIN_PASSWORD
  const log = createLogLines()
  const service = await createStandaloneService(resolveSettings(testSettings(settings, dataDir)), {
    captchaText: () => CAPTCHA_TEXT,
    ...replacements,
    logger: log.logger,
  })
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin,
    base: `${origin}/api/v1`,
    metrics: async () => (await service.metrics?.text())?.text ?? '',
    logged: log.text,
    async close() {
      await service.app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the error message of a start with these settings. */
export async function startProblem(settings: object): Promise<string> {
  const dataDir = await temporaryFolder()
  try {
    const service = await createService(testSettings(settings, dataDir))
    await service.close()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  throw new Error('the service started')
}

function testSettings(settings: PlainSettings, dataDir: string): PlainSettings {
  return {
    ...settings,
    application: { dataDir, ...settings.application },
    jwt: { secret: SECRET, ...settings.jwt },
    rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0, ...settings.rateLimit },
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'castellan-test-'))
}
