import {
  checkValue,
  entryByKey,
  entryByVariable,
  otherVariables,
  type SettingValue,
  VARIABLE_PREFIX,
} from './catalogue.ts'
import { SettingsError } from './settings-error.ts'
import { unknownKey, unknownVariable } from './unknown-key.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the values from environment variables. An empty variable counts as not set. */
export function valuesOfEnvironment(environment: Environment): SettingValue[] {
  return Object.entries(environment).flatMap(([variable, text]) => {
    if (!variable.startsWith(VARIABLE_PREFIX) || text === undefined || text === '') return []
    const entry = entryByVariable.get(variable)
    if (entry !== undefined) {
      return [checkValue(entry, entry.setting.fromText(text), { kind: 'variable', variable })]
    }
    if (Object.hasOwn(otherVariables, variable) || isSetByKubernetes(variable, text)) return []
    throw unknownVariable(variable)
  })
}

/** Kubernetes sets these variables in every pod if a Service is named `castellan` or `castellan-…`. */
function isSetByKubernetes(variable: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$/.test(variable) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(variable) ||
    (/_PORT$/.test(variable) && /^(tcp|udp|sctp):\/\//.test(text))
  )
}

/** Returns the values of the flags `--set key=value`. */
export function valuesOfFlags(flags: readonly string[]): SettingValue[] {
  return flags.map((flag) => {
    const end = flag.indexOf('=')
    if (end < 1) throw new SettingsError(missingValue(flag))
    const key = flag.slice(0, end)
    const entry = entryByKey.get(key)
    if (entry === undefined) throw unknownKey(key, { kind: 'flag' })
    return checkValue(entry, entry.setting.fromText(flag.slice(end + 1)), { kind: 'flag' })
  })
}

/** Quotes the flag only if it is a key: otherwise it may be a secret whose key was forgotten. */
function missingValue(flag: string): string {
  if (entryByKey.has(flag)) return `${flag} (flag --set) has no value. Fix: write --set ${flag}=value`
  return 'A flag --set has no key and value. Fix: write --set key=value, such as --set application.port=8000'
}
