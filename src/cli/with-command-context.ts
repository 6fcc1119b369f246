import type { CommonOptions } from './command-options.ts'
import type { CommandContext, CommandContextOptions } from './context.ts'

/** Opens the database, runs the work, and closes the database. */
export async function withCommandContext<T>(
  options: CommonOptions,
  work: (context: CommandContext) => Promise<T>,
  contextOptions?: CommandContextOptions,
): Promise<T> {
  // Imported here: help and version start faster without the settings and the database.
  const [{ loadCommandSettings }, { databaseUrlOf }, { openCommandContext }] = await Promise.all([
    import('./command-settings.ts'),
    import('../settings/addresses.ts'),
    import('./context.ts'),
  ])
  const { settings } = loadCommandSettings(options)
  const context = await openCommandContext(databaseUrlOf(settings), settings, contextOptions)
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

/** As `withCommandContext`, but a database that does not exist is an error: a new one would hide a wrong folder or URL. */
export function withExistingDatabase<T>(
  options: CommonOptions,
  work: (context: CommandContext) => Promise<T>,
  contextOptions: Pick<CommandContextOptions, 'checksOf'> = {},
): Promise<T> {
  return withCommandContext(options, work, { ...contextOptions, mustExist: true })
}
