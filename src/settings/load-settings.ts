import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { FILE_SUFFIX, type SettingValue } from './catalogue.ts'
import { declarations, type Settings, type SettingsInput } from './declarations.ts'
import { type Environment, valuesOfEnvironment, valuesOfFlags } from './environment-and-flags.ts'
import { problemOfLdap } from './ldap.ts'
import { problemOfLoginMethods } from './login-methods.ts'
import { behaviourOf } from './mode.ts'
import { problemOfOidcProviders } from './oidc-provider-checks.ts'
import { relyingPartyOf } from './relying-party.ts'
import { problemOfSecret } from './secret.ts'
import { type Group, isSetting } from './setting.ts'
import { describeSource, SettingsError, type Source } from './settings-error.ts'
import { valuesOfFile, valuesOfTree, warningOfReadableFile } from './settings-file.ts'
import { problemOfUpstreams } from './upstream.ts'
import { problemOfWebhooks } from './webhook.ts'

const DEFAULT_FILE = 'settings.yml'
/** Read if the current folder has no settings file, so that commands in any folder use the settings of the service. */
const SYSTEM_FILE = process.platform === 'win32' ? undefined : '/etc/castellan/settings.yml'

interface Sources {
  /** The file given by `--config`. It must exist. */
  readonly file?: string | undefined
  readonly env: Environment
  /** The `key=value` of every `--set`. */
  readonly flags: readonly string[]
  /** The current folder. */
  readonly cwd: string
  /** The file that is read if the current folder has none, for tests. */
  readonly systemFile?: string
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
 *
 * @example
 * ```ts
 * const { settings } = loadSettings({ env: process.env, flags: ['application.port=0'], cwd: process.cwd() })
 * ```
 */
export function loadSettings(given: Sources): LoadedSettings {
  const { env, cwd } = given
  const found = settingsFileOf(given)
  const fileValues = found === undefined ? [] : valuesOfFile(found.path, found.displayName)
  const environmentValues = valuesOfEnvironment(env, cwd)
  const flagValues = valuesOfFlags(given.flags, cwd)
  const values = [...fileValues, ...environmentValues, ...flagValues]
  return {
    settings: settingsFrom(values),
    file: found?.path,
    sources: new Map(values.map(({ entry, source }) => [entry.key, source])),
    variables: environmentValues
      .map(({ entry, source }) => entry.variable + (source.kind === 'value-file' ? FILE_SUFFIX : ''))
      .sort(),
    flags: [...new Set(flagValues.map(({ entry }) => entry.key))],
    warning: found && warningOfReadableFile(found.path, fileValues),
  }
}

/** Returns the settings file: a configured one, which must exist, or the first of the default ones that exists. */
function settingsFileOf({ file, env, cwd, systemFile = SYSTEM_FILE }: Sources) {
  const configured = file ?? (env.CASTELLAN_CONFIG === '' ? undefined : env.CASTELLAN_CONFIG)
  const candidates = [DEFAULT_FILE, ...(systemFile === undefined ? [] : [systemFile])]
  const displayName = configured ?? candidates.find((name) => existsSync(resolve(cwd, name)))
  return displayName === undefined ? undefined : { path: resolve(cwd, displayName), displayName }
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
  checkSecret('jwt.secret', settings.jwt.secret, settings, last)
  checkSecret('gateway.signingSecret', settings.gateway.signingSecret, settings, last)
  checkSecret('login.secondFactor.encryptionKey', settings.login.secondFactor.encryptionKey, settings, last)
  checkLoginMethods(settings, last)
  checkLdap(settings, last)
  checkPasskeys(settings)
  checkOidcProviders(settings, last)
  checkUpstreams(settings, last)
  checkWebhooks(settings, last)
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

/** Throws what is wrong with a setting, and where it was written. */
function refuse(key: string, problem: string, values: ReadonlyMap<string, SettingValue>): never {
  const source = values.get(key)?.source
  throw new SettingsError(`${key}${source === undefined ? '' : ` (${describeSource(source)})`} ${problem}`)
}

/** Checked here and not by the declarations, because it concerns several settings. */
function checkPasskeys({ application, login, cors }: Settings): void {
  if (!login.methods.includes('passkey')) return
  const outcome = relyingPartyOf({ application, login, cors })
  if ('problem' in outcome) throw new SettingsError(outcome.problem)
}

function checkLoginMethods({ login }: Settings, values: ReadonlyMap<string, SettingValue>): void {
  const problem = problemOfLoginMethods(login.methods)
  if (problem !== undefined) refuse('login.methods', problem, values)
}

/** Checked here and not by the declaration, because most of them are needed only if the method is enabled. */
function checkLdap({ login }: Settings, values: ReadonlyMap<string, SettingValue>): void {
  const found = login.methods.includes('ldap') ? problemOfLdap(login.ldap) : undefined
  if (found !== undefined) refuse(found.key, found.problem, values)
}

/** Checked here and not by the declaration, because it concerns several entries and other settings. */
function checkOidcProviders(
  { login, application }: Settings,
  values: ReadonlyMap<string, SettingValue>,
): void {
  const isEnabled = login.methods.includes('oidc')
  const problem = problemOfOidcProviders(login.oidc.providers, isEnabled, application.publicUrl)
  if (problem !== undefined) refuse('login.oidc.providers', problem, values)
}

/** Checked here and not by the declaration, because it depends on the mode. */
function checkSecret(
  key: string,
  secret: string,
  settings: Settings,
  values: ReadonlyMap<string, SettingValue>,
): void {
  // Empty: none is used, or one is generated on the first start.
  if (secret === '' || !behaviourOf(settings).strongSecretRequired) return
  const problem = problemOfSecret(secret)
  if (problem !== undefined) refuse(key, problem, values)
}

/** Checked here and not by the declaration, because it concerns several entries and another setting. */
function checkUpstreams({ gateway }: Settings, values: ReadonlyMap<string, SettingValue>): void {
  const problem =
    gateway.upstreams.length > 0 && gateway.signingSecret === ''
      ? 'requires gateway.signingSecret, with which the services verify who calls them. Fix: set it; generate one with: openssl rand -base64 48'
      : problemOfUpstreams(gateway.upstreams)
  if (problem !== undefined) refuse('gateway.upstreams', problem, values)
}

/** Checked here and not by the declaration, because it concerns several entries. */
function checkWebhooks({ events }: Settings, values: ReadonlyMap<string, SettingValue>): void {
  const problem = problemOfWebhooks(events.webhooks)
  if (problem !== undefined) refuse('events.webhooks', problem, values)
}
