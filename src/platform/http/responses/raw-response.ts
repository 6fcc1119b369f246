import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { unmapIPv4 } from '../../network/network.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { JSON_TYPE, REASON_HEADER, refusalBody } from '../call/refusal-response.ts'
import type { OnRefusal } from '../call/refused-call.ts'
import { createRequestId } from '../call/request-id.ts'
import { NO_REFERRER, REQUEST_ID } from '../call/response-headers.ts'
import { STANDARD_HEADERS } from './response-headers.ts'

const WRITE_TIMEOUT_MS = 1000
const MALFORMED = '400 Bad Request'
const HEADERS_TOO_LARGE = '431 Request Header Fields Too Large'

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Creates the function that responds to bytes that Node's HTTP parser refuses, and closes the connection. */
export function createClientErrorHandler(onRefusal: OnRefusal) {
  return (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) socket.destroy()
    else sendRawResponse(socket, clientErrors[error.code ?? ''] ?? MALFORMED, onRefusal)
  }
}

/** Replaces the responses that Node sends itself by responses in the service's format. */
export function replaceNodeResponses(server: Server, onRefusal: OnRefusal): void {
  // The framing check refuses every expectation other than 100-continue.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
  // The service is not a proxy.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    sendRawResponse(socket, MALFORMED, onRefusal),
  )
}

/** Writes a response to the connection and closes it. */
export function sendRawResponse(socket: Duplex, status: string, onRefusal: OnRefusal): void {
  const code = Number.parseInt(status, 10)
  const refusal = new Refusal(status === HEADERS_TOO_LARGE ? 'headers-too-large' : 'request-malformed')
  const body = JSON.stringify({ ...refusalBody(refusal, 'en'), code })
  const requestId = createRequestId()
  const address = socket instanceof Socket ? unmapIPv4(socket.remoteAddress ?? '') : ''
  onRefusal({ requestId, reason: refusal.reason, code, method: '', path: '', address })
  const headers = Object.entries({
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    [REASON_HEADER]: refusal.reason,
    [REQUEST_ID]: requestId,
    ...STANDARD_HEADERS,
    ...NO_REFERRER,
    Connection: 'close',
  })
  // Node applies no timeout to this socket any more. A client that does not read the response is disconnected.
  setTimeout(() => socket.destroy(), WRITE_TIMEOUT_MS).unref()
  socket.on('error', () => {}) // the client has disconnected
  const head = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
