import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * A browser sends a cookie along whatever page asks it to. So a request that is carried by the cookie alone must come
 * from a page of our own, from one of the sites that are named in the settings, or from no page at all.
 */
export function createCrossSiteCheck(namedOrigins: ReadonlySet<string>): (request: FastifyRequest) => void {
  return (request) => {
    if (!comesFromOwnSite(request, namedOrigins)) throw new Refusal('cross-site')
  }
}

function comesFromOwnSite(request: FastifyRequest, namedOrigins: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && namedOrigins.has(origin)) return true
  switch (site) {
    case 'same-origin':
    case 'none':
      return true
    case 'same-site':
      // Another host of the same domain may show what it links to, and change nothing.
      return SAFE_METHODS.has(request.method)
    case undefined:
      // Older browsers, and programs, which send neither: a program does nothing that it was not told to.
      return origin === undefined || isOwnHost(origin, request.host)
    default:
      return false
  }
}

/** The scheme is left out of it: behind a proxy that ends TLS we can't know it. */
function isOwnHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const own = `${protocol}//${host}`
  // Parsed alike, so that a default port counts the same whether it is written or not.
  return from !== '' && URL.canParse(own) && new URL(own).host === from
}
