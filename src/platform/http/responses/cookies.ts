import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromThisMachine } from '../direct-loopback.ts'
import type { DocumentedHeader } from '../endpoint/documentation.ts'

export type TokenCookie = ReturnType<typeof createTokenCookie>

export const TOKEN_COOKIE_HEADER: Readonly<Record<string, DocumentedHeader>> = {
  'Set-Cookie': {
    description:
      'The cookie `jwt` with the token (login) or without (logout), if the service sets cookies. Scripts cannot read it.',
    schema: { type: 'string', pattern: '^jwt=[^;]*; ' },
  },
}

interface TokenCookieOptions {
  readonly enabled: boolean
  readonly lifetimeSeconds: number
}

/** Creates the cookie with the token, for browsers. */
export function createTokenCookie({ enabled, lifetimeSeconds }: TokenCookieOptions) {
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void => {
    if (enabled) setCookie(request, reply, `jwt=${value}`, maxAge)
  }
  return {
    set: (request: FastifyRequest, reply: FastifyReply, token: string): void =>
      write(request, reply, token, lifetimeSeconds),
    clear: (request: FastifyRequest, reply: FastifyReply): void => write(request, reply, '', 0),
  }
}

/** The prefix `__Host-` keeps other hosts of the same domain from setting the cookie. It requires `Secure`. */
const LOGIN_COOKIE = 'castellan_login'
const loginCookieFor = (request: FastifyRequest) =>
  isPlainLoopback(request) ? LOGIN_COOKIE : `__Host-${LOGIN_COOKIE}`

/** Sets the cookie that binds the two requests of a login to one browser. */
export function setLoginCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  lifetimeSeconds: number,
): void {
  setCookie(request, reply, `${loginCookieFor(request)}=${value}`, lifetimeSeconds)
}

/** Returns the value of the cookie; empty if there is none, or more than one. */
export function readLoginCookie(request: FastifyRequest): string {
  const prefix = `${loginCookieFor(request)}=`
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  const [value = ''] = values
  return values.length === 1 ? value.slice(prefix.length) : ''
}

/** Sets a cookie that scripts cannot read and that is not sent with requests from other sites. */
function setCookie(request: FastifyRequest, reply: FastifyReply, pair: string, maxAge: number): void {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict']
  if (!isPlainLoopback(request)) attributes.push('Secure')
  reply.header('Set-Cookie', [pair, ...attributes].join('; '))
}

/** Whether a browser on this machine uses plain HTTP. Only then is the cookie not `Secure`, because some browsers would not store it. */
function isPlainLoopback({ protocol, raw }: FastifyRequest): boolean {
  return protocol === 'http' && isFromThisMachine(raw)
}
