import type { ServerOptions } from 'node:http'
import { guardedResponseClass, standardResponseClass } from './own-response.ts'

const MAX_HEADER_BYTES = 16 * 1024
export const SLOW_CLIENT_MILLISECONDS = 15_000

/** Options of Node's HTTP server. */
export type HttpOptions = Pick<
  ServerOptions,
  'maxHeaderSize' | 'headersTimeout' | 'connectionsCheckingInterval' | 'ServerResponse'
>

/** What our own server is made with. */
export function ownHttpOptions(): HttpOptions {
  return { ...limits, ServerResponse: standardResponseClass() }
}

/** What an app that has the service in it may make its server with. */
export function appHttpOptions(): HttpOptions {
  return { ...limits, ServerResponse: guardedResponseClass() }
}

const limits = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: SLOW_CLIENT_MILLISECONDS,
  connectionsCheckingInterval: 1000,
}
