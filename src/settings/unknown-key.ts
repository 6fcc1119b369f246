import { catalogue, entryByKey, groupKeys } from './catalogue.ts'
import { fixOfGoAdminKey } from './go-admin-keys.ts'
import { type Origin, originInWords } from './origin.ts'
import { quoted } from './setting.ts'
import { SettingsError } from './settings-error.ts'
import { nearestName } from './suggestion.ts'

/** Refuses a key that no setting has, and says which one was probably meant. */
export function unknownKey(key: string, origin: Origin): SettingsError {
  const fix =
    fixOfGoAdminKey(key) ??
    fixOfSlip(key, origin) ??
    `remove it, or use one of ${neighboursOf(key).join(', ')}`
  return new SettingsError(`${bare(key)} (${originInWords(origin)}) is not a setting. Fix: ${fix}`)
}

/** A key as it was written, without quotes around it and without anything that breaks a line. */
export function bare(key: string): string {
  return quoted(key).slice(1, -1)
}

function fixOfSlip(key: string, origin: Origin): string | undefined {
  if (origin.kind === 'flag' && groupKeys.has(key))
    return `set one of its keys: ${neighboursOf(`${key}.`).join(', ')}`
  const groups = origin.kind === 'flag' ? [] : groupKeys
  const near = nearestName(key, [...entryByKey.keys(), ...groups])
  return near === undefined ? undefined : `did you mean ${near}? Correct it or remove it`
}

function neighboursOf(key: string): readonly string[] {
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const inGroup = catalogue
    .filter((entry) => group !== '' && entry.key.startsWith(group))
    .map((entry) => entry.key)
  return inGroup.length > 0 ? inGroup : [...new Set(catalogue.map((entry) => entry.key.replace(/\..*/, '')))]
}
