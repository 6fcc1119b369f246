import { randomUUID } from 'node:crypto'
import { type LoginReason, type LoginStatus, statusOf } from './login-status.ts'
import { describeUserAgent } from './user-agent.ts'
import { visibleText } from './visible-text.ts'

/** An entry of the login log. The fields have the names that go-admin uses. */
export interface LoginLogEntry {
  /** Unique: an entry that is stored again after a crash stays one row. */
  readonly key: string
  /** The username of the attempt, also where there is no such user. */
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
  /** A `LoginReason`. */
  readonly reason: string
  /** The login method; `''` for a logout, and if the request names no method that is known. */
  readonly method: string
  /** Shared by the entries of a login in two steps; `''` for other entries. */
  readonly loginKey: string
  /** Whether the user has logged in before, but never from this network. */
  readonly newNetwork: boolean
}

export interface LoginAttempt {
  /** What the client sent: text, if the request was well-formed. */
  readonly username: unknown
  readonly address: string | undefined
  readonly userAgent: string | undefined
  readonly msg: string
  readonly reason: LoginReason
  /** Empty if the request names no method that is known, and for a logout. */
  readonly method: string
  readonly loginKey?: string
  readonly newNetwork?: boolean
  readonly at: Date
}

const MAX_TEXT = 255
const MAX_USER_AGENT = 512

/**
 * Creates the entry of an attempt. Its texts are bounded and on one line, whatever the client sent. Never throws.
 *
 * @example
 * createLoginLogEntry({ username: 'alice', address: request.ip,
 *   userAgent: request.headers['user-agent'], msg: 'Wrong username or password.', reason: 'credentials-wrong',
 *   method: 'password', at: now() })
 */
export function createLoginLogEntry(attempt: LoginAttempt, newKey: () => string = randomUUID): LoginLogEntry {
  const { browser, os, platform } = describeUserAgent(attempt.userAgent ?? '')
  return {
    key: newKey(),
    username: visibleText(attempt.username, MAX_TEXT),
    status: statusOf(attempt.reason),
    ipaddr: visibleText(attempt.address, MAX_TEXT),
    loginLocation: '',
    browser: visibleText(browser, MAX_TEXT),
    os: visibleText(os, MAX_TEXT),
    platform: visibleText(platform, MAX_TEXT),
    loginTime: isoTime(attempt.at),
    remark: visibleText(attempt.userAgent, MAX_USER_AGENT),
    msg: visibleText(attempt.msg, MAX_TEXT),
    reason: attempt.reason,
    method: attempt.method,
    loginKey: attempt.loginKey ?? '',
    newNetwork: attempt.newNetwork ?? false,
  }
}

function isoTime(at: Date): string {
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString()
}
