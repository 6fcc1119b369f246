import { catalogue, entryByKey } from './catalogue.ts'

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
