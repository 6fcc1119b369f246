import type { FastifyInstance } from 'fastify'
import type { Check } from './check.ts'
import { sendRawResponse } from './raw-response.ts'
import { SLOW_CLIENT_MILLISECONDS } from './server-options.ts'

/**
 * Returns the check that limits how long a body may take to arrive. An app that sets Fastify's `requestTimeout` has
 * such a limit already, for whole requests.
 */
export function bodyTimeoutChecks({ server }: FastifyInstance): readonly Check[] {
  return server.requestTimeout > 0 ? [] : [createBodyTimeout(SLOW_CLIENT_MILLISECONDS)]
}

export function createBodyTimeout(milliseconds: number): Check {
  return ({ raw }, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
    if (length === '0' && coding === undefined) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.raw.headersSent) raw.socket.destroy()
      else sendRawResponse(raw.socket, '408 Request Timeout')
    }, milliseconds).unref()
    raw.once('end', () => clearTimeout(timer))
    raw.once('close', () => clearTimeout(timer))
  }
}
