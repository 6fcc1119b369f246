import { resolve } from 'node:path'
import { readTextFile } from '../../platform/settings/file/text-file.ts'
import { printableKey } from '../../platform/settings/setting.ts'
import {
  describeSource,
  SettingsError,
  type SettingsErrors,
  type Source,
} from '../../platform/settings/settings-error.ts'
import {
  catalogue,
  checkValue,
  type Entry,
  entryByKey,
  entryByVariable,
  FILE_SUFFIX,
  otherVariables,
  type SettingValue,
  VARIABLE_PREFIX,
} from './catalogue.ts'
import { unknownKey, unknownVariable } from './unknown-key.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the values from environment variables. `NAME_FILE` names a file that contains the value of `NAME`; a relative path is
 * relative to `cwd`. An empty variable is refused: a value that was lost on the way must not select the default, such as
 * another database.
 */
export function valuesOfEnvironment(
  environment: Environment,
  cwd: string,
  errors: SettingsErrors,
): SettingValue[] {
  return Object.entries(environment).flatMap(([variable, text]) =>
    errors.attempt(() => {
      if (!variable.startsWith(VARIABLE_PREFIX) || text === undefined) return []
      const entry = entryByVariable.get(variable)
      const entryOfFile = entryByVariable.get(withoutFileSuffix(variable))
      const isOther = Object.hasOwn(otherVariables, variable)
      const isKnown = entry !== undefined || entryOfFile !== undefined || isOther
      if (text === '' && isKnown) throw emptyVariable(variable, (entry ?? entryOfFile)?.key)
      if (entry !== undefined) {
        return [checkText(entry, text, { kind: 'variable', variable })]
      }
      if (entryOfFile !== undefined) {
        assertNotBoth(entryOfFile.variable, environment, entryOfFile.key)
        const source = { kind: 'value-file', namedBy: `variable ${variable}`, path: text } as const
        return [valueFromFile(entryOfFile, source, cwd)]
      }
      if (isOther || isSetByKubernetes(variable, text)) return []
      throw unknownVariable(variable)
    }),
  )
}

/** Returns the names of the variables that set a setting, also those that name a file with its value. */
export function namesOfSettings(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((variable) => entryByVariable.has(variable) || entryByVariable.has(withoutFileSuffix(variable)))
    .sort()
}

function checkText(entry: Entry, text: string, source: Source): SettingValue {
  return checkValue(entry, entry.setting.fromText(text), () => source)
}

function emptyVariable(variable: string, key?: string): SettingsError {
  const flag = key === undefined ? '' : `; for an empty value use the settings file or --set ${key}=`
  return new SettingsError(
    `The variable ${variable} is empty. Fix: set it or unset it${flag}`,
    key ?? variable,
  )
}

function withoutFileSuffix(variable: string): string {
  return variable.endsWith(FILE_SUFFIX) ? variable.slice(0, -FILE_SUFFIX.length) : ''
}

function assertNotBoth(variable: string, environment: Environment, key: string): void {
  if (!environment[variable]) return
  throw new SettingsError(
    `The variables ${variable} and ${variable}${FILE_SUFFIX} are both set. Fix: unset one of them`,
    key,
  )
}

type ValueFileSource = Extract<Source, { kind: 'value-file' }>

function valueFromFile(entry: Entry, source: ValueFileSource, cwd: string): SettingValue {
  const content = readValueFile(resolve(cwd, source.path))
  if ('value' in content) return checkText(entry, content.value, source)
  throw new SettingsError(
    `${entry.key} (${describeSource(source)}): the file ${content.problem}. Fix: ${content.fix}`,
    entry.key,
  )
}

/** Reads a file with one value and removes one trailing line break, which editors and `echo` add. */
function readValueFile(
  path: string,
): { readonly value: string } | { readonly problem: string; readonly fix: string } {
  const file = readTextFile(path)
  if ('problem' in file) return file
  const value = file.text.replace(/\r?\n$/, '')
  return value === '' ? { problem: 'is empty', fix: 'write the value into it' } : { value }
}

/** Kubernetes sets these variables in every pod if a Service is named `castellan` or `castellan-…`. */
function isSetByKubernetes(variable: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$/.test(variable) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(variable) ||
    (/_PORT$/.test(variable) && /^(tcp|udp|sctp):\/\//.test(text))
  )
}

