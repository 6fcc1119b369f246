import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { namesOfSettings } from '../core/settings/environment-and-flags.ts'
import {
  DEFAULT_FILE,
  describeSources,
  type LoadedSettings,
  readSettings,
  resolveSettings,
} from '../core/settings/load-settings.ts'
import { COMBINATIONS, type Settings, type SettingsInput } from '../features/settings.ts'

export interface SettingsOptions {
  /** The settings file, as with `--config`. It must exist. */
  readonly config?: string
  /** Settings that take precedence over the file and the environment, as with `--set`: `application.port=8001`. */
  readonly set?: readonly string[]
}

/** The sources of what `loadSettings` has returned, by the settings and by each of their groups: an app may replace some of them. */
const loadedByApp = new WeakMap<object, LoadedSettings>()

/**
 * Loads the settings of an app from the same sources as the commands, by the same rules: the settings file (`config`,
 * `CASTELLAN_CONFIG`, or `settings.yml` in the current folder), the environment with the variables `…_FILE`, and `set`. Throws a
 * `SettingsError` that lists all mistakes.
 *
 * @example
 * const service = await createService(await loadSettings())
 */
export async function loadSettings({ config, set = [] }: SettingsOptions = {}): Promise<Settings> {
  const loaded = readSettings({
    file: config,
    env: process.env,
    flags: set,
    cwd: process.cwd(),
    combinations: COMBINATIONS,
  })
  const { settings } = loaded
  for (const part of [settings, ...Object.values(settings)]) loadedByApp.set(part, loaded)
  return settings
}

/** A line for the log that names the sources of the settings. */
export interface SettingsLine {
  /** `warn` if there are sources that are not read. */
  readonly level: 'info' | 'warn'
  readonly text: string
}

/** Returns the settings of an app, and lines for its log. */
export function settingsOfApp(input: SettingsInput): {
  readonly settings: Settings
  readonly lines: readonly SettingsLine[]
} {
  const settings = resolveSettings(input)
  const [loaded] = [input, ...Object.values(input)].flatMap((part) => (part && loadedByApp.get(part)) ?? [])
  if (loaded === undefined) return { settings, lines: [lineOfObject(input)] }
  const { warning } = loaded
  const sources = [...describeSources(loaded), ...(loaded.settings === input ? [] : ['changed by the app'])]
  const text = `settings: ${sources.join('; ')}`
  return {
    settings,
    lines: [
      { level: 'info', text },
      ...(warning === undefined ? [] : [{ level: 'warn', text: warning } as const]),
    ],
  }
}

function lineOfObject(input: SettingsInput): SettingsLine {
  const groups = Object.keys(input)
  const source =
    groups.length === 0 ? 'defaults' : `the object passed to createService (${groups.join(', ')})`
  const unread = unreadSources()
  if (unread.length === 0) return { level: 'info', text: `settings: ${source}` }
  const advice = 'to read them too, call createService(await loadSettings())'
  return { level: 'warn', text: `settings: ${source}; not read: ${unread.join(', ')}; ${advice}` }
}

/** Returns the sources that `loadSettings` would read, by name. */
function unreadSources(): readonly string[] {
  const file = process.env.CASTELLAN_CONFIG ?? DEFAULT_FILE
  return [...(existsSync(resolve(file)) ? [file] : []), ...namesOfSettings(process.env)]
}
