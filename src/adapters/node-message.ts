import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { framingOf } from '../platform/http/call/framing.ts'
import { callOfMessage, type IncomingCall } from '../platform/http/call/incoming-call.ts'
import type { RefusalResponse, ResponseHeaders } from '../platform/http/call/refusal-response.ts'
import { REQUEST_ID } from '../platform/http/call/response-headers.ts'

/** Returns the description of a request, with how it has arrived. The target may differ from `url` in some frameworks. */
export function framedCallOf(message: IncomingMessage, url?: string): IncomingCall {
  const { ':authority': authority } = message.headers
  // Clients of HTTP/2 send the host here. No request over HTTP/1 can have this name.
  const host = typeof authority === 'string' ? { host: authority } : {}
  return { ...callOfMessage(message, url), ...framingOf(message), ...host }
}

/** Headers about a body, which do not apply to the body of a refusal. */
export const CONTENT_HEADERS: readonly string[] = [
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'transfer-encoding',
]

/** The headers of responses after the checks, before a handler has set others. */
const headersAfterCheck = new WeakMap<ServerResponse, OutgoingHttpHeaders>()

/** Sets the headers of a call that has passed the checks. The id of the app stays: only refusals are recorded under ours. */
export function setHeaders(response: ServerResponse, headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== REQUEST_ID || !response.hasHeader(name)) response.setHeader(name, value)
  headersAfterCheck.set(response, response.getHeaders())
}

/** Removes the headers that a handler has set: they describe another body, and may allow caches to store it. */
function removeHeadersOfHandler(response: ServerResponse): void {
  const earlier = headersAfterCheck.get(response)
  if (earlier) {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    for (const [name, value] of Object.entries(earlier))
      if (value !== undefined) response.setHeader(name, value)
  }
  for (const name of CONTENT_HEADERS) response.removeHeader(name)
}

export function sendResponse(response: ServerResponse, { status, headers, body }: RefusalResponse): void {
  if (response.headersSent) {
    // Too late for another response: the client must not take what was sent for complete.
    response.destroy()
    return
  }
  removeHeadersOfHandler(response)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
