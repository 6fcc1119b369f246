import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { KeySet } from '../token/key-set.ts'

/** The public keys, as RFC 7517 writes them and every JWT library reads them: not in our envelope. */
export function jwksRoute(keys: () => KeySet): RouteShorthandOptionsWithHandler {
  return { handler: async () => keys().published }
}
