import { closeSync, openSync, readSync } from 'node:fs'

const MEGABYTE = 1024 * 1024

/** The text of a file, or why there is none ("does not exist"). */
type TextFile = { readonly text: string } | { readonly problem: string; readonly fix: string }

/** Reads a file of limited size in UTF-8. */
export function readTextFile(path: string, { maxMegabytes = 1 } = {}): TextFile {
  const maxBytes = maxMegabytes * MEGABYTE
  try {
    const bytes = readBytes(path, maxBytes)
    if (bytes.length > maxBytes)
      return { problem: `is larger than ${maxMegabytes} MB`, fix: 'use a smaller file' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is not UTF-8', fix: 'save it as UTF-8' }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    return { problem, fix: 'correct its path or its permissions' }
  }
}

/** Reads at most one byte more than the limit: the path may be a device or a pipe, which have no size. */
function readBytes(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const buffer = new Uint8Array(maxBytes + 1)
    let length = 0
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(file, buffer, length, buffer.length - length, null)
    }
    return buffer.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
