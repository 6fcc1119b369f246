import { type Command, Option } from 'commander'

/** What every command takes. */
export interface CommonOptions {
  readonly config?: string
  readonly set: string[]
  readonly json?: true
}

/** Gives a command the options that all of them share. */
export function withCommonOptions(command: Command): Command {
  return command
    .option(
      '-c, --config <file>',
      'the settings file (default: settings.yml in this folder, if there is one)',
    )
    .addOption(
      new Option('--set <key=value>', 'a setting, such as application.port=8001; may be given several times')
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'none'),
    )
    .option('--json', 'print the result as JSON')
}
