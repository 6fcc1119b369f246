import { type CommonOptions, describeSecretInFlag } from '../../platform/cli/context/command-options.ts'
import type { LoadedSettings } from './load-settings.ts'

interface LoadOptions {
  /** Whether the settings must be complete, as for the start of the service. Other commands use only some of them. */
  readonly mustBeComplete?: boolean
}

/** Loads the settings from the same sources as the service. */
export async function loadSettingsOf(
  options: CommonOptions,
  { mustBeComplete = false }: LoadOptions = {},
): Promise<LoadedSettings> {
  // Imported here: help and version start faster without the settings.
  const { readSettings, SYSTEM_FILE } = await import('./load-settings.ts')
  return readSettings({
    file: options.system ? SYSTEM_FILE : options.config,
    env: process.env,
    flags: options.set,
    cwd: process.cwd(),
    ...(mustBeComplete ? {} : { combinations: [] }),
  })
}

/**
 * Loads the settings of a command. A warning on standard error says if a secret is on the command line, and a note if
 * there are no settings at all: in the wrong folder, a command would work with a different database from the service.
 */
export async function loadCommandSettings(
  options: CommonOptions,
  load?: LoadOptions,
): Promise<LoadedSettings> {
  const loaded = await loadSettingsOf(options, load)
  const { secretsInFlags } = await import('./environment-and-flags.ts')
  for (const key of secretsInFlags(options.set)) console.error(`warning: ${describeSecretInFlag(key)}`)
  const { file, variables, flags } = loaded
  if (file === undefined && variables.length === 0 && flags.length === 0 && !options.json) {
    console.error(`note: there is no settings.yml in ${process.cwd()}: the defaults apply`)
  }
  return loaded
}
