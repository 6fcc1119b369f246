import type { Settings } from '../../settings/declarations/declarations.ts'
import type { LoadedSettings } from '../../settings/load-settings.ts'
import type { CommonOptions } from './command-options.ts'
import { loadCommandSettings } from './command-settings.ts'
import type { CommandContext, CommandContextOptions } from './context.ts'
import type { OpenLogs } from './open-logs.ts'

/**
 * Opens the database, runs the work, and closes the database. A database that does not exist is an error, unless the command may
 * create it: a new one would hide a wrong folder or URL.
 */
export function withCommandContext<T>(
  options: CommonOptions,
  work: (context: CommandContext, settings: Settings) => Promise<T>,
  contextOptions: CommandContextOptions = {},
): Promise<T> {
  const open = async (url: string, loaded: LoadedSettings) => {
    const [{ openCommandContext }, { createChangeNotice }] = await Promise.all([
      import('./context.ts'),
      import('./changed-database.ts'),
    ])
    const noteChange = createChangeNotice(loaded)
    // The work can change the database without the administration.
    if (contextOptions.mustExist === false) noteChange()
    return openCommandContext(url, loaded.settings, { mustExist: true, ...contextOptions, noteChange })
  }
  return withOpened(options, open, work)
}

/** The same with the logs alone: a command that reads a million entries needs less memory without the administration. */
export function withLogs<T>(options: CommonOptions, work: (logs: OpenLogs) => Promise<T>): Promise<T> {
  const open = async (url: string) => {
    const { openLogs } = await import('./open-logs.ts')
    return openLogs(url)
  }
  return withOpened(options, open, work)
}

async function withOpened<Opened extends { close(): Promise<void> }, T>(
  options: CommonOptions,
  open: (url: string, loaded: LoadedSettings) => Promise<Opened>,
  work: (opened: Opened, settings: Settings) => Promise<T>,
): Promise<T> {
  return withLoaded(options, async (loaded) => {
    const { settings } = loaded
    // Imported here: help and version start faster without the settings and the database.
    const { databaseUrlOf } = await import('../../settings/addresses.ts')
    const opened = await open(databaseUrlOf(settings), loaded)
    try {
      return await work(opened, settings)
    } finally {
      await opened.close()
    }
  })
}

/** Runs the work with the settings. An error of the database or of a folder names the setting that it comes from. */
export function withSettings<T>(
  options: CommonOptions,
  work: (settings: Settings) => Promise<T>,
): Promise<T> {
  return withLoaded(options, ({ settings }) => work(settings))
}

async function withLoaded<T>(
  options: CommonOptions,
  work: (loaded: LoadedSettings) => Promise<T>,
): Promise<T> {
  const { withSettingInErrors } = await import('./setting-in-errors.ts')
  const loaded = await loadCommandSettings(options)
  return withSettingInErrors(loaded, () => work(loaded))
}
