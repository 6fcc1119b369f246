import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SettingValue } from './catalogue.ts'
import { declarations, type Settings, type SettingsInput } from './declarations.ts'
import { type Environment, valuesOfEnvironment, valuesOfFlags } from './environment-and-flags.ts'
import { behaviourOf } from './mode.ts'
import { problemOfSecret } from './secret.ts'
import { type Group, isSetting } from './setting.ts'
import { describeSource, SettingsError, type Source } from './settings-error.ts'
import { valuesOfFile, valuesOfTree, warningOfReadableFile } from './settings-file.ts'

const DEFAULT_FILE = 'settings.yml'

interface Sources {
  /** The file given by `--config`. It must exist. */
  readonly file?: string | undefined
  readonly env: Environment
  /** The `key=value` of every `--set`. */
  readonly flags: readonly string[]
  /** The current folder. */
  readonly cwd: string
}

export interface LoadedSettings {
  readonly settings: Settings
  /** The absolute path of the settings file, if one was read. */
  readonly file: string | undefined
  /** A warning about that file. */
  readonly warning?: string | undefined
}

/**
 * Reads the settings file, the environment and the flags. A later source takes precedence.
 *
 * @example
 * ```ts
 * const { settings } = loadSettings({ env: process.env, flags: ['application.port=0'], cwd: process.cwd() })
 * ```
 */
export function loadSettings({ file, env, flags, cwd }: Sources): LoadedSettings {
  const configured = file ?? (env.CASTELLAN_CONFIG === '' ? undefined : env.CASTELLAN_CONFIG)
  const path = resolve(cwd, configured ?? DEFAULT_FILE)
  const fileIsUsed = configured !== undefined || existsSync(path)
  const fileValues = fileIsUsed ? valuesOfFile(path, configured ?? DEFAULT_FILE) : []
  const settings = settingsFrom([
    ...fileValues,
    ...valuesOfEnvironment(env, cwd),
    ...valuesOfFlags(flags, cwd),
  ])
  if (!fileIsUsed) return { settings, file: undefined }
  return { settings, file: path, warning: warningOfReadableFile(path, fileValues) }
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
  return settingsFrom(valuesOfTree(input, () => ({ kind: 'object' })))
}

/** Returns the settings with these values and the defaults. A later value replaces an earlier one of the same key. */
function settingsFrom(values: readonly SettingValue[]): Settings {
  const last = new Map(values.map((value) => [value.entry.key, value]))
  // The tree has the shape of the declarations, and each value in it was checked by its declaration.
  const settings = deepFreeze(withDefaults(declarations, '', last)) as Settings
  checkSecret(settings, last.get('jwt.secret')?.source)
  return settings
}

function withDefaults(group: Group, prefix: string, values: ReadonlyMap<string, SettingValue>): unknown {
  const entries = Object.entries(group).map(([name, node]) => {
    const key = prefix + name
    if (!isSetting(node)) return [name, withDefaults(node, `${key}.`, values)]
    const given = values.get(key)
    return [name, given === undefined ? node.default : given.value]
  })
  return Object.fromEntries(entries)
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

/** Checked here and not by the declaration, because it depends on the mode. */
function checkSecret(settings: Settings, source: Source | undefined): void {
  const { secret } = settings.jwt
  // Empty: a secret is generated on the first start.
  if (secret === '' || !behaviourOf(settings).strongSecretRequired) return
  const problem = problemOfSecret(secret)
  if (problem === undefined) return
  throw new SettingsError(
    `jwt.secret${source === undefined ? '' : ` (${describeSource(source)})`} ${problem}`,
  )
}
