import { isUnavailable } from '../../platform/database/database-error.ts'
import { isCanonicalPath } from '../../platform/http/call/canonical-path.ts'
import type { CorsRules } from '../../platform/http/call/cors-rules.ts'
import { checkFraming, refuseConnection } from '../../platform/http/call/framing.ts'
import type { Identity } from '../../platform/http/call/identity.ts'
import { headerOf, type IdentifiedCall, pathOfCall } from '../../platform/http/call/incoming-call.ts'
import { languageOf } from '../../platform/http/call/language.ts'
import { allowedMethods, effectiveMethod } from '../../platform/http/call/method.ts'
import type { RateLimit } from '../../platform/http/call/rate-limit.ts'
import {
  isMalformed,
  type RefusalResponse,
  type ResponseHeaders,
  refusalResponse,
} from '../../platform/http/call/refusal-response.ts'
import { type OnRefusal, redactPath } from '../../platform/http/call/refused-call.ts'
import { headersForQuery, PROTECTED_HEADERS, REQUEST_ID } from '../../platform/http/call/response-headers.ts'
import { isSpelledAsRoute } from '../../platform/http/call/route-spelling.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { type CallerCheck, type CheckedCall, type RequiredChecks, requireCaller } from './caller-check.ts'
import type { ScopeUse, WatchedCall } from './scope-use.ts'

export interface CheckOptions {
  /** `false`: only the identity check, for calls that every logged-in user may make. Default: true. */
  readonly permission?: boolean
  /** The method of the route as it was declared. Other methods are refused. `GET` includes `HEAD`. */
  readonly method?: string
  /**
   * The path of the route as it was declared, such as `/api/v1/orders/:id`. Other spellings, which a router may accept
   * too (another letter case, a trailing slash), are refused.
   */
  readonly route?: string
  /** `true` if the handler shows or changes only rows of the caller's data scope. In `dev`, this is checked. */
  readonly dataScope?: boolean
}

export type CheckResult = Allowed | Refused

export interface Allowed {
  readonly allowed: true
  readonly identity: Identity
  /** The headers that the response must have, such as `cache-control: no-store`. */
  readonly headers: ResponseHeaders
  /**
   * Repeats the checks for the same call and the same token, without counting it again. Use it right before the call
   * is handled if the body was read in between: the session may have ended in the meantime.
   */
  checkAgain(): Promise<CheckResult>
  /** Only in `dev`, for a call with `dataScope: true`: the handlers run in it, and the response is reported to it. */
  readonly watched?: WatchedCall | undefined
  /** Returns the response to a call whose handler has thrown a refusal. */
  refuse(refusal: Refusal): Refused
}

export interface Refused {
  readonly allowed: false
  /** The reason and the code of the refusal. */
  readonly refusal: Refusal
  readonly response: RefusalResponse
}

export type Guard = ReturnType<typeof createGuard>

export interface GuardOptions {
  readonly callerCheck: CallerCheck
  readonly rateLimit: RateLimit
  readonly cors: Pick<CorsRules, 'headersFor'>
  /** Called with an error that prevented a decision. The call is refused. */
  readonly onFault: (fault: unknown) => void
  readonly onRefusal: OnRefusal
  /** Missing: nobody is watching whether handlers ask for data scopes. */
  readonly scopeUse?: ScopeUse | undefined
  readonly createRequestId: () => string
}

/** A call with the id of its response. */
interface GuardedCall extends CheckedCall {
  readonly requestId: string
  readonly watched: WatchedCall | undefined
}

const BOTH_CHECKS: RequiredChecks = { checks: 'both', readsDepartment: true }
const IDENTITY_ONLY: RequiredChecks = { checks: 'identity', readsDepartment: true }

/**
 * Creates the checks of a protected route, for a call that any framework or protocol has received.
 * See docs/decisions/0025-framework-free-check-and-adapters.md.
 */
