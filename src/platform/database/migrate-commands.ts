import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../cli/context/command-options.ts'
import type { RunCommand } from '../cli/context/command-runner.ts'
import { print } from '../cli/output/output.ts'

interface Parts {
  readonly migrated: readonly string[]
}

export function addMigrateCommand(program: Command, runWithAnyDatabase: RunCommand<Parts>): void {
  withCommonOptions(program.command('migrate'))
    .description('migrate the database to this version (serve does this automatically)')
    .action(async (options: CommonOptions) => {
      const migrated = await runWithAnyDatabase(options, async (parts) => parts.migrated)
      const lines =
        migrated.length === 0 ? ['The database is up to date.'] : migrated.map((name) => `applied ${name}`)
      print({ applied: migrated }, options.json, lines)
    })
}
