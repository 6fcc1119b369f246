import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { ClassedRoute } from '../../core/check/routes/route-classes.ts'
import { resolveSettings } from '../../core/settings/load-settings.ts'
import type { Settings } from '../../features/settings.ts'
import { settingsOfRoutes } from '../features.ts'
import { createStandaloneService } from '../service.ts'

/**
 * Returns the routes that `castellan serve` has with these settings. Only the settings that affect routes apply: it uses a
 * database in memory and a temporary folder, so that it works without the real ones and beside a running service.
 */
export async function routesOfSettings(
  settings: Settings,
  options: { readonly withPages: boolean },
): Promise<readonly ClassedRoute[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-routes-'))
  try {
    const { application, permission } = settings
    const own = resolveSettings({
      application: { mode: application.mode, dataDir },
      database: { url: 'sqlite::memory:' },
      permission,
      ...settingsOfRoutes(settings, options),
    })
    const { app, routes } = await createStandaloneService(own, { logger: pino({ level: 'silent' }) })
    const list = routes()
    await app.close()
    return list
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
