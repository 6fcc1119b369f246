import { printableKey } from '../../platform/settings/setting.ts'
import { describeSource, SettingsError, type Source } from '../../platform/settings/settings-error.ts'
import { mostSimilar } from '../../platform/settings/similar-name.ts'
import { catalogue, entryByKey, entryByVariable, groupKeys, otherVariables } from './catalogue.ts'

/** Returns the error for a key that is not a setting, with the key that was probably meant. */
export function unknownKey(key: string, source: Source): SettingsError {
  const fix =
    goAdminFixes.find(([pattern]) => pattern.test(key))?.[1] ??
    fixOfSimilarKey(key, source) ??
    `remove it, or use one of ${keysOfSameGroup(key).join(', ')}`
  return new SettingsError(
    `${printableKey(key)} (${describeSource(source)}) is not a setting. Fix: ${fix}`,
    key,
  )
}

/** Returns the error for a variable that is not a setting, with the variable that was probably meant. */
export function unknownVariable(variable: string): SettingsError {
  const similar = mostSimilar(variable, [...entryByVariable.keys(), ...Object.keys(otherVariables)])
  const fix = similar === undefined ? 'unset it' : `did you mean ${similar}? Rename or unset it`
  return new SettingsError(`The variable ${printableKey(variable)} is not a setting. Fix: ${fix}`, variable)
}

/** Keys of a go-admin settings file that Castellan does not have, with advice for people who migrate. */
const goAdminFixes: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [/^database\.(driver|source)$/, 'remove it and write database.url, such as sqlite:data/castellan.db'],
  [/^databases\b/, 'remove it and write one database.url; Castellan uses a single database'],
  [
    /^application\.(readtimeout|writertimeout|enabledp|demoMsg)$/i,
    'remove it; it is a setting of go-admin that Castellan does not need',
  ],
  [/^logger\.(path|stdout)$/, 'remove it; Castellan writes its log to standard error'],
  [
    /^(gen|extend|cache|queue|locker|ssl)\b/,
    'remove it; it is a setting of go-admin that Castellan does not need',
  ],
]

function fixOfSimilarKey(key: string, source: Source): string | undefined {
  if (source.kind === 'flag' && groupKeys.has(key)) {
    return `set one of its keys: ${keysOfSameGroup(`${key}.`).join(', ')}`
  }
  const groups = source.kind === 'flag' ? [] : groupKeys
  const similar = mostSimilar(key, [...entryByKey.keys(), ...groups])
  if (similar === undefined) return undefined
  return source.kind === 'flag'
    ? `write --set ${similar}=…`
    : `did you mean ${similar}? Correct it or remove it`
}

function keysOfSameGroup(key: string): readonly string[] {
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const inGroup = catalogue
    .filter((entry) => group !== '' && entry.key.startsWith(group))
    .map((entry) => entry.key)
  return inGroup.length > 0 ? inGroup : [...new Set(catalogue.map((entry) => entry.key.replace(/\..*/, '')))]
}
