import type { OpenLogs } from '../../core/login-log/open-logs.ts'
import type { LoadedSettings } from '../../core/settings/load-settings.ts'
import { withLoadedSettings } from '../../core/settings/with-settings.ts'
import type { CommonOptions } from '../../platform/cli/context/command-options.ts'
import type { CommandContext } from './context.ts'

/**
 * Opens the database, runs the work, and closes the database. A database that does not exist is an error: a new one would hide a
 * wrong folder or URL.
 */
export function withCommandContext<Result>(
  options: CommonOptions,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  return withOpened(options, (url, loaded) => openContext(url, loaded, { mustExist: true }), work)
}

/** The same, but creates a database that does not exist. */
export function withAnyDatabase<Result>(
  options: CommonOptions,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  return withOpened(options, (url, loaded) => openContext(url, loaded, { mustExist: false }), work)
}

async function openContext(
  url: string,
  loaded: LoadedSettings,
  { mustExist }: { readonly mustExist: boolean },
): Promise<CommandContext> {
  const [{ openCommandContext }, { createChangeNotice }] = await Promise.all([
    import('./context.ts'),
    import('../../core/settings/changed-database.ts'),
  ])
  const noteChange = createChangeNotice(loaded)
  // The work can change the database without the administration.
  if (!mustExist) noteChange()
  return openCommandContext(url, loaded.settings, { mustExist, noteChange })
}

/** Opens the logs alone: a command that reads a million entries needs less memory without the administration. */
export function withLogs<Result>(
  options: CommonOptions,
  work: (logs: OpenLogs) => Promise<Result>,
): Promise<Result> {
  const open = async (url: string) => {
    const { openLogs } = await import('../../core/login-log/open-logs.ts')
    return openLogs(url)
  }
  return withOpened(options, open, work)
}

function withOpened<Opened extends { close(): Promise<void> }, Result>(
  options: CommonOptions,
  open: (url: string, loaded: LoadedSettings) => Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  return withLoadedSettings(options, async (loaded) => {
    // Imported here: help and version start faster without the settings and the database.
    const { databaseUrlOf } = await import('../../platform/settings/addresses.ts')
    const opened = await open(databaseUrlOf(loaded.settings), loaded)
    try {
      return await work(opened)
    } finally {
      await opened.close()
    }
  })
}
