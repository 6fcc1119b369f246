import type { FastifyReply } from 'fastify'
import { isReservedHeader } from '../forward-auth/identity-headers.ts'
import { hopByHopHeaders } from './hop-by-hop.ts'

/** The headers of a response by lower-case names, as HTTP clients parse them. */
export type ParsedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers of a response that the gateway forwards. */
export type ForwardedHeaders = Record<string, string | string[]>

/**
 * Headers that an upstream service cannot set: those that the gateway sets itself, and those that concern the whole
 * site, of which the service is only a part.
 */
const REMOVED: ReadonlySet<string> = new Set([
  'alt-svc',
  'cache-control',
  'cdn-cache-control',
  'clear-site-data',
  'content-security-policy',
  'cross-origin-resource-policy',
  'nel',
  'pragma',
  'referrer-policy',
  'report-to',
  'server',
  'service-worker-allowed',
  'strict-transport-security',
  'surrogate-control',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
])
/** `cors.origins` decides which pages may read a response. A proxy in front of the gateway obeys `X-Accel-*`. */
const REMOVED_PREFIXES = ['access-control-', 'x-accel-']
/** The service knows which of its headers such a page reads. */
const EXPOSED_HEADERS = 'access-control-expose-headers'

/** The headers of a response may have this length together. */
export const MAX_HEADER_BYTES = 16 * 1024

const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Returns the headers that the client gets; undefined if one of them is malformed. */
export function forwardedResponseHeaders(
  headers: ParsedHeaders,
  upstreamOrigin: string,
): ForwardedHeaders | undefined {
  const hopByHop = hopByHopHeaders(connectionLines(headers))
  const forwarded: ForwardedHeaders = {}
  for (const [name, given] of Object.entries(headers)) {
    if (given === undefined || hopByHop.has(name) || isRemoved(name)) continue
    // As the key of an object, this name would set its prototype.
    if (name === '__proto__') continue
    const values = typeof given === 'string' ? [given] : given
    if (!values.every((value) => VALUE.test(value))) return undefined
    const kept = keptValues(name, values, upstreamOrigin)
    const [first] = kept
    if (first !== undefined) forwarded[name] = kept.length === 1 ? first : kept
  }
  return forwarded
}

/** Whether a complete response can have this status. */
export function isFinalStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** Sets the headers. Two of them also keep what the gateway has set for CORS. */
export function setForwardedHeaders(reply: FastifyReply, headers: ForwardedHeaders): void {
  const joined = ['vary', EXPOSED_HEADERS].map((name) => {
    const values = [reply.getHeader(name), headers[name]].flat().filter((value) => value !== undefined)
    return [name, values.join(', ')] as const
  })
  reply.headers(headers)
  for (const [name, value] of joined) if (value !== '') reply.header(name, value)
}

function connectionLines({ connection }: ParsedHeaders): string[] {
  if (connection === undefined) return []
  return [connection].flat().flatMap((value) => ['connection', value])
}

function isRemoved(name: string): boolean {
  if (name === EXPOSED_HEADERS) return false
  return (
    REMOVED.has(name) || REMOVED_PREFIXES.some((prefix) => name.startsWith(prefix)) || isReservedHeader(name)
  )
}

function keptValues(name: string, values: readonly string[], upstreamOrigin: string): string[] {
  if (name === 'set-cookie') return values.filter((cookie) => !setsTokenCookie(cookie))
  if (name === 'location') return values.map((location) => withoutOrigin(location, upstreamOrigin))
  return [...values]
}

/** Browsers send a cookie without a name as its value alone: `=jwt=x` becomes `jwt=x`. */
function setsTokenCookie(cookie: string): boolean {
  return /^[\s=]*jwt\s*=/i.test(cookie)
}

/** A client cannot reach the address of the upstream service, but the same path at the gateway. */
function withoutOrigin(location: string, upstreamOrigin: string): string {
  if (!location.startsWith(`${upstreamOrigin}/`)) return location
  const path = location.slice(upstreamOrigin.length)
  // A browser would read the rest of `http://orders:9000//x` as another host.
  return /^\/[/\\]/.test(path) ? location : path
}
