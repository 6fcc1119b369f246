import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentedHeader } from '../documentation.ts'

/** The cookie with the token, for browsers. */
export interface TokenCookie {
  set(request: FastifyRequest, reply: FastifyReply, token: string): void
  clear(request: FastifyRequest, reply: FastifyReply): void
}

export const TOKEN_COOKIE_HEADER: Readonly<Record<string, DocumentedHeader>> = {
  'Set-Cookie': {
    description:
      'The cookie `jwt` with the token (login) or without (logout), if the service sets cookies. Scripts cannot read it.',
    schema: { type: 'string', pattern: '^jwt=[^;]*; ' },
  },
}

export interface TokenCookieOptions {
  readonly enabled: boolean
  readonly lifetimeSeconds: number
}

export function createTokenCookie({ enabled, lifetimeSeconds }: TokenCookieOptions): TokenCookie {
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void => {
    if (!enabled) return
    // Scripts cannot read it, and it is not sent with requests from other sites.
    const parts = [`jwt=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict']
    reply.header('Set-Cookie', [...parts, ...(isPlainLoopback(request) ? [] : ['Secure'])].join('; '))
  }
  return {
    set: (request, reply, token) => write(request, reply, token, lifetimeSeconds),
    clear: (request, reply) => write(request, reply, '', 0),
  }
}

const LOOPBACK_PEER = /^(?:127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Whether a browser on this machine uses plain HTTP. Only then is the cookie not `Secure`, because some browsers would
 * not store it. A proxy on this machine is detected by the host or the headers that it forwards.
 */
export function isPlainLoopback(request: FastifyRequest): boolean {
  const {
    host = '',
    forwarded,
    via,
    'x-forwarded-for': client,
    'x-forwarded-proto': scheme,
  } = request.headers
  return (
    request.protocol === 'http' &&
    LOOPBACK_PEER.test(request.raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(host) &&
    [forwarded, via, client, scheme].every((header) => header === undefined)
  )
}
