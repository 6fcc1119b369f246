import { randomUUID } from 'node:crypto'
import { visibleText } from './login-log-text.ts'
import type { LoginStatus } from './login-status.ts'
import { describeUserAgent } from './user-agent.ts'

/** One row of the login log, fields as go-admin names them. */
export interface LoginLogEntry {
  /** Makes storing idempotent: an entry that is stored again after a crash stays one row. */
  readonly key: string
  /** As tried, also on failure. */
  readonly username: string
  readonly status: LoginStatus
  readonly ipaddr: string
  readonly loginLocation: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  /** ISO 8601, UTC. */
  readonly loginTime: string
  /** The raw user agent. */
  readonly remark: string
  readonly msg: string
}

export interface LoginAttempt {
  /** Whatever the client sent; a text, if the request was well-formed. */
  readonly username: unknown
  readonly status: LoginStatus
  readonly address: string | undefined
  readonly userAgent: string | undefined
  readonly msg: string
  readonly at: Date
}

const MAX_TEXT = 255
const MAX_USER_AGENT = 512

/**
 * Builds the row of one attempt: bounded, on one line, whatever the client sent. Never throws.
 *
 * @example
 * createLoginLogEntry({ username: 'alice', status: LOGIN_FAILED, address: request.ip,
 *   userAgent: request.headers['user-agent'], msg: 'Wrong username or password.', at: now() })
 */
export function createLoginLogEntry(attempt: LoginAttempt, newKey: () => string = randomUUID): LoginLogEntry {
  const { browser, os, platform } = describeUserAgent(attempt.userAgent ?? '')
  return {
    key: newKey(),
    username: visibleText(attempt.username, MAX_TEXT),
    status: attempt.status,
    ipaddr: visibleText(attempt.address, MAX_TEXT),
    loginLocation: '',
    browser: visibleText(browser, MAX_TEXT),
    os: visibleText(os, MAX_TEXT),
    platform: visibleText(platform, MAX_TEXT),
    loginTime: isoTime(attempt.at),
    remark: visibleText(attempt.userAgent, MAX_USER_AGENT),
    msg: visibleText(attempt.msg, MAX_TEXT),
  }
}

/** Whether what was read back from a file is an entry. */
export function isLoginLogEntry(value: unknown): value is LoginLogEntry {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<string, unknown>> = { ...value }
  return FIELDS.every((name) => typeof fields[name] === 'string') && /^[12]$/.test(String(fields.status))
}

const FIELDS = [
  'key',
  'username',
  'status',
  'ipaddr',
  'loginLocation',
  'browser',
  'os',
  'platform',
  'loginTime',
  'remark',
  'msg',
] as const satisfies readonly (keyof LoginLogEntry)[]

function isoTime(at: Date): string {
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString()
}
