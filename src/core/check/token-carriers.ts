import { headerOf, type IncomingCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'

interface TokenReaderOptions {
  /** Whether the query is a carrier at all. */
  readonly queryToken: boolean
  /** Throws if a page of another site caused the request. */
  readonly assertSameSite: (call: IncomingCall) => void
}

/**
 * Creates the function that reads the token from the first carrier that is present: header, query, cookie. A carrier
 * without exactly one token is refused and not skipped.
 */
export function createTokenReader(options: TokenReaderOptions): (call: IncomingCall) => string {
  const { queryToken, assertSameSite } = options
  return (call) => {
    const fromAuthorization = fromHeader(authorizationOf(call))
    if (fromAuthorization !== undefined) return fromAuthorization
    const given = queryToken ? fromQuery(call) : undefined
    const token = given ?? fromCookie(call)
    if (token === undefined) throw new Refusal('token-missing')
    if (token === '') throw new Refusal('token-malformed')
    // Only the cookie is sent by the browser without the page knowing the token.
    if (given === undefined) assertSameSite(call)
    return token
  }
}

/** Returns the `Authorization` header, and throws if there are several. */
function authorizationOf(call: IncomingCall): string | undefined {
  const { authorization } = call.headers
  if (authorization === undefined) return undefined
  // Node returns the first of several and drops the others.
  if (typeof authorization !== 'string' || isGivenTwice(call.rawHeaders ?? [], 'authorization')) {
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

/** Reads the query itself: the parser of an app may read it differently. */
function fromQuery({ url }: IncomingCall): string | undefined {
  const start = url.indexOf('?')
  if (start === -1) return undefined
  // With its question mark: the parser ignores one at the beginning, so it would read "token" in `??token=`.
  const [token, ...others] = new URLSearchParams(url.slice(start)).getAll('token')
  if (others.length > 0) throw new Refusal('token-malformed')
  return token
}

/** `jwt=<token>`: the exact name, no quotes. */
function fromCookie(call: IncomingCall): string | undefined {
  const header = cookieHeaderOf(call)
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

/** Several `Cookie` headers are joined as `node:http` does it. */
function cookieHeaderOf(call: IncomingCall): string | undefined {
  const { cookie } = call.headers
  return typeof cookie === 'object' ? cookie.join('; ') : headerOf(call, 'cookie')
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
