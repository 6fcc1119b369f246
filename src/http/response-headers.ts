import type { FastifyRequest, onRequestHookHandler } from 'fastify'

/** No cache keeps it, no browser takes it for anything but what it says it is, and a token in the query goes no further. */
const GUARDED = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/**
 * Nothing of ours is a page: none of it may run, be framed, or be read by another site's page. There is no
 * `Strict-Transport-Security`: the service speaks plain HTTP, and whoever ends TLS in front of it decides for the whole host.
 */
export const STANDARD_HEADERS = {
  ...GUARDED,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** What every answer of the service carries, refusals and faults included. */
export function standardHeadersOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return { 'X-Request-Id': request.id, ...STANDARD_HEADERS }
}

export const setStandardHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.headers(standardHeadersOf(request))
  done()
}

/** The same for the routes of somebody else's app behind our checks, which may well be pages. */
export const setGuardedHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.headers({ 'X-Request-Id': request.id, ...GUARDED })
  done()
}
