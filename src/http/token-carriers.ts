import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { type Bearer, bearerOf, isBearer } from '../token/bearer.ts'
import { isHeader } from './header-name.ts'

export interface TokenReaderOptions {
  /** Whether the query is a carrier at all. */
  readonly queryToken: boolean
  /** Refuses a request that another site's page has made a browser send. */
  readonly refuseCrossSite: (request: FastifyRequest) => void
}

/**
 * Reads the token of a request from the first carrier that is present: header, query, cookie. A carrier that is there
 * but holds no single token is refused, never passed over: a bad token is not rescued by a good one elsewhere.
 *
 * Whatever the carrier, it is told as a header would hold it. For the figure `identity-warm`: most are one, and are then
 * looked up without being taken apart.
 */
export function createTokenReader(options: TokenReaderOptions): (request: FastifyRequest) => Bearer {
  const { queryToken, refuseCrossSite } = options
  return (request) => {
    const bearer = fromHeader(request)
    if (bearer !== undefined) return bearer
    const given = queryToken ? fromQuery(request) : undefined
    const token = given ?? fromCookie(request)
    if (token === undefined) throw new Refusal('token-missing')
    if (token === '') throw new Refusal('token-malformed')
    // The browser adds the cookie by itself; whatever else carries a token was put there by somebody who has it.
    if (given === undefined) refuseCrossSite(request)
    return bearerOf(token)
  }
}

/** `Authorization: Bearer <token>`, the scheme in any letter case. Another scheme is no carrier. */
function fromHeader(request: FastifyRequest): Bearer | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  if (isGivenTwice(request.raw.rawHeaders, 'authorization')) throw new Refusal('token-malformed')
  if (isBearer(header)) return header
  if (!/^bearer(?![^ \t])/i.test(header)) return undefined
  const [, token] = /^bearer +([^ \t]+)$/i.exec(header) ?? []
  if (token === undefined) throw new Refusal('token-malformed')
  return bearerOf(token)
}

/** Node keeps the first of several `Authorization` headers and drops the others silently. */
function isGivenTwice(rawHeaders: readonly string[], name: string): boolean {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHeader(rawHeaders[index] ?? '', name)) seen++
  }
  return seen > 1
}

function fromQuery(request: FastifyRequest): string | undefined {
  if (!request.raw.url?.includes('?')) return undefined
  const { token } = request.query as { token?: unknown }
  // Given twice, it is a list; an app may also read `token[a]` as an object.
  if (token !== undefined && typeof token !== 'string') throw new Refusal('token-malformed')
  return token
}

/** `jwt=<token>`: the exact name, no quotes. */
function fromCookie(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie
  if (header === undefined) return undefined
  let token: string | undefined
  for (const pair of header.split(';')) {
    const cookie = withoutSpaces(pair)
    if (!cookie.startsWith('jwt=')) continue
    if (token !== undefined) throw new Refusal('token-malformed')
    token = cookie.slice('jwt='.length)
  }
  return token
}

/** Not by `trim`, which takes more for a space: to a browser all of that is a part of the name. */
function withoutSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charAt(start))) start++
  while (start < end && isSpace(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t'
}
