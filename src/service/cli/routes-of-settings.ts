import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { ClassedRoute } from '../../core/check/routes/route-classes.ts'
import { resolveSettings } from '../../core/settings/load-settings.ts'
import type { Settings } from '../../features/settings.ts'
import { createStandaloneService } from '../service.ts'

/**
 * Returns the routes that `castellan serve` has with these settings. Only the settings that affect routes apply: it uses a
 * database in memory and a temporary folder, so that it works without the real ones and beside a running service.
 */
export async function routesOfSettings(settings: Settings): Promise<readonly ClassedRoute[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-routes-'))
  try {
    const { application, permission, gateway, apiDocs, console } = settings
    const own = resolveSettings({
      application: { mode: application.mode, dataDir },
      database: { url: 'sqlite::memory:' },
      permission,
      // The secret of the service may be known only to the service.
      gateway: { ...gateway, signingSecret: randomBytes(48).toString('base64') },
      apiDocs,
      console,
    })
    const { app, routes } = await createStandaloneService(own, { logger: pino({ level: 'silent' }) })
    const list = routes()
    await app.close()
    return list
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
