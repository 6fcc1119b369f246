import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { PageResponse } from '../../../core/check/http/envelope.ts'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import { pathOf } from '../../../core/check/http/request.ts'
import { CONSOLE_HEADERS } from '../../../platform/http/responses/response-headers.ts'
import { runInOrder, toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { DAY_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import { CONSOLE_PAGES } from './pages.ts'
import { ASSETS, type Site } from './site.ts'

const YEAR_IN_SECONDS = 365 * DAY_IN_SECONDS

interface ConsoleRouteOptions {
  readonly site: Site
  readonly pipeline: Pipeline
  /** Adds the console to the list of routes, as one route: its pages and assets are alike, and contain no data. */
  readonly addConsole: () => void
}

/** Creates the plugin that serves the web console's pages and assets. None of them is under `/api/v1`. */
export function consoleRoutes({ site, pipeline, addConsole }: ConsoleRouteOptions): FastifyPluginAsync {
  return async (scope) => {
    scope.addHook('onRequest', toHook(runInOrder(pipeline.consoleFile.beforeBody)))

    addConsole()
    for (const page of CONSOLE_PAGES) {
      scope.get(page, async (_request, reply) => {
        const { headers, body } = pageOf(site)
        reply.headers(headers)
        return body
      })
    }

    scope.get<{ Params: { name: string } }>(`/${ASSETS}/:name`, async ({ params, headers }, reply) => {
      const asset = site.asset(params.name)
      if (!asset) throw new Refusal('route-unknown')
      const { body, encoding } = await asset.read(headers['accept-encoding'])
      if (encoding !== undefined) reply.header('Content-Encoding', encoding)
      reply.headers({
        'Content-Type': asset.type,
        'Cache-Control': `public, max-age=${YEAR_IN_SECONDS}, immutable`,
        Vary: 'Accept-Encoding',
      })
      return body
    })
  }
}

/**
 * Returns the console for a browser that opens an address which does not exist, so that the console says so; undefined for
 * other requests, and for paths of the API and of upstream services.
 */
export function unknownPageOf(site: Site, request: FastifyRequest): PageResponse | undefined {
  const isOpenedInBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  const isReserved = RESERVED.some((start) => pathOf(request).startsWith(start))
  const isPage = request.is404 || PAGES.has(request.routeOptions.url)
  return isOpenedInBrowser && isPage && !isReserved ? pageOf(site) : undefined
}

const PAGES: ReadonlySet<string | undefined> = new Set(CONSOLE_PAGES)

const RESERVED = ['/api/', `/${ASSETS}/`]

function pageOf(site: Site): PageResponse {
  const nonce = randomBytes(16).toString('base64url')
  const headers = {
    ...CONSOLE_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
  }
  return { headers, body: site.page(nonce) }
}

/**
 * Allows only the console's own files and the service's endpoints. Styles are created at run time, so they need a
 * nonce. Captcha images and recordings are `data:` URLs.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    'media-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
