import type { CallHeaders, IncomingCall } from '../../platform/http/call/incoming-call.ts'
import type { TrustedProxies } from '../../platform/http/call/trusted-proxies.ts'
import type { CheckOptions, CheckResult, Guard } from './guard.ts'

/** Creates the function behind `service.check`. A call without a target or headers is refused, like any malformed one. */
export function createPublicCheck(
  guard: Guard,
  proxies: TrustedProxies,
): (call: IncomingCall, options?: CheckOptions) => Promise<CheckResult> {
  return async (call, options) => {
    const url = typeof call.url === 'string' ? call.url : ''
    const headers = withLowerCaseNames(call.headers ?? {})
    const remoteAddress = call.remoteAddress ?? ''
    // An id of the app may repeat, even in other processes. An operator who looks it up would see the calls of others.
    const requestId = undefined
    return guard.check(proxies.resolve({ ...call, url, headers, remoteAddress, requestId }), options)
  }
}

/** Otherwise `Cookie` would be read and `Origin` not, or the other way round. */
function withLowerCaseNames(headers: CallHeaders): CallHeaders {
  const result: Record<string, string | readonly string[] | undefined> = Object.create(null)
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const key = name.toLowerCase()
    const given = result[key]
    result[key] = given === undefined ? value : [given, value].flat()
  }
  return result
}
