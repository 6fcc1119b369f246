import { crc32 } from 'node:zlib'
import { isLoginLogEntry, type LoginLogEntry } from './login-log-entry.ts'

const NEWLINE = 0x0a
const PREFIX = '["00000000",'

/**
 * One line of JSON for what is written together: the checksum of the entries' text, then the entries. A kill
 * leaves all of them or none, and none was acknowledged.
 */
export function encodeLine(entries: readonly LoginLogEntry[]): Buffer {
  const line = Buffer.from(`${PREFIX}${JSON.stringify(entries)}]\n`)
  line.write(checksum(line.subarray(PREFIX.length, -2)), 2, 'latin1')
  return line
}

/** The entries in order. A line that a kill cut short is counted, not thrown. */
export function decodeLines(bytes: Buffer): { entries: LoginLogEntry[]; tornCount: number } {
  const entries: LoginLogEntry[] = []
  let tornCount = 0
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, from)
    const end = newline === -1 ? bytes.length : newline
    const decoded = decodeLine(bytes.subarray(from, end))
    if (decoded === undefined) tornCount++
    else entries.push(...decoded)
    from = end + 1
  }
  return { entries, tornCount }
}

function decodeLine(line: Buffer): LoginLogEntry[] | undefined {
  const text = line.subarray(PREFIX.length, -1)
  if (line.toString('latin1', 2, 10) !== checksum(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    return Array.isArray(value) && value.every(isLoginLogEntry) ? value : undefined
  } catch {
    return undefined
  }
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(8, '0')
}
