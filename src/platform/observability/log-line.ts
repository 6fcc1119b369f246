import type { Colours } from '../cli/output/colour.ts'
import { visible } from '../cli/output/visible.ts'

/** Formats a line of the log. */
export type LineFormat = (jsonLine: string) => string

type Fields = Readonly<Record<string, unknown>>

const WARN = 40
export const ERROR = 50
const LEVELS = new Map([
  [10, 'TRACE'],
  [20, 'DEBUG'],
  [30, 'INFO'],
  [WARN, 'WARN'],
  [ERROR, 'ERROR'],
  [60, 'FATAL'],
])

/**
 * Creates the format for people: one line per entry, with the local time. Only the stack of an error follows on further
 * lines. What a client sent, such as a path, cannot control the terminal.
 *
 * @example
 * createReadableFormat(coloursFor(process.stderr))(jsonLine) // 14:03:07.512 GET /api/v1/role 200 127.0.0.1 admin 1.3 ms
 */
export function createReadableFormat(colours: Colours): LineFormat {
  return (jsonLine) => {
    const fields: Fields = JSON.parse(jsonLine)
    const text = isRequest(fields) ? describeRequest(fields, colours) : describeEvent(fields, colours)
    return `${colours.dim(localTime(Number(fields.time)))} ${text}\n`
  }
}

function isRequest(fields: Fields): boolean {
  return 'method' in fields && 'path' in fields && 'status' in fields
}

function describeRequest(fields: Fields, colours: Colours): string {
  const status = Number(fields.status)
  const failed = status >= 500 ? colours.red : colours.yellow
  const isRefused = fields.refusal !== undefined || status >= 400
  const parts = [
    colours.bold(shown(fields.method)),
    shown(fields.path),
    (isRefused ? failed : colours.green)(shown(status)),
    failed(shown(fields.refusal)),
    shown(fields.address),
    colours.cyan(shown(fields.user)),
    colours.dim(`${shown(fields.ms)} ms`),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Fields that every entry has, or that are shown elsewhere in the line. */
const OTHER_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

function describeEvent(fields: Fields, colours: Colours): string {
  const level = Number(fields.level)
  const name = LEVELS.get(level) ?? String(level)
  const colour = level >= ERROR ? colours.red : level >= WARN ? colours.yellow : colours.green
  const more = Object.entries(fields)
    .filter(([key]) => !OTHER_FIELDS.has(key))
    .map(([key, value]) => colours.dim(`${visible(key)}=${shown(value)}`))
  const { message, lines } = errorOf(fields.err)
  const msg = shown(fields.msg)
  const text = message === '' || message === msg ? msg : `${msg}: ${message}`
  return [[colour(name), text, ...more].join(' '), ...lines.map((line) => colours.dim(`    ${line}`))].join(
    '\n',
  )
}

/** Returns the message of an error and the lines of its stack. */
function errorOf(err: unknown): { readonly message: string; readonly lines: readonly string[] } {
  if (typeof err !== 'object' || err === null) return { message: '', lines: [] }
  const message = 'message' in err ? shown(err.message) : ''
  const stack = 'stack' in err && typeof err.stack === 'string' ? err.stack.split('\n') : []
  return { message, lines: stack.slice(1).map((line) => visible(line.trim())) }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}

function localTime(time: number): string {
  const date = new Date(time)
  const [clock] = date.toTimeString().split(' ')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
