import { closeSync, openSync, readSync } from 'node:fs'
import { isMap, isScalar, type Node, type ParsedNode } from 'yaml'
import type { Given } from './given.ts'
import { quoted } from './setting.ts'
import { SettingsError } from './settings-error.ts'
import { givensOfTree } from './tree.ts'
import { parseYaml } from './yaml-text.ts'

const LARGEST_FILE_BYTES = 1024 * 1024

/** The values in a settings file. `shownAs` is what the messages call it. */
export function givensOfFile(path: string, shownAs: string): Given[] {
  const yaml = parseYaml(textOf(path, shownAs))
  if ('problem' in yaml) throw new SettingsError(`${shownAs} line ${yaml.line} ${yaml.problem}`)
  const { document, lineOf } = yaml
  return givensOfTree(document.toJS(), (keys) => {
    return { kind: 'file', file: shownAs, line: lineOf(offsetOf(document.contents, keys)) }
  })
}

/** Where the last of these keys is written. */
function offsetOf(contents: ParsedNode | null, keys: readonly string[]): number {
  let node: Node | null = contents
  let offset = contents?.range[0] ?? 0
  for (const name of keys) {
    if (!isMap<Node, Node | null>(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === name)
    offset = pair?.key.range?.[0] ?? offset
    node = pair?.value ?? null
  }
  return offset
}

function textOf(path: string, shownAs: string): string {
  const bytes = readBytes(path, shownAs)
  if (bytes.length > LARGEST_FILE_BYTES) {
    throw new SettingsError(`${shownAs} is larger than 1 MB. Fix: give a settings file, written in YAML`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SettingsError(`${shownAs} is not written in UTF-8. Fix: save it as UTF-8`)
  }
}

/** Reads no more than it must to see that there is too much: the path may be a device or a pipe, which have no size. */
function readBytes(path: string, shownAs: string): Uint8Array {
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = new Uint8Array(LARGEST_FILE_BYTES + 1)
      let length = 0
      for (let count = -1; count !== 0 && length < buffer.length; length += count) {
        count = readSync(file, buffer, length, buffer.length - length, null)
      }
      return buffer.subarray(0, length)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new SettingsError(
      `The settings file ${quoted(shownAs)} ${reason}. Fix: correct its path, or its permissions`,
    )
  }
}
