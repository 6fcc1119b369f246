import { type DocumentedRoute, envelopeSchema } from '../../../platform/http/endpoint/documentation.ts'
import { sendUnavailable, successBody } from './envelope.ts'

/** `degraded`: requests are handled although a dependency fails. `down`: requests are refused. */
export type Health = 'up' | 'degraded' | 'down'

/** Returns only the status, because the caller is not authenticated. */
export function healthRoute(health: () => Health): DocumentedRoute {
  return {
    documentation: {
      operationId: 'getHealth',
      summary: 'Get the state of the service',
      responses: {
        200: {
          description:
            'Requests are handled. `degraded`: logins fail, or the keys of the nodes differ. Or a refusal by the rate limit.',
          mediaType: 'application/json',
          schema: envelopeSchema({ data: healthSchema('up', 'degraded') }),
        },
        503: {
          description: 'Requests are refused, because the state of this node is too old.',
          mediaType: 'application/json',
          schema: {
            title: 'HealthDown',
            ...envelopeSchema(
              { reason: { const: 'unavailable' }, data: healthSchema('down') },
              { const: 503 },
            ),
          },
        },
      },
    },
    async handler(request, reply) {
      const status = health()
      const fields = { data: { status } }
      return status === 'down' ? sendUnavailable(request, reply, fields) : successBody(request, fields)
    },
  }
}

function healthSchema(...states: readonly Health[]) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['status'],
    properties: { status: { enum: states } },
  }
}
