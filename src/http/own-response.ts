import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { isHeader } from './header-name.ts'
import { GUARDED_HEADERS, REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    /** Node's own, and not documented: makes the head of an answer from the line with its status and the headers. */
    _storeHeader?(statusLine: string, headers: unknown): void
  }
}

// For the figures `protected-*`: headers that are the same in every answer are written in one piece, behind the line with the
// status. Node checks and appends them one by one, which took about a twentieth of a request's time.

const STANDARD_LINES = linesOf(Object.entries(STANDARD_HEADERS))
const GUARDED = Object.entries(GUARDED_HEADERS)
const GUARDED_LINES = linesOf(GUARDED)
/** By their lengths, which differ: a header of an answer is compared with one of them at most, and mostly with none. */
const GUARDED_NAMES: readonly (string | undefined)[] = byLength([...Object.keys(GUARDED_HEADERS), REQUEST_ID])

/** An answer of our own server. */
export class StandardResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** The id, one that we made, of a request whose answer carries the standard headers, and sets none of them itself. */
  standardRequestId = ''

  override _storeHeader(statusLine: string, headers: unknown): void {
    const id = this.standardRequestId
    const standard = id === '' ? '' : `${STANDARD_LINES}${REQUEST_ID}: ${id}\r\n`
    super._storeHeader?.(`${statusLine}${standard}`, headers)
  }
}

/** An answer of an app that is made with `service.http`. */
export class GuardedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /**
   * The id of a request to a guarded route, whose answer carries its headers unless it sets them itself. Empty where it is not
   * to be told.
   */
  guardedRequestId: string | undefined

  override _storeHeader(statusLine: string, headers: unknown): void {
    const id = this.guardedRequestId
    super._storeHeader?.(
      id === undefined ? statusLine : `${statusLine}${guardedLinesBeside(headers, id)}`,
      headers,
    )
  }
}

function guardedLinesBeside(headers: unknown, id: string): string {
  if (!Array.isArray(headers) && !namesGuarded(headers)) return `${GUARDED_LINES}${idLineOf(id)}`
  const named = new Set(namesOf(headers))
  const lines = linesOf(GUARDED.filter(([name]) => !named.has(name)))
  return named.has(REQUEST_ID) ? lines : `${lines}${idLineOf(id)}`
}

function idLineOf(id: string): string {
  return id === '' ? '' : `${REQUEST_ID}: ${id}\r\n`
}

/** Node hands on what an answer was given: in letters of either case, and perhaps as a list. */
function namesGuarded(headers: unknown): boolean {
  for (const name in headers ?? {}) {
    const guarded = GUARDED_NAMES[name.length]
    if (guarded !== undefined && isHeader(name, guarded)) return true
  }
  return false
}

function byLength(names: readonly string[]): string[] {
  const found: string[] = []
  for (const name of names) found[name.length] = name
  return found
}

function namesOf(headers: unknown): string[] {
  const names: unknown[] = Array.isArray(headers) ? namesInList(headers) : Object.keys(headers ?? {})
  return names.map((name) => String(name).toLowerCase())
}

/** A list holds names and values by turns, or a pair of them each. */
function namesInList(headers: readonly unknown[]): unknown[] {
  return Array.isArray(headers[0])
    ? headers.map((pair: unknown) => (Array.isArray(pair) ? pair[0] : pair))
    : headers.filter((_, index) => index % 2 === 0)
}

function linesOf(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}

/**
 * The classes that we make answers of: Node's, unless this Node makes the head of an answer as ours expect it. No header may
 * get lost to a version that does it in another way.
 */
export function standardResponseClass(): typeof ServerResponse {
  const answer = new StandardResponse(new IncomingMessage(new Socket()))
  answer.standardRequestId = 'abc'
  answer.writeHead(200, { 'content-length': '0' })
  const expected = `HTTP/1.1 200 OK\r\n${STANDARD_LINES}${REQUEST_ID}: abc\r\ncontent-length: 0\r\n`
  return headOf(answer).startsWith(expected) ? StandardResponse : ServerResponse
}

export function guardedResponseClass(): typeof ServerResponse {
  const [plain, own] = [newGuarded(), newGuarded()]
  plain.writeHead(200, { 'content-length': '0' })
  own.setHeader('Cache-Control', 'x')
  own.writeHead(200)
  const isAsExpected =
    headOf(plain).startsWith(
      `HTTP/1.1 200 OK\r\n${GUARDED_LINES}${REQUEST_ID}: abc\r\ncontent-length: 0\r\n`,
    ) &&
    headOf(own).startsWith(
      `HTTP/1.1 200 OK\r\n${linesOf([...GUARDED.slice(1), [REQUEST_ID, 'abc']])}Cache-Control: x\r\n`,
    )
  return isAsExpected ? GuardedResponse : ServerResponse
}

function newGuarded(): GuardedResponse {
  const answer = new GuardedResponse(new IncomingMessage(new Socket()))
  answer.guardedRequestId = 'abc'
  return answer
}

function headOf(answer: ServerResponse): string {
  return String(Reflect.get(answer, '_header'))
}
