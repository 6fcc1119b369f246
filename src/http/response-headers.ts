import type { onRequestHookHandler } from 'fastify'

/** Headers that every answer carries, refusals and faults included. */
export const setStandardHeaders: onRequestHookHandler = (request, reply, done) => {
  reply.headers({
    'X-Request-Id': request.id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  done()
}
