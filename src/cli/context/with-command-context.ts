import type { Settings } from '../../settings/declarations/declarations.ts'
import type { CommonOptions } from './command-options.ts'
import type { CommandContext, CommandContextOptions } from './context.ts'

/**
 * Opens the database, runs the work, and closes the database. A database that does not exist is an error, unless the command may
 * create it: a new one would hide a wrong folder or URL.
 */
export async function withCommandContext<T>(
  options: CommonOptions,
  work: (context: CommandContext, settings: Settings) => Promise<T>,
  contextOptions: CommandContextOptions = {},
): Promise<T> {
  // Imported here: help and version start faster without the settings and the database.
  const [{ loadCommandSettings }, { withSettingInErrors }, { databaseUrlOf }, { openCommandContext }] =
    await Promise.all([
      import('./command-settings.ts'),
      import('./setting-in-errors.ts'),
      import('../../settings/addresses.ts'),
      import('./context.ts'),
    ])
  const loaded = loadCommandSettings(options)
  const { settings } = loaded
  return withSettingInErrors(loaded, async () => {
    const context = await openCommandContext(databaseUrlOf(settings), settings, {
      mustExist: true,
      ...contextOptions,
    })
    try {
      return await work(context, settings)
    } finally {
      await context.close()
    }
  })
}