export function createGuard(options: GuardOptions) {
  const { callerCheck, rateLimit, cors, onFault, onRefusal, createRequestId, scopeUse } = options

  function headersFor({ call, requestId }: GuardedCall): ResponseHeaders {
    return {
      ...PROTECTED_HEADERS,
      [REQUEST_ID]: requestId,
      ...cors.headersFor(call),
      ...headersForQuery(call.url),
    }
  }

  function refuse(guarded: GuardedCall, refusal: Refusal): Refused {
    const { call, route, caller, requestId } = guarded
    onRefusal({
      requestId,
      reason: refusal.reason,
      code: refusal.code,
      method: call.method,
      path: redactPath(pathOfCall(call)),
      route,
      identity: refusal.identity ?? caller?.identity,
      address: call.remoteAddress,
    })
    if (isMalformed(refusal)) refuseConnection(call)
    const { status, headers, body } = refusalResponse(refusal, languageOf(headerOf(call, 'accept-language')))
    return {
      allowed: false,
      refusal,
      response: { status, headers: { ...headersFor(guarded), ...headers }, body },
    }
  }

  function toRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error
    onFault(error)
    return isUnavailable(error) ? new Refusal('unavailable', {}, { cause: error }) : new Refusal('fault')
  }

  async function admit(guarded: GuardedCall, required: RequiredChecks): Promise<CheckResult> {
    await rateLimit.admit(guarded.call.remoteAddress)
    return decide(guarded, required)
  }

  async function decide(guarded: GuardedCall, required: RequiredChecks): Promise<CheckResult> {
    const pending = callerCheck(guarded, required)
    if (pending) await pending
    const { watched } = guarded
    return {
      allowed: true,
      identity: requireCaller(guarded).identity,
      headers: headersFor(guarded),
      checkAgain: () => withRefusals(guarded, () => decide(guarded, required)),
      watched,
      refuse(refusal) {
        watched?.refused()
        return refuse(guarded, refusal)
      },
    }
  }

  /** Returns the result of the checks, with everything that they throw as a refusal. */
  async function withRefusals(
    guarded: GuardedCall,
    check: () => CheckResult | Promise<CheckResult>,
  ): Promise<CheckResult> {
    try {
      return await check()
    } catch (error) {
      return refuse(guarded, toRefusal(error))
    }
  }

  /** Copies the call, so that a second run decides about the same call, whatever has happened to the object. */
  function guard(given: IdentifiedCall, route?: string, watched?: WatchedCall): GuardedCall {
    const { requestId = createRequestId() } = given
    return { call: { ...given }, route, caller: undefined, requestId, watched }
  }

  return {
    /** Returns the response to a call that was refused by other checks than those of `check`. */
    refuse: (call: IdentifiedCall, refusal: Refusal): Refused => refuse(guard(call), refusal),

    /** Returns who is calling, or the complete response to a refused call. It never throws. */
    async check(given: IdentifiedCall, options: CheckOptions = {}): Promise<CheckResult> {
      const { permission = true, method, route, dataScope = false } = options
      const name = route === undefined ? 'a call without a route' : `${method ?? given.method} ${route}`
      const guarded = guard(given, route, dataScope ? scopeUse?.watch(name) : undefined)
      const { call } = guarded
      // Awaits nothing before the rate limit: a malformed call is refused before the next call of its connection is checked.
      return withRefusals(guarded, () => {
        checkFraming(call)
        if (!isCanonicalPath(call.url)) throw new Refusal('path-not-canonical')
        if (route !== undefined && !isSpelledAsRoute(pathOfCall(call), route))
          throw new Refusal('path-not-canonical')
        if (method !== undefined && effectiveMethod(call.method) !== method)
          throw new Refusal('method-not-allowed', { allow: allowedMethods([method]).join(', ') })
        return admit(guarded, permission === false ? IDENTITY_ONLY : BOTH_CHECKS)
      })
    },
  }
}
