import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Check } from './check.ts'
import { REASON_HEADER } from './envelope.ts'

/** Cross-origin requests from browsers: none are allowed, except from the configured origins. */
export interface Cors {
  readonly origins: ReadonlySet<string>
  /** Set the response headers that let a page of a configured origin read the response. */
  readonly checks: readonly Check[]
  /** Whether the request is a preflight request from a configured origin. */
  isPreflight(request: FastifyRequest): boolean
  /** Sends the methods that a path has. No handler runs. */
  sendPreflightResponse(reply: FastifyReply, methods: readonly string[]): void
}

export interface CorsOptions {
  /** Exact origins, never a pattern. */
  readonly origins: readonly string[]
  /** Whether the browser may send the cookie. */
  readonly credentials: boolean
}

const PREFLIGHT_SECONDS = 600

export function createCors({ origins, credentials }: CorsOptions): Cors {
  const allowed = new Set(origins)
  const allowOrigin: Check = (request, reply) => {
    // A cache must not serve the response for one origin to another.
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': `X-Request-Id, Retry-After, ${REASON_HEADER}`,
      ...(credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    })
  }

  return {
    origins: allowed,
    checks: allowed.size === 0 ? [] : [allowOrigin],

    isPreflight: ({ method, headers }) =>
      method === 'OPTIONS' &&
      headers['access-control-request-method'] !== undefined &&
      allowed.has(headers.origin ?? ''),

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
