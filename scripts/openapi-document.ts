import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createStandaloneService } from '../src/service.ts'
import { resolveSettings } from '../src/settings/load-settings.ts'

/** Returns the OpenAPI document as the standalone service serves it in `prod` mode. */
export async function openapiText(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-openapi-'))
  const settings = resolveSettings({
    application: { dataDir },
    database: { url: 'sqlite::memory:' },
    console: { enabled: false },
    apiDocs: { serve: 'always' },
  })
  const { app } = await createStandaloneService(settings, { logger: pino({ level: 'silent' }) })
  try {
    const { payload } = await app.inject('/api/v1/openapi.json')
    return `${JSON.stringify(JSON.parse(payload), undefined, 2)}\n`
  } finally {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
