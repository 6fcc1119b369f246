import { crc32 } from 'node:zlib'
import { reasonOfMessage } from '../../database/migrations/0005-login-log-reason.ts'
import type { LoginLogEntry } from './login-log-entry.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from './login-status.ts'

const VERSION = 2
const NEWLINE = 0x0a
const PREFIX = '["00000000",'

/**
 * Returns one line of JSON for entries that are written together: a checksum, then `{"version":2,"entries":[…]}`. After
 * `kill -9` the file has all of them or none, and none of a torn line was acknowledged.
 */
export function encodeLine(entries: readonly LoginLogEntry[]): Buffer {
  const line = Buffer.from(`${PREFIX}${JSON.stringify({ version: VERSION, entries })}]\n`)
  line.write(checksum(line.subarray(PREFIX.length, -2)), 2, 'latin1')
  return line
}

/**
 * Returns the entries in order, and how many lines were torn by a kill. Throws where a line is whole but has no entries
 * that this version understands, so that a newer version's file is not deleted.
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

/** Version 1 was the list of entries alone. */
function decodeEntries(text: string): LoginLogEntry[] {
  const content: unknown = JSON.parse(text)
  const list = Array.isArray(content) ? content : fieldsOf(content).entries
  if (!Array.isArray(list)) throw new Error('a line has no list of entries')
  return list.map(toEntry)
}

/** Keeps unknown fields, which a newer version has written, and sets defaults for missing ones. */
function toEntry(value: unknown): LoginLogEntry {
  const fields = fieldsOf(value)
  const text = (name: keyof LoginLogEntry, fallback = '') => {
    const field = fields[name]
    return typeof field === 'string' ? field : fallback
  }
  if (text('key') === '') throw new Error('an entry has no key')
  return {
    ...fields,
    key: text('key'),
    username: text('username'),
    status: fields.status === LOGIN_SUCCEEDED ? LOGIN_SUCCEEDED : LOGIN_FAILED,
    ipaddr: text('ipaddr'),
    loginLocation: text('loginLocation'),
    browser: text('browser'),
    os: text('os'),
    platform: text('platform'),
    loginTime: text('loginTime', new Date(0).toISOString()),
    remark: text('remark'),
    msg: text('msg'),
    reason: text('reason', reasonOfMessage(text('msg'))),
    method: text('method'),
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(8, '0')
}
