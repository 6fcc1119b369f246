import { checkCombinations } from './combinations.ts'
import { declarations, type Settings, type SettingsInput } from './declarations.ts'
import type { Given } from './given.ts'
import { type Group, isSetting } from './setting.ts'
import { givensOfTree } from './tree.ts'

/**
 * Checks the settings that a program gives and fills in the defaults.
 *
 * @example
 * ```ts
 * const settings = resolveSettings({ application: { port: 0 }, jwt: { timeout: 900 } })
 * ```
 */
export function resolveSettings(input: SettingsInput): Settings {
  return settingsOf(givensOfTree(input, () => ({ kind: 'object' })))
}

/** The settings that follow from these values. A later one wins over an earlier one of the same key. */
export function settingsOf(givens: readonly Given[]): Settings {
  const last = new Map(givens.map((one) => [one.entry.key, one]))
  // The tree has the shape of the declarations, and each value in it has passed the check of its own declaration.
  const settings = frozen(valuesOf(declarations, '', last)) as Settings
  checkCombinations(settings, (key) => last.get(key)?.origin)
  return settings
}

function valuesOf(group: Group, prefix: string, givens: ReadonlyMap<string, Given>): unknown {
  const entries = Object.entries(group).map(([name, node]) => {
    const key = prefix + name
    if (!isSetting(node)) return [name, valuesOf(node, `${key}.`, givens)]
    const one = givens.get(key)
    return [name, one === undefined ? node.default : one.value]
  })
  return Object.fromEntries(entries)
}

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
