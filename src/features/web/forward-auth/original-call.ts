import { METHODS } from 'node:http'

/** The request that a proxy asks about. */
export interface OriginalCall {
  readonly method: string
  /** The path and the query, as the proxy has received them. */
  readonly url: string
}

/** The request that the proxy sends to ask. */
interface ProxyRequest {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
}

/** The pairs of headers by which proxies forward a call: Traefik and Caddy, then nginx. */
const HEADER_PAIRS = [
  { method: 'x-forwarded-method', url: 'x-forwarded-uri' },
  { method: 'x-original-method', url: 'x-original-uri' },
] as const

/** The response to `TRACE` would contain the signed headers that the service receives. */
export const FORWARDED_METHODS: readonly string[] = METHODS.filter(
  (method) => method !== 'CONNECT' && method !== 'TRACE',
)

/**
 * Returns the call that a proxy asks about: from a pair of headers, or, below the path of the endpoint, from the request
 * itself (Envoy). A client may have sent some of the headers, so nothing is returned if they contradict each other, are
 * repeated or are incomplete.
 *
 * @example
 * readOriginalCall({ method: 'POST', url: '/api/v1/authorize/orders?x=1', rawHeaders: [] }, '/api/v1/authorize')
 * // { method: 'POST', url: '/orders?x=1' }
 */
export function readOriginalCall(request: ProxyRequest, endpointPath: string): OriginalCall | undefined {
  const calls = HEADER_PAIRS.flatMap((names) => callFromHeaders(request.rawHeaders, names))
  if (!request.url.startsWith(endpointPath)) return undefined
  const target = request.url.slice(endpointPath.length)
  if (target.startsWith('/')) calls.push({ method: request.method, url: target })
  const [call] = calls
  if (!call || calls.some((other) => other?.method !== call.method || other.url !== call.url))
    return undefined
  return FORWARDED_METHODS.includes(call.method) ? call : undefined
}

/**
 * Returns the call in a pair of headers, nothing if both are missing, and `undefined` if the pair is not complete: a client
 * may have sent the header that the proxy does not send.
 */
function callFromHeaders(
  rawHeaders: readonly string[],
  names: { readonly method: string; readonly url: string },
): (OriginalCall | undefined)[] {
  const methods = valuesOf(rawHeaders, names.method)
  const urls = valuesOf(rawHeaders, names.url)
  if (methods.length === 0 && urls.length === 0) return []
  const [method, ...otherMethods] = methods
  const [url, ...otherUrls] = urls
  const isComplete = method !== undefined && url !== undefined && otherMethods.length + otherUrls.length === 0
  return [isComplete ? { method, url } : undefined]
}

/** Returns all values of a header. Node would join them to one text. */
function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && (rawHeaders[index - 1] ?? '').toLowerCase() === name,
  )
}
