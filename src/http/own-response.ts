import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { GUARDED_HEADERS, REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    /** Node's own, and not documented: makes the head of an answer from the line with its status and the headers. */
    _storeHeader?(statusLine: string, headers: unknown): void
  }
}

type Headers = Readonly<Record<string, unknown>>

const STANDARD_LINES = linesOf(STANDARD_HEADERS)
const GUARDED_LINES = linesOf(GUARDED_HEADERS)

/**
 * An answer whose head is written in one piece. For the figures `protected-*`: headers that are the same in every answer stand behind
 * the line with the status. Node checks and appends them one by one, which took about a twentieth of a request's time.
 */
export class OwnResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /**
   * The id of a request whose answer carries the standard headers, and sets none of them itself. It goes over the wire as it is: let
   * it be of letters, digits, `-` and `_`.
   */
  standardFor = ''
  /** Whether the answer carries the headers of a guarded route, unless it sets them itself. */
  isGuarded = false

  override _storeHeader(statusLine: string, headers: unknown): void {
    super._storeHeader?.(`${statusLine}${this.#linesBeside(headers)}`, headers)
  }

  #linesBeside(headers: unknown): string {
    if (this.standardFor !== '') return `${STANDARD_LINES}${REQUEST_ID}: ${this.standardFor}\r\n`
    return this.isGuarded ? guardedLinesBeside(isObject(headers) ? headers : {}) : ''
  }
}

function guardedLinesBeside(headers: Headers): string {
  if (headers['cache-control'] === undefined && headers['x-content-type-options'] === undefined) {
    return GUARDED_LINES
  }
  const missing = Object.entries(GUARDED_HEADERS).filter(([name]) => headers[name] === undefined)
  return linesOf(Object.fromEntries(missing))
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

function isObject(value: unknown): value is Headers {
  return typeof value === 'object' && value !== null
}

/**
 * The class of the answers: Node's, unless this Node makes the head of an answer as ours expects it. No header may get lost to a
 * version that does it in another way.
 */
export function responseClass(): typeof ServerResponse {
  const answer = new OwnResponse(new IncomingMessage(new Socket()))
  answer.standardFor = 'abc'
  answer.writeHead(200, { 'content-length': '0' })
  const head: unknown = Reflect.get(answer, '_header')
  const isAsExpected =
    typeof head === 'string' &&
    head.startsWith(`HTTP/1.1 200 OK\r\n${STANDARD_LINES}${REQUEST_ID}: abc\r\ncontent-length: 0\r\n`)
  return isAsExpected ? OwnResponse : ServerResponse
}
