import { entryByKey } from './catalogue.ts'
import { type Given, given } from './given.ts'
import { SettingsError } from './settings-error.ts'
import { unknownKey } from './unknown-key.ts'

/** The values of `--set key=value`. */
export function givensOfFlags(flags: readonly string[]): Given[] {
  return flags.map((flag) => {
    const end = flag.indexOf('=')
    // Not repeated unless it is a key: it may be a secret that lost its key.
    if (end < 1) throw new SettingsError(withoutValue(flag))
    const key = flag.slice(0, end)
    const entry = entryByKey.get(key)
    if (entry === undefined) throw unknownKey(key, { kind: 'flag' })
    return given(entry, entry.setting.fromText(flag.slice(end + 1)), { kind: 'flag' })
  })
}

function withoutValue(flag: string): string {
  if (entryByKey.has(flag)) return `${flag} (flag --set) has no value. Fix: write --set ${flag}=value`
  return 'A flag --set names no key and value. Fix: write --set key=value, such as --set application.port=8000'
}
