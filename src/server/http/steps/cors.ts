import type { FastifyReply } from 'fastify'
import { type CorsOptions, type CorsRules, createCorsRules } from '../../../authorization/guard/cors-rules.ts'
import type { Check } from './check.ts'

export interface Cors extends CorsRules {
  /** Set the response headers that let a page of a configured origin read the response. */
  readonly checks: readonly Check[]
  /** Sends the methods that a path has. No handler runs. */
  sendPreflightResponse(reply: FastifyReply, methods: readonly string[]): void
}

export function createCors(options: CorsOptions): Cors {
  const rules = createCorsRules(options)
  const setHeaders: Check = (request, reply) => {
    reply.headers(rules.headersFor(request))
  }
  return {
    ...rules,
    checks: rules.origins.size === 0 ? [] : [setHeaders],
    sendPreflightResponse(reply, methods) {
      reply.code(204).headers(rules.preflightHeaders(methods))
      reply.send()
    },
  }
}
