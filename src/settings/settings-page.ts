import { catalogue, type Entry, otherVariables } from './catalogue.ts'
import { declarations } from './declarations.ts'

/** The text of docs/settings.md, made from the declarations. */
export function settingsPage(): string {
  const groups = Object.keys(declarations).map((name) => groupSection(name, entriesOf(name)))
  return [intro, ...groups, examples(), outro()].join('\n')
}

const intro = `<!-- Made from src/settings/ by \`npm run docs\`. Do not edit. -->

# Settings

Castellan needs none: \`castellan serve\` starts with the defaults below. What you do set comes from three places, and the
later wins:

1. The settings file, written in YAML: \`settings.yml\` in the current folder if there is one, or the file that
   \`--config FILE\` or the variable \`CASTELLAN_CONFIG\` names. Keys may stand under one top-level key \`settings\`, as in
   go-admin. [settings.example.yml](../settings.example.yml) shows every key.
2. Environment variables: \`CASTELLAN_\` and the path of the key in capitals, with \`_\` for the dots. A variable that is
   empty counts as not set.
3. The flag \`--set key=value\`, as often as you like: \`castellan serve --set application.port=9000\`.

The start stops, with one line that names the key, where it was written and the fix, at an unknown key or variable, a
value of the wrong type, and settings that cannot stand together. In the file nothing is converted: \`port: "8000"\` is a
text and refused. Variables and flags are texts, read by the type of their setting: \`true\` or \`false\`, whole numbers
in digits, lists as JSON or in YAML's flow style. Aliases, merge keys and tags of YAML are not accepted, nor is a file
of more than 1 MB. Secrets are never repeated in a message; do not give them by flag, where other users of the machine
can see them.
`

function entriesOf(name: string): readonly Entry[] {
  return catalogue.filter(({ key }) => key === name || key.startsWith(`${name}.`))
}

function groupSection(name: string, entries: readonly Entry[]): string {
  const rows = entries.map((entry) => row([code(entry.key), code(entry.variable), ...cellsOf(entry)]))
  return [
    `## ${name}\n`,
    row(['key', 'variable', 'type', 'default', 'meaning']),
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function cellsOf({ setting }: Entry): readonly string[] {
  const isEmpty = setting.default === '' || (Array.isArray(setting.default) && setting.default.length === 0)
  return [setting.typeName, isEmpty ? 'empty' : code(String(setting.default)), setting.doc]
}

function examples(): string {
  const lines = catalogue
    .filter(({ setting }) => !setting.secret && setting.example !== setting.default)
    .map(({ variable, setting }) => `${variable}='${textOf(setting.example)}'`)
  return ['## Examples\n', '```sh', ...lines, '```', ''].join('\n')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return isListOfTexts ? value.join(',') : JSON.stringify(value)
}

function outro(): string {
  const rows = Object.entries(otherVariables).map(([variable, doc]) => row([code(variable), doc]))
  const note = 'The variables that Kubernetes sets for a Service named `castellan` are ignored.'
  return ['## Other variables\n', row(['variable', 'meaning']), '|---|---|', ...rows, '', note, ''].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function code(text: string): string {
  return `\`${text}\``
}