/**
 * Returns the password for the user `admin` from `CASTELLAN_ADMIN_PASSWORD` or the file that
 * `CASTELLAN_ADMIN_PASSWORD_FILE` names.
 */
export function adminPasswordFrom(environment: Environment, cwd: string): string | undefined {
  const path = environment.CASTELLAN_ADMIN_PASSWORD_FILE
  if (path === undefined || path === '') return environment.CASTELLAN_ADMIN_PASSWORD
  assertNotBoth('CASTELLAN_ADMIN_PASSWORD', environment, 'CASTELLAN_ADMIN_PASSWORD')
  const content = readValueFile(resolve(cwd, path))
  if ('value' in content) return content.value
  throw new SettingsError(
    `CASTELLAN_ADMIN_PASSWORD_FILE: the file ${path} ${content.problem}. Fix: ${content.fix}`,
  )
}

/**
 * Returns the values of the flags `--set key=value`. `--set key=@FILE` reads the value from a file, and
 * `--set key=@@value` means a value that begins with `@`.
 */
export function valuesOfFlags(flags: readonly string[], cwd: string, errors: SettingsErrors): SettingValue[] {
  return flags.flatMap((flag) =>
    errors.attempt(() => {
      const { key, text } = splitFlag(flag)
      const entry = entryByKey.get(key)
      if (entry === undefined) throw unknownKey(key, { kind: 'flag' })
      if (isFileReference(text)) {
        const source = { kind: 'value-file', namedBy: 'flag --set', path: text.slice(1) } as const
        return [valueFromFile(entry, source, cwd)]
      }
      const value = text.startsWith('@@') ? text.slice(1) : text
      return [checkText(entry, value, { kind: 'flag' })]
    }),
  )
}

/**
 * Returns the secret settings whose value is on the command line, where other users of the machine can read it.
 *
 * @example
 * ```ts
 * secretsInFlags(['jwt.secret=abc', 'redis.url=@/run/secrets/redis-url']) // ['jwt.secret']
 * ```
 */
export function secretsInFlags(flags: readonly string[]): readonly string[] {
  return flags.flatMap((flag) => {
    const [key = '', ...rest] = flag.split('=')
    const text = rest.join('=')
    const isSecret = entryByKey.get(key)?.setting.secret && text !== '' && !isFileReference(text)
    return isSecret && (!key.endsWith('.url') || URL_WITH_PASSWORD.test(text)) ? [key] : []
  })
}

const URL_WITH_PASSWORD = /^[a-z]+:\/\/[^/?#]*:[^/?#]+@/i

function isFileReference(text: string): boolean {
  return text.startsWith('@') && !text.startsWith('@@')
}

function splitFlag(flag: string): { readonly key: string; readonly text: string } {
  const end = flag.indexOf('=')
  if (end > 0) return { key: flag.slice(0, end), text: flag.slice(end + 1) }
  if (entryByKey.has(flag)) {
    throw new SettingsError(
      `${printableKey(flag)} (flag --set) has no value. Fix: write --set ${flag}=value or --set ${flag}=@FILE`,
    )
  }
  // The flag is not quoted: it may be a secret whose key was forgotten.
  throw new SettingsError(
    'A flag --set has no key and value. Fix: write --set key=value, such as --set application.port=8000',
  )
}

/**
 * Returns the key of the setting that an unknown option probably means.
 *
 * @example
 * ```ts
 * settingOfOption('port') // 'application.port'
 * ```
 */
export function settingOfOption(name: string): string | undefined {
  if (entryByKey.has(name)) return name
  const wanted = name.replaceAll('-', '').toLowerCase()
  return catalogue.find(({ key }) => key.split('.').at(-1)?.toLowerCase() === wanted)?.key
}

/**
 * Returns the key of a setting whose value is the next argument, instead of being separated by "=". The value is not returned:
 * it may be a secret.
 *
 * @example
 * ```ts
 * settingWithoutValue(['serve', '--set', 'application.port', '9000']) // 'application.port'
 * ```
 */
export function settingWithoutValue(given: readonly string[]): string | undefined {
  const keys = given.filter((argument, index) => given[index - 1] === '--set' && !argument.includes('='))
  return keys.map(settingOfOption).find((key) => key !== undefined)
}
