import type { Command, Option } from 'commander'
import { commandsBelow } from '../completion/completion-tree.ts'
import { COMMON_OPTIONS } from '../context/command-options.ts'
import { createProgram, EXIT_CODE_TEXTS } from '../program.ts'
import { examplesOf } from './examples.ts'
import { notesOf, pathOf } from './help.ts'

const INTRO = `<!-- Generated from src/cli/ by \`npm run docs\`. Do not edit. -->

# Commands

\`castellan --help\` lists the commands, and \`castellan <command> --help\` describes one. Commands work directly on the
database, so they can be run while the service is running, on the same machine or another one with the same settings.
The service applies their changes within two seconds. The audit log records them under the user of the operating system.

## Common options
`

const CONVENTIONS = `
A terminal gets colours unless the variable \`NO_COLOR\` is set, and tables whose rows fit on one line. A pipe gets neither:
all cells are complete. Tables show words, such as the keys of roles; JSON has the codes of the API. Errors are one line on
standard error, \`error: …\`, or \`{"error": …}\` with \`--json\`; settings have one line for each mistake. Every command that
imports a file takes \`-\` for standard input.

| exit code | meaning |
|---|---|
${EXIT_CODE_TEXTS.map((text) => row([text.slice(0, 1), text.slice(1).trim()])).join('\n')}

To complete commands and options with the Tab key, load the script of \`castellan completion\` in your shell.
`

/** Returns the text of docs/reference/cli.md. Throws if a command has no example. */
export function commandsPage(): string {
  const program = createProgram('', { write() {}, width: 80, coloured: false })
  const commands = commandsBelow(program)
  const common = commands.flatMap(({ options }) => options).filter(isCommon)
  const table = optionTable([...new Map(common.map((option) => [option.flags, option])).values()])
  return [INTRO, ...table, CONVENTIONS, ...commands.flatMap(sectionOf)].join('\n')
}

function sectionOf(command: Command): string[] {
  const path = pathOf(command)
  const isGroup = command.commands.length > 0
  const isTopLevel = command.parent?.parent === null
  const examples = examplesOf(path)
  if (examples.length === 0) throw new Error(`add an example of "${path}" to src/cli/help/examples.ts`)
  const title = `${isTopLevel ? '##' : '###'} ${path}`
  const text = [title, '', sentenceOf(command.description()), '']
  if (isGroup) return text
  const own = command.options.filter((option) => !isCommon(option))
  return [
    ...text,
    '```sh',
    `${path} ${command.usage().replaceAll(/\n +/g, '\n')}`.trimEnd(),
    '```',
    '',
    ...(own.length > 0 ? [...optionTable(own), ''] : []),
    ...notesOf(command).flatMap((note) => [note, '']),
    'Examples:',
    '',
    '```sh',
    ...examples,
    '```',
    '',
  ]
}

function sentenceOf(description: string): string {
  const text = `${description.charAt(0).toUpperCase()}${description.slice(1)}.`
  return text.replaceAll(/(?<![\w`])(\/[\w/:*]+)/g, '`$1`')
}

function optionTable(options: readonly Option[]): string[] {
  return [row(['option', 'meaning']), '|---|---|', ...options.map((option) => row(cellsOf(option)))]
}

function cellsOf({ flags, description, argChoices, defaultValue, mandatory }: Option): string[] {
  const isShown = ['string', 'number'].includes(typeof defaultValue)
  const details = [
    description,
    ...(argChoices ? [`one of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`] : []),
    ...(isShown ? [`\`${defaultValue}\` by default`] : []),
    ...(mandatory ? ['required'] : []),
  ]
  return [`\`${flags}\``, details.join('; ')]
}

function isCommon({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === COMMON_OPTIONS
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
