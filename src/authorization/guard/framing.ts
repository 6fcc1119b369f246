/** More than any client sends, including what proxies add. Node silently drops headers above 2,000. */
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

/**
 * Returns whether a request cannot be read in two ways. Node's parser accepts some that can: with two hosts, with a
 * transfer coding together with a length, with an unsupported version. A proxy in front of the service may have read
 * them the other way. HTTP/2 has no ambiguous framing.
 */
export function isWellFramed(message: {
  readonly httpVersion: string
  readonly rawHeaders: readonly string[]
}): boolean {
  // An HTTP/1 request that only claims the version 2.0 has no stream.
  if ('stream' in message) return true
  const { httpVersion, rawHeaders } = message
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
  if (rawHeaders.length > 2 * MAX_HEADERS) return undefined
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
