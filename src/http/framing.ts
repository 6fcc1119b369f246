import type { IncomingMessage } from 'node:http'
import { Refusal } from '../refusal.ts'
import type { Check } from './check.ts'
import { giveUp, isGivenUp } from './given-up.ts'
import { isHeader } from './header-name.ts'
import { setStandardHeaders } from './response-headers.ts'

/** More than any client sends, with every proxy on its way. Node would drop those above 2,000 silently. */
const MAX_HEADERS = 100

/** A name or an address, and perhaps a port. */
const HOST = /^(?:[a-z\d_][a-z\d._-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Of these a request has one at most: where a proxy takes the first and we the last, it sees another request. */
export const SINGLE = ['host', 'expect', 'content-type', 'content-length', 'transfer-encoding'] as const

type Single = Record<(typeof SINGLE)[number], string | undefined>

/** By their length, which no two of them share. For the figure `protected-whole`: of most headers it tells enough. */
export const singleOfLength: readonly ((typeof SINGLE)[number] | undefined)[] = Array.from(
  { length: 1 + Math.max(...SINGLE.map((name) => name.length)) },
  (_, length) => SINGLE.find((name) => name.length === length),
)

/**
 * Refuses what Node's parser lets through though it can be read in two ways: two hosts, a transfer coding beside a
 * length, a version that is not ours. Whoever stands in front of the service may have read it the other way.
 */
export const framingCheck: Check = (request, reply) => {
  if (isWellFramed(request.raw) && !isGivenUp(request)) return
  // At once, and not with the answer: what follows may be handled before that is sent.
  giveUp(request)
  setStandardHeaders(request, reply)
  throw new Refusal('request-malformed')
}

export function isWellFramed(message: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): boolean {
  const { httpVersion, rawHeaders } = message
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  const headers = singlesOf(rawHeaders)
  if (!headers) return false
  return hasGoodHost(headers, httpVersion) && hasGoodBody(headers, httpVersion) && hasGoodExpect(headers)
}

/** The headers that must be single; undefined where one is not. */
function singlesOf(rawHeaders: readonly string[]): Partial<Single> | undefined {
  if (rawHeaders.length > 2 * MAX_HEADERS) return undefined
  const found: Partial<Single> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    const name = singleOfLength[given.length]
    if (name === undefined || !isHeader(given, name)) continue
    if (found[name] !== undefined) return undefined
    found[name] = rawHeaders[index + 1] ?? ''
  }
  return found
}

function hasGoodHost({ host }: Partial<Single>, version: string): boolean {
  return host === undefined ? version === '1.0' : HOST.test(host)
}

function hasGoodBody(headers: Partial<Single>, version: string): boolean {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return true
  return version === '1.1' && headers['content-length'] === undefined && coding.toLowerCase() === 'chunked'
}

function hasGoodExpect({ expect }: Partial<Single>): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue'
}
