import type { ServerOptions as NodeServerOptions } from 'node:http'
import { DeferredContinueResponse } from './steps/deferred-continue.ts'

export const SLOW_CLIENT_MILLISECONDS = 15_000

/** Options of Node's HTTP server. */
export type ServerOptions = Pick<
  NodeServerOptions,
  'maxHeaderSize' | 'headersTimeout' | 'connectionsCheckingInterval' | 'ServerResponse'
>

/**
 * Limits for the headers of a request, and "100 Continue" only after the checks, for the standalone server and for apps that
 * embed the service.
 */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: SLOW_CLIENT_MILLISECONDS,
  connectionsCheckingInterval: 1000,
  ServerResponse: DeferredContinueResponse,
}
