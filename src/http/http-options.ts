import type { ServerOptions } from 'node:http'
import { responseClass } from './own-response.ts'

const MAX_HEADER_BYTES = 16 * 1024
export const SLOW_CLIENT_MILLISECONDS = 15_000

/** Options of Node's HTTP server. */
export type HttpOptions = Pick<
  ServerOptions,
  'maxHeaderSize' | 'headersTimeout' | 'connectionsCheckingInterval' | 'ServerResponse'
>

/** What an HTTP server is made with: our own, and, where it likes, that of an app that has the service in it. */
export function httpOptions(): HttpOptions {
  return {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: SLOW_CLIENT_MILLISECONDS,
    connectionsCheckingInterval: 1000,
    ServerResponse: responseClass(),
  }
}
