import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { KeySet } from '../token/key-schedule.ts'

/** Returns the public keys as RFC 7517 defines, without the response envelope. */
export function jwksRoute(keys: () => KeySet): RouteShorthandOptionsWithHandler {
  return { handler: async () => keys().published }
}
