import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    /** Node's own, and not documented: makes the head of an answer from the line with its status and the headers. */
    _storeHeader?(statusLine: string, headers: unknown): void
  }
}

const LINES = Object.entries(STANDARD_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/**
 * An answer of our own server. For the figure `protected-whole`: it has the standard headers written in one piece, behind the line
 * with the status. Node checks and appends them one by one, which took about a twentieth of a request's time.
 */
export class OwnResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** The id of a request whose answer carries the standard headers, and sets none of them itself. */
  standardFor = ''

  override _storeHeader(statusLine: string, headers: unknown): void {
    const standard = this.standardFor === '' ? '' : `${LINES}${REQUEST_ID}: ${this.standardFor}\r\n`
    super._storeHeader?.(`${statusLine}${standard}`, headers)
  }
}

/**
 * The class of the answers of our own server: Node's, unless this Node makes the head of an answer as ours expects it. No header
 * may get lost to a version that does it in another way.
 */
export function responseClass(): typeof ServerResponse {
  const answer = new OwnResponse(new IncomingMessage(new Socket()))
  answer.standardFor = 'abc'
  answer.writeHead(200, { 'content-length': '0' })
  const head: unknown = Reflect.get(answer, '_header')
  const isAsExpected =
    typeof head === 'string' &&
    head.startsWith(`HTTP/1.1 200 OK\r\n${LINES}${REQUEST_ID}: abc\r\ncontent-length: 0\r\n`)
  return isAsExpected ? OwnResponse : ServerResponse
}
