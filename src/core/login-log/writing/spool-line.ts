import { crc32 } from 'node:zlib'
import { LOGIN_LOG_FIELDS } from '../login-log-columns.ts'
import type { LoginLogEntry } from '../login-log-entry.ts'

const NEWLINE = 0x0a
const PREFIX = '["00000000",'

/**
 * Returns one line of JSON for entries that are written together: a checksum, then the list of entries. After `kill -9` the
 * file has all of them or none, and none of a torn line was acknowledged.
 */
export function encodeLine(entries: readonly LoginLogEntry[]): Buffer {
  const line = Buffer.from(`${PREFIX}${JSON.stringify(entries)}]\n`)
  line.write(checksum(line.subarray(PREFIX.length, -2)), 2, 'latin1')
  return line
}

/**
 * Returns the entries in order, and how many lines were torn by a kill. Throws where a line is whole but has no entries
 * that this version understands, so that the file of another version is not deleted.
 */
export function decodeLines(bytes: Buffer): { entries: LoginLogEntry[]; tornCount: number } {
  const entries: LoginLogEntry[] = []
  let tornCount = 0
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, from)
    const end = newline === -1 ? bytes.length : newline
    const line = bytes.subarray(from, end)
    const text = line.subarray(PREFIX.length, -1)
    if (line.toString('latin1', 2, 10) !== checksum(text)) tornCount++
    else entries.push(...decodeEntries(text.toString('utf8')))
    from = end + 1
  }
  return { entries, tornCount }
}

function decodeEntries(text: string): LoginLogEntry[] {
  const content: unknown = JSON.parse(text)
  if (!Array.isArray(content) || !content.every(isEntry))
    throw new Error('a line is not a list of entries of this version')
  return content
}

function isEntry(value: unknown): value is LoginLogEntry {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return LOGIN_LOG_FIELDS.every(
    (field) => typeof fields[field] === (field === 'newNetwork' ? 'boolean' : 'string'),
  )
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(8, '0')
}
