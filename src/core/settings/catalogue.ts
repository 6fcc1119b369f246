import { declarations } from '../../features/settings.ts'
import {
  fixOf,
  type Group,
  isSetting,
  type Path,
  printableKey,
  type Setting,
} from '../../platform/settings/setting.ts'
import { describeSource, SettingsError, type Source } from '../../platform/settings/settings-error.ts'

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
  CASTELLAN_CONFIG:
    'Path of the settings file, used if neither `--config` nor `--system` is given. The file must exist.',
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

/**
 * Checks a value from one of the sources. Throws a SettingsError with everything that is wrong and the fixes if the setting does
 * not accept it. `sourceAt` returns where a part of the value was written.
 */
export function checkValue(entry: Entry, value: unknown, sourceAt: (path: Path) => Source): SettingValue {
  const { key, setting } = entry
  const reading = setting.read(value)
  if ('value' in reading) return { entry, value: reading.value, source: sourceAt([]) }
  const messages = reading.problems.map(({ path, problem, fix }) => {
    const source = sourceAt(path)
    const advice = fix ?? fixOf(setting, value, (accepted) => assignment(entry, accepted, source))
    return `${key}${describePath(path)} (${describeSource(source)}) ${problem}. Fix: ${advice}`
  })
  throw new SettingsError(messages, key)
}

/** Returns the path to a part of a value as messages show it: " entry 1: prefix". */
function describePath(path: Path): string {
  const parts = path.map((part) => (typeof part === 'number' ? ` entry ${part}:` : ` ${printableKey(part)}`))
  return parts.join('').replace(/:$/, '')
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
