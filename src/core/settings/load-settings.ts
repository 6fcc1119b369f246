import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  COMBINATIONS,
  declarations,
  type Settings,
  type SettingsInput,
  STANDALONE_COMBINATIONS,
} from '../../features/settings.ts'
import { type Group, inFolder, isSetting } from '../../platform/settings/setting.ts'
import {
  createSettingsErrors,
  describeSource,
  SettingsError,
  type SettingsErrors,
  type Source,
} from '../../platform/settings/settings-error.ts'
import { FILE_SUFFIX, type SettingValue } from './catalogue.ts'
import type { Combination } from './combination.ts'
import { type Environment, valuesOfEnvironment, valuesOfFlags } from './environment-and-flags.ts'
import { valuesOfFile, valuesOfTree, warningOfReadableFile } from './settings-file.ts'

export const DEFAULT_FILE = 'settings.yml'
/** The settings file of the service of this machine. Read only if it is asked for: it leads to the database of production. */
export const SYSTEM_FILE = '/etc/castellan/settings.yml'

interface Sources {
  /** The file given by `--config` or `--system`. It must exist. */
  readonly file?: string | undefined
  readonly env: Environment
  /** The `key=value` of every `--set`. */
  readonly flags: readonly string[]
  /** The current folder. */
  readonly cwd: string
  /** What is required of several settings together: nothing for commands, which use only some settings. */
  readonly combinations?: readonly Combination<Settings>[]
}

export interface LoadedSettings {
  readonly settings: Settings
  /** The absolute path of the settings file, if one was read. */
  readonly file: string | undefined
  /** Where each value that is not a default was written, by key. */
  readonly sources: ReadonlyMap<string, Source>
  /** The variables and the keys of the flags that were given. */
  readonly variables: readonly string[]
  readonly flags: readonly string[]
  /** A warning about the file. */
  readonly warning?: string | undefined
}

/**
 * Reads the settings file, the environment and the flags. A later source takes precedence.
 * See docs/decisions/0024-settings-of-commands.md.
 *
 * @example
 * ```ts
 * const { settings } = readSettings({ env: process.env, flags: ['application.port=0'], cwd: process.cwd() })
 * ```
 */
export function readSettings(given: Sources): LoadedSettings {
  const { env, cwd, combinations = STANDALONE_COMBINATIONS } = given
  const errors = createSettingsErrors()
  const found = settingsFileOf(given)
  const fileValues = errors.attempt(() => (found ? valuesOfFile(found.path, found.displayName, errors) : []))
  const environmentValues = valuesOfEnvironment(env, cwd, errors)
  const flagValues = valuesOfFlags(given.flags, cwd, errors)
  const values = [...fileValues, ...environmentValues, ...flagValues]
  const folder = found && dirname(found.path)
  return {
    settings: settingsFrom(values, errors, { folder, combinations }),
    file: found?.path,
    sources: new Map(values.map(({ entry, source }) => [entry.key, source])),
    variables: environmentValues
      .map(({ entry, source }) => entry.variable + (source.kind === 'value-file' ? FILE_SUFFIX : ''))
      .sort(),
    flags: [...new Set(flagValues.map(({ entry }) => entry.key))],
    warning: found && warningOfReadableFile(found.path, fileValues),
  }
}

/** Returns the settings file: a configured one, which must exist, or the one of the current folder. */
function settingsFileOf({ file, env, cwd }: Sources) {
  // An empty variable is refused with the other variables.
  const configured = file ?? (env.CASTELLAN_CONFIG === '' ? undefined : env.CASTELLAN_CONFIG)
  const displayName = configured ?? (existsSync(resolve(cwd, DEFAULT_FILE)) ? DEFAULT_FILE : undefined)
  return displayName === undefined ? undefined : { path: resolve(cwd, displayName), displayName }
}

/** Returns the sources of the settings, one per line. */
export function describeSources({ file, variables, flags }: LoadedSettings): string[] {
  const given = [
    ...(file === undefined ? [] : [file]),
    ...(variables.length === 0 ? [] : [`variables: ${variables.join(', ')}`]),
    ...(flags.length === 0 ? [] : [`flags: ${flags.join(', ')}`]),
  ]
  if (file !== undefined) return given
  const missing = 'there is no settings.yml in this folder'
  return given.length === 0 ? [`defaults (${missing})`] : [...given, `(${missing})`]
}

/**
 * Checks the settings that a program passes and adds the defaults.
 *
 * @example
 * ```ts
 * const settings = resolveSettings({ application: { port: 0 }, jwt: { timeout: 900 } })
 * ```
 */
export function resolveSettings(input: SettingsInput): Settings {
  const errors = createSettingsErrors()
  const values = errors.attempt(() => valuesOfTree(input, () => ({ kind: 'object' }), errors))
  return settingsFrom(values, errors, { combinations: COMBINATIONS })
}

interface Checks {
  /** The folder of the settings file, if there is one: the default of a path is relative to it. */
  readonly folder?: string | undefined
  readonly combinations: readonly Combination<Settings>[]
}

/** Returns the settings with these values and the defaults. A later value replaces an earlier one of the same key. */
function settingsFrom(values: readonly SettingValue[], errors: SettingsErrors, checks: Checks): Settings {
  const last = new Map(values.map((value) => [value.entry.key, value]))
  // The tree has the shape of the declarations, and each value in it was checked by its declaration.
  const settings = deepFreeze(withDefaults(declarations, '', last, checks.folder)) as Settings
  // Further mistakes of settings that have one could be its consequences.
  const found = checks.combinations.flatMap(({ reads, find }) =>
    errors.mayAffect(reads) ? [] : find(settings),
  )
  for (const { key, problem } of found) {
    const source = last.get(key)?.source
    const where = source === undefined ? '' : ` (${describeSource(source)})`
    errors.add(new SettingsError(`${key}${where} ${problem}`, key))
  }
  errors.throwAll()
  return settings
}

function withDefaults(
  group: Group,
  prefix: string,
  values: ReadonlyMap<string, SettingValue>,
  folder: string | undefined,
): unknown {
  const entries = Object.entries(group).map(([name, node]) => {
    const key = prefix + name
    if (!isSetting(node)) return [name, withDefaults(node, `${key}.`, values, folder)]
    const given = values.get(key)
    if (given !== undefined) return [name, given.value]
    return [name, folder === undefined ? node.default : inFolder(node, node.default, folder)]
  })
  return Object.fromEntries(entries)
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}
