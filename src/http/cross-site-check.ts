import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Creates the check for requests whose token is in the cookie, which a browser sends for pages of any site. They must
 * come from a page of the service's own site, from a configured origin, or from no page at all.
 */
export function createCrossSiteCheck(allowedOrigins: ReadonlySet<string>): (request: FastifyRequest) => void {
  return (request) => {
    if (!isFromAllowedSite(request, allowedOrigins)) throw new Refusal('cross-site')
  }
}

function isFromAllowedSite(request: FastifyRequest, allowedOrigins: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && allowedOrigins.has(origin)) return true
  switch (site) {
    case 'same-origin':
    case 'none':
      return true
    case 'same-site':
      // Other hosts of the same domain may read and change nothing.
      return SAFE_METHODS.has(request.method)
    case undefined:
      // Older browsers, and clients other than browsers, which no page can control.
      return origin === undefined || isOwnHost(origin, request.host)
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
