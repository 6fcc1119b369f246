import { entryByKey, groupKeys } from './catalogue.ts'
import { type Given, given } from './given.ts'
import { type Origin, originInWords } from './origin.ts'
import { inWords, isPlainObject } from './setting.ts'
import { SettingsError } from './settings-error.ts'
import { bare, unknownKey } from './unknown-key.ts'

/** Where the value at a path of keys was written. */
export type OriginOf = (path: readonly string[]) => Origin

const WRAPPER = 'settings'

/**
 * The values in a tree of keys: of the settings file, or of the object that `createService` is given. As in go-admin, all
 * of it may stand under one key `settings`.
 */
export function givensOfTree(tree: unknown, originOf: OriginOf): Given[] {
  const root = asGroup(tree, [], originOf)
  if (!Object.hasOwn(root, WRAPPER)) return givensOfGroup(root, [], originOf)
  const beside = Object.keys(root).find((name) => name !== WRAPPER)
  if (beside !== undefined) {
    throw new SettingsError(
      `${bare(beside)} (${originInWords(originOf([beside]))}) stands beside the key settings. Fix: move it under settings`,
    )
  }
  const inside: OriginOf = (path) => originOf([WRAPPER, ...path])
  return givensOfGroup(asGroup(root[WRAPPER], [], inside), [], inside)
}

type Tree = Readonly<Record<string, unknown>>

function givensOfGroup(group: Tree, path: readonly string[], originOf: OriginOf): Given[] {
  return Object.entries(group).flatMap(([name, value]) => {
    if (value === undefined) return []
    const full = [...path, name]
    const key = full.join('.')
    if (name.includes('.')) throw dottedKey(name, originOf(full))
    if (groupKeys.has(key)) return givensOfGroup(asGroup(value, full, originOf), full, originOf)
    const entry = entryByKey.get(key)
    if (entry === undefined) throw unknownKey(key, originOf(full))
    return [given(entry, value, originOf(full))]
  })
}

/** A group with nothing in it, such as one whose keys are all commented out, is an empty one. */
function asGroup(value: unknown, path: readonly string[], originOf: OriginOf): Tree {
  if (value === undefined || value === null) return {}
  if (isPlainObject(value)) return value
  const name = path.length > 0 ? path.join('.') : 'The top level'
  throw new SettingsError(
    `${name} (${originInWords(originOf(path))}) must be a group of keys, not ${inWords(value)}. Fix: write the keys below it, each on a line of its own`,
  )
}

/** Two ways to write one key could contradict each other within one file. */
function dottedKey(name: string, origin: Origin): SettingsError {
  const [first = '', ...rest] = name.split('.')
  return new SettingsError(
    `${bare(name)} (${originInWords(origin)}) has a dot in its name. Fix: write ${bare(rest.join('.'))} below ${bare(first)}`,
  )
}
