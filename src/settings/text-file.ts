import { closeSync, openSync, readSync } from 'node:fs'

const MAX_BYTES = 1024 * 1024

/** The text of a file, or why there is none ("does not exist"). */
export type TextFile = { readonly text: string } | { readonly problem: string; readonly fix: string }

/** Reads a file of at most 1 MB in UTF-8. */
export function readTextFile(path: string): TextFile {
  try {
    const bytes = readBytes(path)
    if (bytes.length > MAX_BYTES) return { problem: 'is larger than 1 MB', fix: 'use a smaller file' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is not UTF-8', fix: 'save it as UTF-8' }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    return { problem, fix: 'correct its path or its permissions' }
  }
}

/** Reads at most one byte more than the limit: the path may be a device or a pipe, which have no size. */
function readBytes(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const buffer = new Uint8Array(MAX_BYTES + 1)
    let length = 0
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(file, buffer, length, buffer.length - length, null)
    }
    return buffer.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
