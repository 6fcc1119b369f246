import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { formatRoutesLock } from '../../src/core/check/routes/routes-lock.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { createStandaloneService } from '../../src/service/service.ts'

/** Returns the OpenAPI document as the standalone service serves it in `prod` mode, and the lock file of its routes. */
export async function describeService(): Promise<{ openapi: string; routesLock: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-openapi-'))
  const settings = resolveSettings({
    application: { dataDir },
    database: { url: 'sqlite::memory:' },
    console: { enabled: false },
    apiDocs: { serve: 'always' },
  })
  const { app, routes } = await createStandaloneService(settings, { logger: pino({ level: 'silent' }) })
  try {
    const { payload } = await app.inject('/api/v1/openapi.json')
    return {
      openapi: `${JSON.stringify(JSON.parse(payload), undefined, 2)}\n`,
      routesLock: formatRoutesLock(routes()),
    }
  } finally {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
