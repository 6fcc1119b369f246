import type { CheckOptions, CheckResult, Guard } from './guard.ts'
import type { CallHeaders, IncomingCall } from './incoming-call.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Creates the function behind `service.check`, which makes no assumptions about its input. */
export function createPublicCheck(
  guard: Guard,
  proxies: TrustedProxies,
): (call: IncomingCall, options?: CheckOptions) => Promise<CheckResult> {
  return async (call, options) => {
    const headers = withLowerCaseNames(call.headers)
    return guard.check(proxies.resolve({ ...call, headers }), options)
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
