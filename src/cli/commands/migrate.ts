import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../context/command-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'

export function addMigrateCommand(program: Command): void {
  withCommonOptions(program.command('migrate'))
    .description('migrate the database to this version (serve does this automatically)')
    .action(async (options: CommonOptions) => {
      const migrated = await withCommandContext(options, async (context) => context.migrated, {
        mustExist: false,
      })
      const lines =
        migrated.length === 0 ? ['The database is up to date.'] : migrated.map((name) => `applied ${name}`)
      print({ applied: migrated }, options.json, lines)
    })
}
