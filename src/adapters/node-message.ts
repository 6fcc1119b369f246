import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IncomingCall } from '../guard/incoming-call.ts'
import { languageOf } from '../guard/language.ts'
import { type RefusalResponse, type ResponseHeaders, refusalResponse } from '../guard/refusal-response.ts'
import type { Refusal } from '../refusal.ts'

/** Returns the description of a request that Node has received. The target may differ from `url` in some frameworks. */
export function callOfMessage(message: IncomingMessage, url = message.url ?? ''): IncomingCall {
  const { method = '', headers, rawHeaders, socket } = message
  const call = { method, url, headers, rawHeaders, remoteAddress: socket.remoteAddress ?? '' }
  // HTTP/2 has no ambiguous framing, and its streams are independent.
  return 'stream' in message ? call : { ...call, httpVersion: message.httpVersion, connection: socket }
}

export function setHeaders(response: ServerResponse, headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

export function sendResponse(response: ServerResponse, { status, headers, body }: RefusalResponse): void {
  if (response.headersSent) {
    // Too late for another response: the client must not take what was sent for complete.
    response.destroy()
    return
  }
  response.statusCode = status
  setHeaders(response, headers)
  response.end(body)
}

/** Sends the response to a refusal that a handler has thrown. */
export function sendThrownRefusal(
  message: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  sendResponse(response, refusalResponse(refusal, languageOf(message.headers['accept-language'])))
}
