import { type IdentityHeaders, isReservedHeader } from '../forward-auth/identity-headers.ts'
import { headerMatcher } from './header-names.ts'
import { hopByHopHeaders } from './hop-by-hop.ts'
import { REMOVED_HEADERS } from './removed-headers.ts'

/** What the gateway states in headers of its own. */
interface AddedHeaders {
  readonly identity: IdentityHeaders
  readonly requestId: string
  /** The client's address, as `application.trustProxy` determines it. */
  readonly address: string
  readonly host: string
  readonly protocol: string
  /** The trace of this request. Without one, the headers of the client are kept. */
  readonly traceparent: string | undefined
  /** Whether the settings of the upstream service name the header, in lower case, as one to remove. */
  readonly isRemovedBySettings: (name: string) => boolean
}

/** Names in letters, digits and hyphens. CGI-like servers read every other character as a hyphen. */
const PLAIN_NAME = /^[a-z\d-]+$/

/** Headers that are meant for the gateway, or that it states itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['authorization', 'host', 'expect', 'x-request-id'])
const isRemoved = headerMatcher(REMOVED_HEADERS.flatMap(({ names }) => names))
const TRACE_HEADERS: ReadonlySet<string> = new Set(['traceparent', 'tracestate'])

/**
 * Returns the headers of the request to an upstream service, names and values in turn: those of the client without the
 * user's token and everything a client could forge, and the gateway's own.
 */
export function upstreamRequestHeaders(rawHeaders: readonly string[], added: AddedHeaders): string[] {
  const hopByHop = hopByHopHeaders(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    const name = given.toLowerCase()
    if (!PLAIN_NAME.test(name) || OWN_HEADERS.has(name) || hopByHop.has(name)) continue
    if (isReservedHeader(name) || isRemoved(name) || added.isRemovedBySettings(name)) continue
    if (added.traceparent !== undefined && TRACE_HEADERS.has(name)) continue
    const value = keptValue(name, rawHeaders[index + 1] ?? '')
    if (value !== undefined) headers.push(given, value)
  }
  headers.push('X-Forwarded-For', added.address)
  // A client that speaks HTTP/1.0 may name no host.
  if (added.host) headers.push('X-Forwarded-Host', added.host)
  headers.push('X-Forwarded-Proto', added.protocol)
  headers.push('X-Request-Id', added.requestId)
  if (added.traceparent !== undefined) headers.push('traceparent', added.traceparent)
  for (const [name, value] of Object.entries(added.identity)) headers.push(name, value)
  return headers
}

function keptValue(name: string, value: string): string | undefined {
  if (name === 'cookie') return withoutTokenCookie(value)
  // The query of a page may contain a token, in any spelling.
  if (name === 'referer') return value.replace(/\?.*$/, '')
  return value
}

/** Returns the other cookies; undefined if there are none. */
function withoutTokenCookie(header: string): string | undefined {
  if (!/jwt/i.test(header)) return header
  const kept = header.split(';').filter((pair) => !/^[\s"]*jwt[\s"]*(?:=|$)/i.test(pair))
  const text = kept.join(';').trim()
  return text === '' ? undefined : text
}
