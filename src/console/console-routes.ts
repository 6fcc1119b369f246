import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { type Check, hookOf, inOrder } from '../http/check.ts'
import { canonicalPathCheck } from '../http/guards.ts'
import { limitBy } from '../http/limit-by.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { ASSETS, type Site } from './site.ts'

/** No other site may frame it, open it as its own or take from it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60

export interface ConsoleRouteOptions {
  readonly site: Site
  readonly rateLimit: RateLimit
}

/** The web console: its pages, each by its own address, and what they are made of. Nothing under `/api/v1`. */
export function consoleRoutes({ site, rateLimit }: ConsoleRouteOptions): FastifyPluginAsync {
  return async (scope) => {
    scope.addHook('onRequest', hookOf(inOrder([setHeaders, canonicalPathCheck, limitBy(rateLimit)])))

    for (const page of CONSOLE_PAGES) {
      scope.get(page, async (_request, reply) => {
        const nonce = randomBytes(16).toString('base64url')
        reply.headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': contentSecurityPolicy(nonce),
        })
        return site.page(nonce)
      })
    }

    scope.get<{ Params: { name: string } }>(`/${ASSETS}/:name`, async ({ params, headers }, reply) => {
      const asset = site.asset(params.name)
      if (!asset) throw new Refusal('route-unknown')
      const { body, encoding } = await asset.read(headers['accept-encoding'])
      if (encoding !== undefined) reply.header('Content-Encoding', encoding)
      reply.headers({
        'Content-Type': asset.type,
        'Cache-Control': `public, max-age=${A_YEAR_IN_SECONDS}, immutable`,
        Vary: 'Accept-Encoding',
      })
      return body
    })
  }
}

const setHeaders: Check = (request, reply) => {
  reply.headers({ 'X-Request-Id': request.id, ...HEADERS })
}

/**
 * Nothing but our own files and answers. Styles are made while the page runs, so they carry the nonce of the answer;
 * scripts may not even do that. Captchas are pictures in their answers (`data:`).
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
