import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMap, isScalar, isSeq, type Node, type ParsedNode } from 'yaml'
import { readTextFile } from '../../platform/settings/file/text-file.ts'
import { parseYaml } from '../../platform/settings/file/yaml.ts'
import {
  describeType,
  inFolder,
  isPlainObject,
  type Path,
  printableKey,
  quotedValue,
} from '../../platform/settings/setting.ts'
import {
  describeSource,
  SettingsError,
  type SettingsErrors,
  type Source,
} from '../../platform/settings/settings-error.ts'
import { checkValue, entryByKey, groupKeys, type SettingValue } from './catalogue.ts'
import { unknownKey } from './unknown-key.ts'

/**
 * Returns the values in a settings file. Messages call the file `displayName`. A relative path in it is relative to the folder of
 * the file, so that it means the same in every current folder.
 */
export function valuesOfFile(path: string, displayName: string, errors: SettingsErrors): SettingValue[] {
  const yaml = parseYaml(readText(path, displayName))
  if ('problem' in yaml) throw new SettingsError(`${displayName} line ${yaml.line} ${yaml.problem}`)
  const { document, lineOf } = yaml
  const sourceOf: SourceOf = (path) => {
    return { kind: 'file', file: displayName, line: lineOf(offsetOf(document.contents, path)) }
  }
  return valuesOfTree(document.toJS(), sourceOf, errors).map(({ entry, value, source }) => ({
    entry,
    value: inFolder(entry.setting, value, dirname(path)),
    source,
  }))
}

/** Returns the offset at which the last of these keys and positions is written. */
function offsetOf(contents: ParsedNode | null, path: Path): number {
  let node: Node | null = contents
  let offset = contents?.range[0] ?? 0
  for (const part of path) {
    if (isSeq<Node>(node) && typeof part === 'number') {
      node = node.items[part - 1] ?? null
      offset = node?.range?.[0] ?? offset
      continue
    }
    if (!isMap<Node, Node | null>(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === part)
    offset = pair?.key.range?.[0] ?? offset
    node = pair?.value ?? null
  }
  return offset
}

function readText(path: string, displayName: string): string {
  const file = readTextFile(path)
  if ('text' in file) return file.text
  throw new SettingsError(`The settings file ${quotedValue(displayName)} ${file.problem}. Fix: ${file.fix}`)
}

const READABLE_BY_OTHERS = 0o004

/**
 * Returns a warning if the file contains a secret and every user of the machine can read it. Unlike a key file, it does
 * not stop the start: such files are often mounted with a mode that the operator cannot choose.
 */
export function warningOfReadableFile(path: string, values: readonly SettingValue[]): string | undefined {
  const secrets = values.filter(containsSecret).map(({ entry }) => entry.key)
  if (secrets.length === 0 || process.platform === 'win32') return undefined
  const { mode, uid } = statSync(path)
  if ((mode & READABLE_BY_OTHERS) === 0) return undefined
  // With mode 600, a file of another user could not be read any more.
  const owner = process.getuid?.()
  const command = uid === owner ? `chmod 600 ${path}` : `chown ${owner} ${path} && chmod 600 ${path}`
  return `${path} contains ${secrets.join(', ')} and can be read by every user of this machine: run "${command}"`
}

/** A URL is a secret only if it contains a password. */
function containsSecret({ entry, value }: SettingValue): boolean {
  if (!entry.setting.secret || value === '') return false
  if (typeof value !== 'string') return Array.isArray(value) && value.length > 0
  return !URL.canParse(value) || new URL(value).password !== ''
}

/** Returns where the value at a path of keys was written. */
type SourceOf = (path: Path) => Source
type Tree = Readonly<Record<string, unknown>>

const WRAPPER = 'settings'

/**
 * Returns the values in a tree of keys: the settings file, or the object that `createService` receives. As in
 * go-admin, all keys may be under one top-level key `settings`.
 */
export function valuesOfTree(tree: unknown, sourceOf: SourceOf, errors: SettingsErrors): SettingValue[] {
  const root = asGroup(tree, [], sourceOf)
  if (!Object.hasOwn(root, WRAPPER)) return valuesOfGroup(root, [], sourceOf, errors)
  const outside = Object.keys(root).find((name) => name !== WRAPPER)
  if (outside !== undefined) {
    throw new SettingsError(
      `${printableKey(outside)} (${describeSource(sourceOf([outside]))}) is outside the key settings. Fix: move it under settings`,
    )
  }
  const sourceInside: SourceOf = (path) => sourceOf([WRAPPER, ...path])
  return valuesOfGroup(asGroup(root[WRAPPER], [], sourceInside), [], sourceInside, errors)
}

function valuesOfGroup(
  group: Tree,
  path: readonly string[],
  sourceOf: SourceOf,
  errors: SettingsErrors,
): SettingValue[] {
  return Object.entries(group).flatMap(([name, value]) =>
    errors.attempt(() => {
      if (value === undefined) return []
      const full = [...path, name]
      const key = full.join('.')
      if (name.includes('.')) throw dottedKey(name, sourceOf(full))
      if (groupKeys.has(key)) return valuesOfGroup(asGroup(value, full, sourceOf), full, sourceOf, errors)
      const entry = entryByKey.get(key)
      if (entry === undefined) throw unknownKey(key, sourceOf(full))
      return [checkValue(entry, value, (path) => sourceOf([...full, ...path]))]
    }),
  )
}

/** A group without a value, such as one whose keys are all commented out, is empty. */
function asGroup(value: unknown, path: readonly string[], sourceOf: SourceOf): Tree {
  if (value === undefined || value === null) return {}
  if (isPlainObject(value)) return value
  const name = path.length > 0 ? path.join('.') : 'The top level'
  throw new SettingsError(
    `${name} (${describeSource(sourceOf(path))}) must be a group of keys, not ${describeType(value)}. Fix: write the keys below it, each on its own line`,
    path.length > 0 ? path.join('.') : undefined,
  )
}

/** Refused because two spellings of one key could contradict each other within one file. */
function dottedKey(name: string, source: Source): SettingsError {
  const [first = '', ...rest] = name.split('.')
  return new SettingsError(
    `${printableKey(name)} (${describeSource(source)}) has a dot in its name. Fix: write ${printableKey(rest.join('.'))} below ${printableKey(first)}`,
    name,
  )
}
