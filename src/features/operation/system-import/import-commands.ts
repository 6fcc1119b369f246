import { type Command, Option } from 'commander'
import { withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { type ImportCommandOptions, type ImportParts, SYSTEMS, type SystemName } from './import-options.ts'

const DESCRIPTIONS: Readonly<Record<SystemName, string>> = {
  'go-admin': 'take over users, roles, departments and rules from the database of go-admin',
  'gin-vue-admin': 'take over users, roles, departments and rules from the database of gin-vue-admin',
  ruoyi:
    'take over users, roles, departments and rules from the database of RuoYi, RuoYi-Vue or RuoYi-Vue-Plus',
}

export function addImportCommands(program: Command, run: RunCommand<ImportParts>): void {
  const group = program
    .command('import')
    .description('take over another system from its database, which is only read')
  for (const system of SYSTEMS) addImport(group, system, run)
}

function addImport(group: Command, system: SystemName, run: RunCommand<ImportParts>): void {
  const command = withCommonOptions(group.command(system))
    .description(DESCRIPTIONS[system])
    .requiredOption(
      '--from <url>',
      'the database: mysql://…, postgres://… or sqlite:FILE; @FILE reads the URL from a file',
    )
    .option('--dry-run', 'only show the plan; the database of this service is not changed')
    .option('--yes', 'do not ask for confirmation')
    .addOption(
      new Option('--admin <name>', 'give this user the role admin; repeatable')
        .argParser((name: string, before: readonly string[]) => [...before, name])
        .default([], 'nobody'),
    )
    .addOption(
      new Option('--prefer-roles <keys>', 'for users with several roles: the first of these that they have')
        .argParser((text: string) => text.split(',').map((key) => key.trim()))
        .default([], 'none: such users are not imported'),
    )
    .option('--path-prefix <path>', 'begin the path of every rule with this', '')
    .option('--report <file>', 'write the whole plan to a new file, as one JSON object per line')
    .option('--menus <file>', 'write the menus to a new file, for the setting menus')
    .option('--login-log <file>', 'write the old login log to a new CSV file')
  if (system === 'ruoyi') {
    command
      .option(
        '--permissions <file>',
        'the routes of each permission, in YAML, or an OpenAPI document that names them; a template is written if there is no such file',
      )
      .option('--tenant <id>', 'the tenant, if the database has several')
  }
  addNote(
    command,
    'The old database is only read. The plan is shown first, with what cannot be taken and why. What is missing here is then written in one transaction, or nothing. What exists here is never changed or removed: the plan lists where it differs. The command can be repeated.',
  )
  addNote(
    command,
    'Passwords stay if they are bcrypt hashes. Users with other hashes, such as MD5, have to set a new password. Nobody gets the role admin without --admin.',
  )
  command.action(async (options: ImportCommandOptions) => {
    const isInteractive = process.stdin.isTTY && !options.json
    if (!options.dryRun && !options.yes && !isInteractive) {
      throw new UsageError(
        'there is no terminal to confirm the plan: add --yes to import, or --dry-run to see the plan',
        `castellan import ${system}`,
      )
    }
    const { runImport } = await import('./run-import.ts')
    await runImport(system, options, run)
  })
}
