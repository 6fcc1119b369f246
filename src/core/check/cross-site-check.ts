import { headerOf, type IncomingCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Creates the check for requests whose token is in the cookie, which a browser sends for pages of any site. They must
 * come from a page of the service's own site, from a configured origin, or from no page at all.
 */
export function createCrossSiteCheck(allowedOrigins: ReadonlySet<string>): (call: IncomingCall) => void {
  return (call) => {
    if (!isFromAllowedSite(call, allowedOrigins)) throw new Refusal('cross-site')
  }
}

function isFromAllowedSite(call: IncomingCall, allowedOrigins: ReadonlySet<string>): boolean {
  const origin = headerOf(call, 'origin')
  if (origin !== undefined && allowedOrigins.has(origin)) return true
  switch (headerOf(call, 'sec-fetch-site')) {
    case 'same-origin':
    case 'none':
      return true
    case 'same-site':
      // Other hosts of the same domain may read and change nothing.
      return SAFE_METHODS.has(call.method)
    case undefined:
      // Older browsers, and clients other than browsers, which no page can control.
      return origin === undefined || isOwnHost(origin, call.host ?? headerOf(call, 'host') ?? '')
    default:
      return false
  }
}

/** Compares without the scheme, which is unknown behind a proxy that terminates TLS. */
function isOwnHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const own = `${protocol}//${host}`
  // Both are parsed, so that a default port may be written or omitted.
  return from !== '' && URL.canParse(own) && new URL(own).host === from
}
