import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

export interface TokenReaderOptions {
  /** Whether the query is a carrier at all. */
  readonly queryToken: boolean
  /** Throws if a page of another site caused the request. */
  readonly refuseCrossSite: (request: FastifyRequest) => void
}

/**
 * Creates the function that reads the token from the first carrier that is present: header, query, cookie. A carrier
 * without exactly one token is refused and not skipped.
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
    // Only the cookie is sent by the browser without the page knowing the token.
    if (given === undefined) refuseCrossSite(request)
    return token
  }
}

/** Returns the `Authorization` header, and throws if there are several. */
function authorizationOf({ raw }: FastifyRequest): string | undefined {
  const { authorization } = raw.headers
  // Node returns the first of several and drops the others.
  if (authorization !== undefined && isGivenTwice(raw.rawHeaders, 'authorization')) {
    throw new Refusal('token-malformed')
  }
  return authorization
}

function isGivenTwice(rawHeaders: readonly string[], name: string): boolean {
  return rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name).length > 1
}

/** `Bearer <token>` with the scheme in any case. Headers with other schemes are ignored. */
function fromHeader(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer(?![^ \t])/i.test(authorization)) return undefined
  const [, token] = /^bearer +([^ \t]+)$/i.exec(authorization) ?? []
  if (token === undefined) throw new Refusal('token-malformed')
  return token
}

function fromQuery(request: FastifyRequest): string | undefined {
  if (!request.raw.url?.includes('?')) return undefined
  const { token } = request.query as { token?: unknown }
  // A repeated parameter is an array. An app's query parser may also return objects.
  if (token !== undefined && typeof token !== 'string') throw new Refusal('token-malformed')
  return token
}

/** `jwt=<token>`: the exact name, no quotes. */
function fromCookie(request: FastifyRequest): string | undefined {
  const header = request.raw.headers.cookie
  if (header === undefined) return undefined
  let token: string | undefined
  for (const pair of header.split(';')) {
    const cookie = trimSpaces(pair)
    if (!cookie.startsWith('jwt=')) continue
    if (token !== undefined) throw new Refusal('token-malformed')
    token = cookie.slice('jwt='.length)
  }
  return token
}

/** Unlike `trim`, removes only what browsers treat as white space in this header. */
function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charAt(start))) start++
  while (start < end && isSpace(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t'
}
