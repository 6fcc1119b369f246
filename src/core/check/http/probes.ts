import type { FastifyReply } from 'fastify'
import type { DocumentedResponse, DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import type { Health } from './health.ts'

const OK = 200
const UNAVAILABLE = 503

/** Returns 200 as long as the process handles requests, whatever the state of its dependencies. */
export const livenessRoute: DocumentedRoute = {
  documentation: {
    operationId: 'getLiveness',
    summary: 'Liveness probe',
    description: 'Only the standalone service has it.',
    optional: true,
    responses: { 200: wordResponse('The process handles requests.', 'up') },
  },
  handler: async (_request, reply) => sendWord(reply, OK, 'up'),
}

/** Returns 503 if requests are refused because the state is stale, or if the service is shutting down (`isClosing`). */
export function readinessRoute(health: () => Health, isClosing: () => boolean): DocumentedRoute {
  return {
    documentation: {
      operationId: 'getReadiness',
      summary: 'Readiness probe',
      description: 'Only the standalone service has it.',
      optional: true,
      responses: {
        200: wordResponse('Requests are handled.', 'up', 'degraded'),
        503: wordResponse('Requests are refused.', 'down', 'closing'),
      },
    },
    handler: async (_request, reply) => {
      if (isClosing()) return sendWord(reply, UNAVAILABLE, 'closing')
      const status = health()
      return sendWord(reply, status === 'down' ? UNAVAILABLE : OK, status)
    },
  }
}

function wordResponse(description: string, ...words: readonly string[]): DocumentedResponse {
  // Not an enum: code generators refuse values with a line feed.
  const schema = { type: 'string', pattern: `^(${words.join('|')})\n$` }
  return { description, mediaType: 'text/plain', schema }
}

/** Orchestrators read only the status. The word is for people, and a plain text because there is nothing to parse. */
function sendWord(reply: FastifyReply, status: number, word: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${word}\n`)
}
