import type { Command, Option } from 'commander'

/** A command as the completion scripts need it. */
export interface CompletedCommand {
  /** The words after the name of the program, each after a space, such as ` user add`; empty for the program itself. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly commands: readonly CompletedCommand[]
  readonly options: readonly CompletedOption[]
  /** The values of the first argument, if they are known. */
  readonly choices: readonly string[]
  readonly takesFile: boolean
}

export interface CompletedOption {
  /** Such as `-c` and `--config`. */
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly takesFile: boolean
}

/** Returns the commands and options of a program. */
export function completedCommand(command: Command, path = ''): CompletedCommand {
  const [argument] = command.registeredArguments
  return {
    path,
    name: command.name(),
    description: command.description(),
    commands: command.commands.map((child) => completedCommand(child, `${path} ${child.name()}`)),
    options: [...command.options.map(completedOption), HELP],
    choices: argument?.argChoices ?? [],
    takesFile: ['file', 'folder'].includes(argument?.name() ?? ''),
  }
}

const HELP: CompletedOption = {
  flags: ['-h', '--help'],
  description: 'print help',
  takesValue: false,
  choices: [],
  takesFile: false,
}

function completedOption({ short, long, description, required, argChoices, flags }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    takesValue: required,
    choices: argChoices ?? [],
    takesFile: flags.includes('<file>'),
  }
}

/** Returns the options of a command that take a value, each with the pattern of the command and the option. */
export function optionsWithValue({ path, options }: CompletedCommand) {
  return options
    .filter(({ takesValue }) => takesValue)
    .map((option) => ({ ...option, pattern: option.flags.map((flag) => `'${path} ${flag}'`).join('|') }))
}

interface WithCommands<T> {
  readonly commands: readonly T[]
}

/** Returns all commands below a command, each before those below it. */
export function commandsBelow<T extends WithCommands<T>>({ commands }: WithCommands<T>): T[] {
  return commands.flatMap((child) => [child, ...commandsBelow(child)])
}
