import { type Command, InvalidArgumentError, Option } from 'commander'

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

/** Reads an option that is one of a few words: the word itself, or what it stands for. */
export function chosen<const Choice extends string>(
  choices: readonly Choice[] | Readonly<Record<string, Choice>>,
): (text: string) => Choice {
  const meanings = new Map(
    Array.isArray(choices) ? choices.map((choice) => [choice, choice]) : Object.entries(choices),
  )
  return (text) => {
    const meaning = meanings.get(text)
    if (meaning === undefined)
      throw new InvalidArgumentError(`It is one of ${[...meanings.keys()].join(', ')}.`)
    return meaning
  }
}

/** Reads a number such as an id. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError(`"${text}" is not a whole number above 0.`)
  return Number(text)
}
