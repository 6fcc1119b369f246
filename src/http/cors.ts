import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Check } from './check.ts'

/** Which pages of other sites may call the service from a browser: none, unless they are named. */
export interface Cors {
  readonly origins: ReadonlySet<string>
  /** Let the page that sent a request read its answer, where its site is named. */
  readonly checks: readonly Check[]
  /** Whether a browser asks, before it sends the request itself, if a named site may send it. */
  isPreflight(request: FastifyRequest): boolean
  /** Says which methods of a path may be called. Nothing runs for it. */
  sendPreflightResponse(reply: FastifyReply, methods: readonly string[]): void
}

export interface CorsOptions {
  /** Exact origins, never a pattern. */
  readonly origins: readonly string[]
  /** Whether the browser may send the cookie along. */
  readonly credentials: boolean
}

const PREFLIGHT_SECONDS = 600

export function createCors({ origins, credentials }: CorsOptions): Cors {
  const named = new Set(origins)
  const allowOrigin: Check = (request, reply) => {
    // A cache must not answer one site with what was allowed to another.
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !named.has(origin)) return
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
      ...(credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    })
  }

  return {
    origins: named,
    checks: named.size === 0 ? [] : [allowOrigin],

    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' &&
      headers['access-control-request-method'] !== undefined &&
      named.has(headers.origin ?? ''),

    sendPreflightResponse(reply, methods) {
      reply.code(204).headers({
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': 'Authorization, Content-Type',
        'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      })
      reply.send()
    },
  }
}
