import { type Command, InvalidArgumentError, Option } from 'commander'

/** Options of every command. */
export interface CommonOptions {
  readonly config?: string
  readonly set: string[]
  readonly json?: true
}

/** Adds the options of every command. */
export function withCommonOptions(command: Command): Command {
  return command
    .option(
      '-c, --config <file>',
      'settings file (default: settings.yml in the current folder or in /etc/castellan)',
    )
    .addOption(
      new Option(
        '--set <key=value>',
        'a setting, such as application.port=8001, or key=@FILE to read a secret from a file; repeatable',
      )
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'none'),
    )
    .option('--json', 'print the result as JSON')
}

/** Returns a parser for an option with a fixed set of values, or of names for values. */
export function chosen<const Choice extends string>(
  choices: readonly Choice[] | Readonly<Record<string, Choice>>,
): (text: string) => Choice {
  const meanings = new Map(
    Array.isArray(choices) ? choices.map((choice) => [choice, choice]) : Object.entries(choices),
  )
  return (text) => {
    const meaning = meanings.get(text)
    if (meaning === undefined)
      throw new InvalidArgumentError(`Allowed values: ${[...meanings.keys()].join(', ')}.`)
    return meaning
  }
}

/** Parses a positive whole number, such as an id. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError(`"${text}" is not a positive whole number.`)
  return Number(text)
}

/** Returns the warning about a secret on the command line. */
export function describeSecretInFlag(key: string): string {
  return `${key} is on the command line, where other users of this machine can read it: write it to a file and use --set ${key}=@FILE`
}
