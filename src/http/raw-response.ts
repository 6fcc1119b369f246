import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Refusal } from '../refusal.ts'
import { NO_REFERRER, STANDARD_HEADERS } from './response-headers.ts'

const LAST_WORDS_MILLISECONDS = 1000
const MALFORMED = '400 Bad Request'

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is not even HTTP never becomes a request: it is answered on the bare connection, which is then closed. */
export function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: ServerResponse },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) socket.destroy()
  else sendRawResponse(socket, clientErrors[error.code ?? ''] ?? MALFORMED)
}

/** What Node would answer by itself, in words of its own or by hanging up, is answered as everything else is. */
export function replaceNodeResponses(server: Server): void {
  // An expectation that is not 100-continue goes on as a request, which the framing check refuses.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
  // A tunnel to somewhere else: its target is no path of ours.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => sendRawResponse(socket, MALFORMED))
}

/** Writes a response to the connection and closes it. */
export function sendRawResponse(socket: Duplex, status: string): void {
  const code = Number.parseInt(status, 10)
  const body = JSON.stringify({ code, msg: new Refusal('request-malformed').text('en') })
  const headers = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomBytes(9).toString('base64url'),
    ...STANDARD_HEADERS,
    ...NO_REFERRER,
    Connection: 'close',
  })
  // Node no longer watches a socket that it has given up on: whoever does not take the answer is cut off.
  setTimeout(() => socket.destroy(), LAST_WORDS_MILLISECONDS).unref()
  socket.on('error', () => {}) // whoever has gone hears nothing
  const head = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
