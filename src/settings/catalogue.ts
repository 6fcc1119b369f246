import { declarations } from './declarations/declarations.ts'
import { type Group, isSetting, type Setting } from './setting.ts'
import { describeSource, SettingsError, type Source } from './settings-error.ts'

/** A setting with its name in every source. */
export interface Entry {
  /** `application.trustProxy` */
  readonly key: string
  /** `CASTELLAN_APPLICATION_TRUSTPROXY` */
  readonly variable: string
  readonly setting: Setting<unknown>
}

export const VARIABLE_PREFIX = 'CASTELLAN_'

/** A variable with this suffix names a file that contains the value. */
export const FILE_SUFFIX = '_FILE'

/** Variables with the same prefix that are not settings. */
export const otherVariables = {
  CASTELLAN_CONFIG: 'Path of the settings file, used if `--config` is not given. The file must exist.',
  CASTELLAN_ADMIN_PASSWORD:
    'Password of the user `admin`, read only on the first start. Outside `dev`, it must obey the rules for new passwords (`password.minLength`). Without it, a random password is generated and printed once; outside `dev`, it has to be changed at the first login.',
  CASTELLAN_ADMIN_PASSWORD_FILE: 'File that contains the value of `CASTELLAN_ADMIN_PASSWORD`.',
  CASTELLAN_TOKEN: 'Token with which `castellan routes --url` asks a running service.',
} as const satisfies Readonly<Record<`${typeof VARIABLE_PREFIX}${string}`, string>>

function entriesOf(group: Group, path: readonly string[]): Entry[] {
  return Object.entries(group).flatMap(([name, node]) => {
    const full = [...path, name]
    if (!isSetting(node)) return entriesOf(node, full)
    return [{ key: full.join('.'), variable: VARIABLE_PREFIX + full.join('_').toUpperCase(), setting: node }]
  })
}

/** All settings, in the order of their declaration. */
export const catalogue: readonly Entry[] = entriesOf(declarations, [])

export const entryByKey: ReadonlyMap<string, Entry> = new Map(catalogue.map((entry) => [entry.key, entry]))
export const entryByVariable: ReadonlyMap<string, Entry> = new Map(
  catalogue.map((entry) => [entry.variable, entry]),
)

/** The names of all groups: `application`, `logger`, … */
export const groupKeys: ReadonlySet<string> = new Set(
  catalogue.flatMap(({ key }) => {
    const path = key.split('.')
    return path.slice(1).map((_, depth) => path.slice(0, depth + 1).join('.'))
  }),
)

/** A checked value of a setting, and where it was written. */
export interface SettingValue {
  readonly entry: Entry
  readonly value: unknown
  readonly source: Source
}

/** Checks a value from one of the sources. Throws a SettingsError with the fix if the setting does not accept it. */
export function checkValue(entry: Entry, value: unknown, source: Source): SettingValue {
  const outcome = entry.setting.read(value)
  if ('value' in outcome) return { entry, value: outcome.value, source }
  throw new SettingsError(
    `${entry.key} (${describeSource(source)}) ${outcome.problem}. Fix: ${fixOf(entry, value, source)}`,
    entry.key,
  )
}

function fixOf(entry: Entry, value: unknown, source: Source): string {
  const { setting } = entry
  const isNumberOrFlag = typeof value === 'number' || typeof value === 'boolean'
  if (setting.secret) {
    // A fix must not repeat the value either.
    if (isNumberOrFlag) return 'put it in quotes'
    return setting.example === ''
      ? 'write a text'
      : `write for example ${assignment(entry, setting.example, source)}`
  }
  // The same value in the type of the setting: 9000 for "9000".
  const converted =
    isNumberOrFlag || typeof value === 'string' ? [setting.fromText(String(value)), String(value)] : []
  const accepted = converted.find((candidate) => candidate !== value && 'value' in setting.read(candidate))
  if (accepted !== undefined) return `write ${assignment(entry, accepted, source)}`
  const example = `write for example ${assignment(entry, setting.example, source)}`
  return value === null ? `remove it, or ${example}` : example
}

/** Returns what to write in the source to give the setting this value. */
function assignment(entry: Entry, value: unknown, source: Source): string {
  const json = JSON.stringify(value)
  const text = typeof value === 'string' ? value : json
  if (source.kind === 'variable') return shellAssignment(entry.variable, text)
  if (source.kind === 'value-file') return `${text} in the file`
  if (source.kind === 'flag') return `--set ${shellAssignment(entry.key, text)}`
  const path = entry.key.split('.')
  const name = path.at(-1) ?? entry.key
  return path.length > 1 ? `${name}: ${json} under ${path.slice(0, -1).join('.')}` : `${name}: ${json}`
}

function shellAssignment(name: string, text: string): string {
  return /^[\w./:,-]*$/.test(text) ? `${name}=${text}` : `${name}='${text.replaceAll("'", "'\\''")}'`
}
