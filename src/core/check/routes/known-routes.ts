import { readFile } from 'node:fs/promises'
import type { CommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { loadSettingsOf } from '../../settings/command-settings.ts'
import type { LoadedSettings } from '../../settings/load-settings.ts'
import type { ClassedRoute } from './route-classes.ts'
import type { FindRoute } from './route-registry.ts'

/** Returns the routes that `castellan serve` has with these settings. */
type RoutesOfSettings = (
  settings: LoadedSettings['settings'],
  options: { readonly withPages: boolean },
) => Promise<readonly ClassedRoute[]>

/** Runs commands, and returns the routes that they decide about. */
export interface RunWithRoutes<Parts> {
  readonly run: RunCommand<Parts>
  readonly routesOfSettings: RoutesOfSettings
}

/** The option of commands that decide about calls. */
export const ROUTES_OPTION = [
  '--routes <file>',
  'lock file of "castellan routes --write" with the routes of an app that embeds the service (default: the routes of "castellan serve" with these settings)',
] as const

/** The note about calls of routes that are not known. */
export const ROUTES_NOTE =
  'Public routes and those for every logged-in user count. Of routes that are not known, only rules and the exclusion list decide.'

/** Returns a function that finds the known routes: those of a lock file, or of `castellan serve` with the settings. */
export async function readKnownRoutes(
  options: CommonOptions & { readonly routes?: string },
  routesOfSettings: RoutesOfSettings,
): Promise<FindRoute> {
  const [{ createRouteRegistry }, routes] = await Promise.all([
    import('./route-registry.ts'),
    listKnownRoutes(options, routesOfSettings),
  ])
  const registry = createRouteRegistry()
  // An entry of the settings is about calls that an app or a proxy asks about.
  for (const { method, path, checks, origin } of routes)
    registry.add(origin === 'settings' ? 'upstream' : origin, { method, path, checks })
  return ({ method, path }) => registry.find(method, path)
}

/** Returns the known routes: those of a lock file, or of `castellan serve` with the settings. */
export function listKnownRoutes(
  options: CommonOptions & { readonly routes?: string },
  routesOfSettings: RoutesOfSettings,
) {
  return options.routes === undefined
    ? routesOfServe(options, routesOfSettings)
    : routesOfLock(options.routes)
}

async function routesOfServe(options: CommonOptions, routesOfSettings: RoutesOfSettings) {
  const { settings } = await loadSettingsOf(options)
  // The pages of the console are public, but a service behind a proxy can have the same paths.
  return routesOfSettings(settings, { withPages: false })
}

async function routesOfLock(file: string) {
  const { parseRoutesLock } = await import('./routes-lock.ts')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`cannot read ${file}. Fix: correct the path, or write it with castellan routes --write`, {
      cause: error,
    })
  })
  return parseRoutesLock(text)
}
