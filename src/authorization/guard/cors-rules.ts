import { headerOf, type IncomingCall } from './incoming-call.ts'
import { REASON_HEADER, type ResponseHeaders } from './refusal-response.ts'

interface CorsOptions {
  /** Exact origins, never a pattern. */
  readonly origins: readonly string[]
  /** Whether the browser may send the cookie. */
  readonly credentials: boolean
}

const PREFLIGHT_SECONDS = 600

export type CorsRules = ReturnType<typeof createCorsRules>

/** Cross-origin requests from browsers: none are allowed, except from the configured origins. */
export function createCorsRules({ origins, credentials }: CorsOptions) {
  const allowed: ReadonlySet<string> = new Set(origins)
  return {
    origins: allowed,

    /** Returns the headers that let a page of a configured origin read the response. */
    headersFor(call: Pick<IncomingCall, 'headers'>): ResponseHeaders {
      if (allowed.size === 0) return {}
      const origin = headerOf(call, 'origin')
      // A cache must not serve the response for one origin to another.
      if (origin === undefined || !allowed.has(origin)) return { Vary: 'Origin' }
      return {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': `X-Request-Id, Retry-After, ${REASON_HEADER}`,
        ...(credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
      }
    },

    /** Returns whether the request is a preflight request from a configured origin. */
    isPreflight: (call: Pick<IncomingCall, 'method' | 'headers'>): boolean =>
      call.method === 'OPTIONS' &&
      call.headers['access-control-request-method'] !== undefined &&
      allowed.has(headerOf(call, 'origin') ?? ''),

    /** Returns the headers of the response to a preflight request. */
    preflightHeaders: (methods: readonly string[]): ResponseHeaders => ({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    }),
  }
}
