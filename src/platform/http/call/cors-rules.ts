import { MINUTE_IN_SECONDS } from '../../runtime/time-units.ts'
import { headerOf, type IncomingCall } from './incoming-call.ts'
import { REASON_HEADER, type ResponseHeaders } from './refusal-response.ts'

interface CorsOptions {
  /** Exact origins, never a pattern. */
  readonly origins: readonly string[]
  /** Whether the browser may send the cookie. */
  readonly credentials: boolean
}

const PREFLIGHT_SECONDS = 10 * MINUTE_IN_SECONDS

const DEFAULT_REQUEST_HEADERS = 'Authorization, Content-Type'
/** Names of headers, separated by commas, with at most 1,024 characters. */
const HEADER_NAMES = /^(?=.{1,1024}$)[\w!#$%&'*+.^`|~-]+(?:[\t ]*,[\t ]*[\w!#$%&'*+.^`|~-]+)*$/

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

    /** Returns the headers of the response to a preflight request, besides those of `headersFor`. */
    preflightHeaders: (call: Pick<IncomingCall, 'headers'>, methods: readonly string[]): ResponseHeaders => ({
      'Access-Control-Allow-Methods': methods.join(', '),
      // The pages of the origin may send every header. Which ones a handler reads is not known here.
      'Access-Control-Allow-Headers': requestedHeaders(call) ?? DEFAULT_REQUEST_HEADERS,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    }),
  }
}

/** Returns the names of the headers that the page wants to send; undefined if there are none, or if they are malformed. */
function requestedHeaders(call: Pick<IncomingCall, 'headers'>): string | undefined {
  const names = headerOf(call, 'access-control-request-headers')
  return names !== undefined && HEADER_NAMES.test(names) ? names : undefined
}
