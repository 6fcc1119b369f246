import type { Guard, Refused } from '../../../core/check/guard.ts'
import type { ScopeHeaderOf } from '../../../core/data-scope/scope-header.ts'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { type IdentifiedCall, pathOfCall } from '../../../platform/http/call/incoming-call.ts'
import { allowedMethods } from '../../../platform/http/call/method.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { unmapIPv4 } from '../../../platform/network/network.ts'
import { Refusal, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import { isReservedHeader, signIdentityHeaders } from './identity-headers.ts'
import { FORWARDED_METHODS, type OriginalCall, readOriginalCall } from './original-call.ts'
import { isTokenRemovable } from './request-target.ts'

/** The request of a proxy. `remoteAddress` is the address of the connection, so that of the proxy. */
interface AuthorizeRequest extends IdentifiedCall {
  readonly rawHeaders: readonly string[]
  readonly requestId: string
}

export type Authorization = {
  /** The request that the proxy asks about; undefined if the proxy does not say. */
  readonly original: OriginalCall | undefined
  readonly headers: Readonly<Record<string, string>>
} & (
  | { readonly identity: Identity; readonly refusal?: undefined }
  | {
      readonly identity?: undefined
      /** Undefined: a CORS preflight request, to which the proxy responds with the headers. */
      readonly refusal: Refusal | undefined
      readonly status: number
      readonly body: string
    }
)

export type Authorize = (request: AuthorizeRequest) => Promise<Authorization>

interface AuthorizeOptions {
  readonly guard: Pick<Guard, 'check' | 'refuse'>
  readonly trustedProxies: TrustedProxies
  readonly rateLimit: RateLimit
  readonly cors: CorsRules
  /** Empty: no identity headers are sent. */
  readonly signingSecret: string
  readonly scopeHeaderOf: ScopeHeaderOf
  /** The path of the endpoint. */
  readonly path: string
  readonly now: () => number
}

/** Refusals that a new login does not change: their status is 403. All others have the status of their code. */
export const FORBIDDEN_REASONS: ReadonlySet<RefusalReason> = new Set([
  'permission-denied',
  'cross-site',
  'password-change-due',
  'second-factor-due',
])

/**
 * Creates the decision for proxies: the checks of a protected route for the original request. They always include both
 * checks, also for a path that an endpoint of the service has: the proxy may send the request to any service.
 * See docs/decisions/0026-authorize-endpoint.md.
 */
export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { guard, trustedProxies, rateLimit, cors, signingSecret, scopeHeaderOf, path, now } = options

  /** Counts a request that no check counts. Returns its refusal if there were too many. */
  async function refusalOverLimit(client: IdentifiedCall): Promise<Refused | undefined> {
    try {
      await rateLimit.admit(client.remoteAddress)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return guard.refuse(client, error)
      throw error
    }
  }

  /** Browsers send a preflight request without a token, so it must not reach the service, which would respond unchecked. */
  async function respondToPreflight(call: IdentifiedCall) {
    const refused = await refusalOverLimit(call)
    if (refused) return toResponse(refused)
    const headers = {
      ...cors.headersFor(call),
      ...cors.preflightHeaders(call, allowedMethods(FORWARDED_METHODS)),
      'X-Castellan-Refusal-Status': '204',
    }
    return { refusal: undefined, status: 403, headers, body: '' }
  }

  return async (request) => {
    const client = trustedProxies.resolve(request)
    const isTrusted = trustedProxies.includes(unmapIPv4(request.remoteAddress))
    const original = isTrusted ? readOriginalCall(request, path) : undefined
    if (!original) {
      const refusal = new Refusal(isTrusted ? 'original-request-unclear' : 'proxy-not-trusted')
      const refused = (await refusalOverLimit(client)) ?? guard.refuse(client, refusal)
      return { original, ...toResponse(refused) }
    }
    const call = { ...client, ...original }
    if (cors.isPreflight(call)) return { original, ...(await respondToPreflight(call)) }
    const result = await guard.check(call)
    if (!result.allowed) return { original, ...toResponse(result) }
    if (!isTokenRemovable(original.url) || hasReservedHeader(request.rawHeaders)) {
      return { original, ...toResponse(guard.refuse(call, new Refusal('request-malformed'))) }
    }
    const { identity } = result
    const corsHeaders = cors.headersFor(call)
    if (signingSecret === '') return { original, identity, headers: corsHeaders }
    const identityHeaders = signIdentityHeaders({
      identity,
      resolvedScope: scopeHeaderOf(identity),
      method: original.method,
      path: pathOfCall(original),
      requestId: request.requestId,
      timeSeconds: Math.floor(now() / 1000),
      secret: signingSecret,
    })
    return { original, identity, headers: { ...corsHeaders, ...identityHeaders } }
  }
}

/** Whether the proxy has not removed an identity header of the client. Then it may not remove it for the service either. */
function hasReservedHeader(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some((name, index) => index % 2 === 0 && isReservedHeader(name))
}

/** Returns the refusal with its real status, and, for proxies that cannot forward the body, everything as headers too. */
function toResponse({ refusal, response }: Refused) {
  // The original request may be malformed. The connection to the proxy is not.
  const { Connection: _, ...headers } = response.headers
  const status = FORBIDDEN_REASONS.has(refusal.reason) ? 403 : refusal.code
  return {
    refusal,
    status,
    headers: {
      ...headers,
      'X-Castellan-Refusal': inAscii(response.body),
      'X-Castellan-Refusal-Status': String(response.status),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: response.body,
  }
}

/** Returns JSON without other characters, which a header could not have. */
function inAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
