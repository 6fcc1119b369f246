import { stringify } from 'yaml'
import { catalogue, type Entry, otherVariables } from './catalogue.ts'
import { declarations } from './declarations/declarations.ts'
import { type Group, isSetting, type Setting } from './setting.ts'

/** Returns the text of docs/reference/settings.md. */
export function settingsPage(): string {
  const groups = Object.keys(declarations).map((name) => groupSection(name, entriesOf(name)))
  return [intro, ...groups, examplesSection(), otherVariablesSection()].join('\n')
}

const intro = `<!-- Generated from src/settings/ by \`npm run docs\`. Do not edit. -->

# Settings

All settings are optional: \`castellan serve\` starts with the defaults below. Settings come from three sources. A later
source takes precedence:

1. The settings file in YAML: the file given by \`--config FILE\` or the variable \`CASTELLAN_CONFIG\`, otherwise
   \`settings.yml\` in the current folder, otherwise \`/etc/castellan/settings.yml\`, if it exists. All keys may be under
   one top-level key \`settings\`, as in go-admin. [settings.example.yml](../../settings.example.yml) contains every key.
2. Environment variables: \`CASTELLAN_\` and the path of the key in capitals, with \`_\` for the dots. An empty variable
   is refused.
3. The flag \`--set key=value\`, which can be repeated: \`castellan serve --set application.port=9000\`.

All commands read the same sources as \`castellan serve\`, but a command needs only the settings that it uses.
\`castellan settings\` prints every value that applies and where it comes from, with secrets masked.

A relative path in the settings file is relative to the folder of that file, and so is the default of
\`application.dataDir\` if there is a settings file. A relative path in a variable or a flag is relative to the current
folder.

## Secrets

Do not pass secrets as flags: other users of the machine can see the command line. Put each secret into a file that
only the service can read, and name the file:

\`\`\`sh
CASTELLAN_JWT_SECRET_FILE=/run/secrets/jwt-secret castellan serve
castellan serve --set database.url=@/run/secrets/database-url
\`\`\`

Every variable has such a form with the suffix \`_FILE\`, and every flag accepts \`@FILE\`. The file contains the value in
UTF-8; one line break at its end is removed. A relative path is relative to the current folder. A file that is missing,
unreadable, empty or larger than 1 MB stops the start, and so do \`NAME\` and \`NAME_FILE\` together. A flag value that
begins with \`@\` is written with \`@@\`. Messages never contain secrets.

## Checks

An unknown key or variable, a value of the wrong type or a weak secret stops the start. Each mistake is one line that
names the key, its source and the fix; all of them are printed at once. Values in the file are not converted: \`port: "8000"\` is a text and is refused. Variables
and flags are texts and are converted to the type of their setting: \`true\` or \`false\`, whole numbers in digits, lists
as JSON or in YAML's flow style. YAML aliases, merge keys and tags are refused, and so is a file of more than 1 MB.
`

function entriesOf(name: string): readonly Entry[] {
  return catalogue.filter(({ key }) => key === name || key.startsWith(`${name}.`))
}

function groupSection(name: string, entries: readonly Entry[]): string {
  const rows = entries.map((entry) => row([code(entry.key), code(entry.variable), ...cellsOf(entry)]))
  return [
    `## ${name}\n`,
    row(['key', 'variable', 'type', 'default', 'description']),
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function cellsOf({ setting }: Entry): readonly string[] {
  const isEmpty = setting.default === '' || (Array.isArray(setting.default) && setting.default.length === 0)
  return [setting.typeName, isEmpty ? 'empty' : code(String(setting.default)), setting.doc]
}

function examplesSection(): string {
  const lines = catalogue
    .filter(({ setting }) => !setting.secret && setting.example !== setting.default)
    .map(({ variable, setting }) => `${variable}='${asVariable(setting.example)}'`)
  return ['## Examples\n', '```sh', ...lines, '```', ''].join('\n')
}

function asVariable(value: unknown): string {
  if (typeof value === 'string') return value
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return isListOfTexts ? value.join(',') : JSON.stringify(value)
}

function otherVariablesSection(): string {
  const rows = Object.entries(otherVariables).map(([variable, doc]) => row([code(variable), doc]))
  const note = 'Variables that Kubernetes sets for a Service named `castellan` are ignored.'
  return ['## Other variables\n', row(['variable', 'description']), '|---|---|', ...rows, '', note, ''].join(
    '\n',
  )
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function code(text: string): string {
  return `\`${text}\``
}

const EXAMPLE_LINE_WIDTH = 100

const exampleHead = `# All settings of Castellan with their defaults. Generated from src/settings/ by \`npm run docs\`.
# Copy this file to settings.yml and change what you need. See also docs/reference/settings.md.
`

/** Returns the text of settings.example.yml. */
export function settingsExample(): string {
  return [exampleHead, ...exampleLines(declarations, ''), ''].join('\n')
}

function exampleLines(group: Group, indent: string): string[] {
  return Object.entries(group).flatMap(([name, node]) => {
    if (isSetting(node)) return settingLines(name, node, indent)
    return [`${indent}${name}:`, ...exampleLines(node, `${indent}  `), '']
  })
}

function settingLines(name: string, setting: Setting<unknown>, indent: string): string[] {
  const typeIsObvious = setting.typeName === 'text' || typeof setting.default === 'boolean'
  const description = typeIsObvious ? setting.doc : `${setting.doc} Type: ${setting.typeName}.`
  const comments = wrap(description, EXAMPLE_LINE_WIDTH - indent.length).map((line) => `${indent}# ${line}`)
  const hasExample = setting.example !== setting.default
  const example = hasExample ? [`${indent}# For example: ${name}: ${flowStyle(setting.example)}`] : []
  return [...comments, ...example, `${indent}${name}: ${flowStyle(setting.default)}`]
}

function flowStyle(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim()
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
