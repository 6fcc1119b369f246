import type { CommonOptions } from '../../platform/cli/context/command-options.ts'
import { loadCommandSettings } from './command-settings.ts'
import type { LoadedSettings } from './load-settings.ts'

/** Runs the work with the settings. An error of the database or of a folder names the setting that it comes from. */
export function withSettings<Result>(
  options: CommonOptions,
  work: (settings: LoadedSettings['settings']) => Promise<Result>,
): Promise<Result> {
  return withLoadedSettings(options, ({ settings }) => work(settings))
}

/** The same with the sources of the settings. */
export async function withLoadedSettings<Result>(
  options: CommonOptions,
  work: (loaded: LoadedSettings) => Promise<Result>,
): Promise<Result> {
  // Imported here: help and version start faster without the settings.
  const { withSettingInErrors } = await import('./setting-in-errors.ts')
  const loaded = await loadCommandSettings(options)
  return withSettingInErrors(loaded, () => work(loaded))
}
