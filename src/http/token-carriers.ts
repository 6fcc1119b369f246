import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

export interface TokenReaderOptions {
  /** Whether the query is a carrier at all. */
  readonly queryToken: boolean
  /** Refuses a request that another site's page has made a browser send. */
  readonly refuseCrossSite: (request: FastifyRequest) => void
}

/**
 * Reads the token of a request from the first carrier that is present: header, query, cookie. A carrier that is there
 * but holds no single token is refused, never passed over: a bad token is not rescued by a good one elsewhere.
 */
export function createTokenReader(options: TokenReaderOptions): (request: FastifyRequest) => string {
  const { queryToken, refuseCrossSite } = options
  return (request) => {
    const fromAuthorization = fromHeader(authorizationOf(request))
    if (fromAuthorization !== undefined) return fromAuthorization
    const given = queryToken ? fromQuery(request) : undefined
    const token = given ?? fromCookie(request)
    if (token === undefined) throw new Refusal('token-missing')
    if (token === '') throw new Refusal('token-malformed')
    // The browser adds the cookie by itself; whatever else carries a token was put there by somebody who has it.
    if (given === undefined) refuseCrossSite(request)
    return token
  }
}

/** The `Authorization` header as it came, of which a request has one at most. */
function authorizationOf({ raw }: FastifyRequest): string | undefined {
  const { authorization } = raw.headers
  // Node keeps the first of several and drops the others silently.
  if (authorization !== undefined && isGivenTwice(raw.rawHeaders, 'authorization')) {
    throw new Refusal('token-malformed')
  }
  return authorization
}

function isGivenTwice(rawHeaders: readonly string[], name: string): boolean {
  return rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name).length > 1
}

/** `Bearer <token>`, the scheme in any letter case. Another scheme is no carrier. */
function fromHeader(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer(?![^ \t])/i.test(authorization)) return undefined
  const [, token] = /^bearer +([^ \t]+)$/i.exec(authorization) ?? []
  if (token === undefined) throw new Refusal('token-malformed')
  return token
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
  const header = request.raw.headers.cookie
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
