import { stringify } from 'yaml'
import { catalogue, entryByKey, otherVariables } from './catalogue.ts'
import type { Setting } from './setting.ts'

/** The sections of the page in the order of use, with the settings and groups in each. */
const sections: readonly (readonly [title: string, keys: readonly string[]])[] = [
  ['Service', ['application', 'console', 'apiDocs', 'menus']],
  ['Database and several nodes', ['database', 'redis', 'cluster']],
  ['Tokens and sessions', ['jwt', 'session']],
  ['Login', ['login', 'captcha', 'password']],
  ['Login with LDAP', ['login.ldap']],
  ['Login with OpenID Connect', ['login.oidc']],
  ['Login with one-time codes', ['login.code']],
  ['Invitations and forgotten passwords', ['login.passwordLink']],
  ['Passkeys and second factors', ['login.passkey', 'login.secondFactor']],
  ['Permissions and limits', ['administration', 'permission', 'cors', 'rateLimit']],
  ['Gateway', ['gateway']],
  ['Logs and monitoring', ['logger', 'explain', 'usage', 'metrics', 'tracing', 'events']],
]

/** The settings that matter most, for settings.example.yml, by group. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  application: ['mode', 'publicUrl', 'host', 'port', 'dataDir', 'trustProxy'],
  database: ['url'],
  jwt: ['secret', 'timeout'],
  login: ['methods'],
}

/** Returns the text of docs/reference/settings.md. */
export function settingsPage(): string {
  const texts = sections.map(([title]) => section(title))
  return [intro, ...texts, examplesSection(), otherVariablesSection()].join('\n')
}

const intro = `<!-- Generated from src/settings/ by \`npm run docs\`. Do not edit. -->

# Settings

All settings are optional: \`castellan serve\` starts with the defaults below. Settings come from three sources. A later
source takes precedence:

1. The settings file in YAML: the file given by \`--config FILE\` or the variable \`CASTELLAN_CONFIG\`, otherwise
   \`settings.yml\` in the current folder, if it exists. \`--system\` selects \`/etc/castellan/settings.yml\`, the file of the service on
   this machine; without it, this file is never read. All keys may be under
   one top-level key \`settings\`, as in go-admin. [settings.example.yml](../../settings.example.yml) contains the ten that matter most.
2. Environment variables: \`CASTELLAN_\` and the path of the key in capitals, with \`_\` for the dots. An empty variable
   is refused.
3. The flag \`--set key=value\`, which can be repeated: \`castellan serve --set application.port=9000\`.

All commands read the same sources as \`castellan serve\`, but a command needs only the settings that it uses.
A command that changes the database names it on standard error. \`castellan settings\` prints every value that applies and where it comes from, with secrets masked.

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
names the key, its source with the line and the fix; all of them are printed at once, also several in one list. Values in the file are not converted: \`port: "8000"\` is a text and is refused. Variables
and flags are texts and are converted to the type of their setting: \`true\` or \`false\`, whole numbers in digits, lists
as JSON or in YAML's flow style, lists of texts also separated by commas. YAML aliases, merge keys and tags are refused, and so is a file of more than 1 MB.
`

function section(title: string): string {
  const entries = catalogue.filter(({ key }) => sectionOf(key) === title)
  const rows = entries.map(({ key, variable, setting }) => [code(key), code(variable), ...cellsOf(setting)])
  const records = entries.map(({ key, setting }) => recordTable(`an entry of ${code(key)}`, setting))
  return `## ${title}\n\n${table(['key', 'variable', ...COLUMNS], rows)}${records.join('')}`
}

const COLUMNS = ['type', 'default', 'description']

/** Returns the section with the longest of the keys that the setting belongs to. */
function sectionOf(key: string): string | undefined {
  const found = sections
    .flatMap(([title, keys]) => keys.map((group) => ({ title, group })))
    .filter(({ group }) => `${key}.`.startsWith(`${group}.`))
  return found.toSorted((one, other) => other.group.length - one.group.length)[0]?.title
}

/** Returns the keys of the records in a list, and of the records in them. */
function recordTable(owner: string, { fields = {} }: Setting<unknown>): string {
  if (Object.keys(fields).length === 0) return ''
  const rows = Object.entries(fields).map(([name, field]) => {
    const [type = '', given = '', doc = ''] = cellsOf(field)
    return [code(name), type, 'value' in field.read(field.default) ? given : 'required', doc]
  })
  const inner = Object.entries(fields).map(([name, field]) => recordTable(`${code(name)} in ${owner}`, field))
  return `\nThe keys of ${owner}:\n\n${table(['key', ...COLUMNS], rows)}${inner.join('')}`
}

function cellsOf(setting: Setting<unknown>): readonly string[] {
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
  const rows = Object.entries(otherVariables).map(([variable, doc]) => [code(variable), doc])
  const note = 'Variables that Kubernetes sets for a Service named `castellan` are ignored.'
  return `## Other variables\n\n${table(['variable', 'description'], rows)}\n${note}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`,
  )
  return lines.join('')
}

function code(text: string): string {
  return `\`${text}\``
}

const EXAMPLE_LINE_WIDTH = 96

const exampleHead = `# The ten settings of Castellan that matter most, with their defaults. Copy this file to settings.yml and
# change what you need. All settings: docs/reference/settings.md. Generated by \`npm run docs\`.
`

/** Returns the text of settings.example.yml. */
export function settingsExample(): string {
  const groups = Object.entries(EXAMPLES).map(([group, names]) => {
    return `${group}:\n${names.map((name) => exampleOf(group, name)).join('')}`
  })
  return [exampleHead, ...groups].join('\n')
}

function exampleOf(group: string, name: string): string {
  const setting = entryByKey.get(`${group}.${name}`)?.setting
  if (setting === undefined) throw new Error(`${group}.${name} is not a setting`)
  const typeIsObvious = setting.typeName === 'text'
  const comments = wrap(
    typeIsObvious ? setting.doc : `${setting.doc} Type: ${setting.typeName}.`,
    EXAMPLE_LINE_WIDTH,
  )
  if (setting.example !== setting.default) {
    comments.push(`For example: ${name}: ${flowStyle(setting.example)}`)
  }
  const lines = [...comments.map((line) => `# ${line}`), `${name}: ${flowStyle(setting.default)}`]
  return lines.map((line) => `  ${line}\n`).join('')
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
