import { type Command, type CommanderError, Help, type Option } from 'commander'
import { COMMON_OPTIONS, LIST_OPTIONS } from '../context/command-options.ts'
import { coloursFor, hasColours } from '../output/colour.ts'
import { UsageError } from '../output/usage-error.ts'

const { bold, cyan } = coloursFor({ isTTY: true }, {})

/** Formats a heading of a help text. Commander removes the colours if the output has none. */
export const heading = bold

const DEFAULT_WIDTH = 80
/** Longer lines are hard to read. */
const MAX_WIDTH = 120

export interface HelpOutput {
  write(text: string): void
  readonly width: number
  readonly coloured: boolean
}

/** Returns the output of help texts: standard output, at the width of the terminal. */
export function standardHelpOutput(): HelpOutput {
  const { stdout } = process
  return {
    write(text) {
      stdout.once('error', ignoreClosedPipe)
      stdout.write(text)
    },
    width: Math.min(stdout.columns || DEFAULT_WIDTH, MAX_WIDTH),
    coloured: hasColours(stdout),
  }
}

/** A reader such as "head" may close the pipe before it has read the whole text. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/**
 * Sets how the program and the commands that are added later print help. A program or a group without a command prints
 * its help, which is not an error.
 */
export function configureHelp(program: Command, output: HelpOutput): void {
  program
    .configureOutput({
      writeOut: output.write,
      writeErr: output.write,
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
      getOutHasColors: () => output.coloured,
      getErrHasColors: () => output.coloured,
      // Errors are thrown, and printed by `reportFailure`.
      outputError() {},
    })
    .configureHelp({
      groupItems: groupCommonOptionsLast,
      // Descriptions are wrapped beside long terms too.
      minWidthToWrap: 20,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(nameOf)].join(' '),
      styleTitle: heading,
      styleCommandText: cyan,
      styleSubcommandText: cyan,
      styleOptionText: cyan,
    })
}

/** Groups that come after the options of the command itself. */
const LAST_GROUPS = [LIST_OPTIONS, COMMON_OPTIONS]

function groupCommonOptionsLast<Item extends Command | Option>(
  allItems: Item[],
  visibleItems: Item[],
  groupOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Help().groupItems(allItems, visibleItems, groupOf)
  for (const name of LAST_GROUPS) {
    const items = groups.get(name)
    if (!items) continue
    groups.delete(name)
    groups.set(name, items)
  }
  return groups
}

function nameOf(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

const notes = new WeakMap<Command, readonly string[]>()

/** Returns the paragraphs that were added to the help of a command. */
export function notesOf(command: Command): readonly string[] {
  return notes.get(command) ?? []
}

/** Adds a paragraph to the end of the help of a command. It is wrapped at the width of the terminal. */
export function addNote(command: Command, text: string): Command {
  notes.set(command, [...notesOf(command), text])
  return command.addHelpText('after', () => `\n${wrap(command, text)}`)
}

/** Returns the examples of a command, by its full name. */
type ExamplesOf = (path: string) => readonly string[]

/** Completes the help of a command and its subcommands with examples, and has wrong usage thrown. */
export function completeHelp(command: Command, examplesOf: ExamplesOf): void {
  const path = pathOf(command)
  const examples = examplesOf(path)
  if (examples.length > 0) {
    const lines = examples.map((example) => `  ${example}`)
    command.addHelpText('after', ['', heading('Examples:'), ...lines].join('\n'))
  }
  command.addHelpText('before', () => {
    showTopicBelow(command)
    return ''
  })
  command.exitOverride((error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw new HelpShown()
    throw new UsageError(messageOf(error), path)
  })
  for (const child of command.commands) {
    // Commander would add it to commands without subcommands too.
    if (child.commands.length > 0) child.helpCommand('help [command]', 'print the help of a command')
    completeHelp(child, examplesOf)
  }
}

/**
 * Shows the help of the command that was asked about, if it is one below this command. Commander reads only the first word after
 * `help`, and ignores words that are not a command.
 */
function showTopicBelow(command: Command): void {
  const [topic] = wordsBelow(command)
  if (topic === undefined || topic === 'help') return
  const found = command.commands.find((one) => one.name() === topic || one.aliases().includes(topic))
  if (found) found.help()
  // A group throws, with a similar name if there is one.
  if (command.commands.length > 0) command.parse([topic], { from: 'user' })
  throw new UsageError(`unknown command '${topic}'`, pathOf(command))
}

/** Returns the words of the command line that name a command below this one, such as `add` of `help user add` for `user`. */
function wordsBelow(command: Command): readonly string[] {
  const names: string[] = []
  for (let group: Command | null = command; group; group = group.parent) {
    const [first, ...topics] = group.args
    if (first === 'help' && names.every((name, i) => topics[i] === name)) return topics.slice(names.length)
    names.unshift(group.name())
  }
  // `castellan user nosuchtopic --help`. The words after any other command are its arguments.
  const [word = '-'] = command.commands.length === 0 ? [] : command.args
  return word.startsWith('-') ? [] : [word]
}

/** Thrown by the parser after it has printed help or the version. */
export class HelpShown extends Error {}

function messageOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace('\n(Did you mean', ' (did you mean')
}

/** Returns the full name of a command, such as `castellan user add`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

function wrap(command: Command, text: string): string {
  const helper: Help = command.createHelp()
  return helper.boxWrap(text, command.configureOutput().getOutHelpWidth?.() ?? DEFAULT_WIDTH)
}
