import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../refusal/refusal.ts'
import type { IncomingCall } from './incoming-call.ts'

/** More than any client sends, including what proxies add. Node 20 and 22 silently drop headers above 2,000. */
const MAX_HEADERS = 100

/** A host name or an address, with an optional port. */
const HOST = /^(?:[a-z\d_][a-z\d._-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** A request with two of these is ambiguous: a proxy may use the first and this service the last. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'expect',
  'content-type',
  'content-length',
  'transfer-encoding',
])

/** How a call has arrived. */
type Framing = Pick<IncomingCall, 'httpVersion' | 'rawHeaders' | 'connection'>

/** Returns how a request has arrived. HTTP/2 has no ambiguous framing, and its streams are independent. */
export function framingOf(message: IncomingMessage): Framing {
  const { httpVersion, rawHeaders, socket } = message
  // An HTTP/1 request that only claims the version 2.0 has no stream.
  return 'stream' in message ? { rawHeaders } : { httpVersion, rawHeaders, connection: socket }
}

const refusedConnections = new WeakSet<object>()

/** Throws if a proxy may have read the request in another way, or an earlier one on the same connection. */
export function checkFraming(framing: Framing): void {
  const { httpVersion, rawHeaders = [], connection } = framing
  const hasTooMany = httpVersion !== undefined && rawHeaders.length > 2 * MAX_HEADERS
  const isAmbiguous = httpVersion !== undefined && !isWellFramed(httpVersion, rawHeaders)
  if (!hasTooMany && !isAmbiguous && !(connection && refusedConnections.has(connection))) return
  // Immediately and not with the response: the next request of the connection may be handled before it is sent.
  refuseConnection(framing)
  throw new Refusal(hasTooMany ? 'headers-too-large' : 'request-malformed')
}

/**
 * Refuses all further requests on the connection of this request. Closing the connection is not enough: Node handles
 * all requests that arrived in the same packet, and the rest of a malformed request may look like another one.
 */
export function refuseConnection({ connection }: Framing): void {
  if (connection) refusedConnections.add(connection)
}

/**
 * Returns whether a request cannot be read in two ways. Node's parser accepts some that can: with two hosts, with a
 * transfer coding together with a length, with an unsupported version. A proxy in front of the service may have read
 * them the other way.
 */
function isWellFramed(httpVersion: string, rawHeaders: readonly string[]): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  const headers = singleHeaders(rawHeaders)
  if (!headers) return false
  return (
    isValidHost(headers.get('host'), httpVersion) &&
    isValidTransferCoding(headers, httpVersion) &&
    isValidExpectation(headers.get('expect'))
  )
}

/** Returns the headers that may occur once; undefined if one of them occurs twice. */
function singleHeaders(rawHeaders: readonly string[]): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!SINGLE_HEADERS.has(name)) continue
    if (found.has(name)) return undefined
    found.set(name, rawHeaders[index + 1] ?? '')
  }
  return found
}

function isValidHost(host: string | undefined, version: string): boolean {
  return host === undefined ? version === '1.0' : HOST.test(host)
}

function isValidTransferCoding(headers: ReadonlyMap<string, string>, version: string): boolean {
  const coding = headers.get('transfer-encoding')
  if (coding === undefined) return true
  return version === '1.1' && !headers.has('content-length') && coding.toLowerCase() === 'chunked'
}

function isValidExpectation(expect: string | undefined): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue'
}
