import type { Route } from '../../../core/check/http/route.ts'
import { openapiDocument } from '../../../core/check/openapi/document.ts'
import { JSON_TYPE } from '../../../platform/http/call/refusal-response.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'

/** Returns the route with the OpenAPI document. It is created on the first request, when all routes are known. */
export function openapiRoute(routes: () => readonly Route[]): DocumentedRoute {
  let json: string | undefined
  return {
    documentation: {
      operationId: 'getOpenapi',
      summary: 'Get this document',
      description: 'Exists if the setting `apiDocs.serve` allows it.',
      optional: true,
      responses: {
        200: {
          description: 'The OpenAPI document, or a refusal by the rate limit.',
          mediaType: 'application/json',
          schema: {
            type: 'object',
            required: ['openapi', 'info', 'paths', 'components'],
            properties: {
              openapi: { const: '3.1.0' },
              info: { type: 'object' },
              paths: { type: 'object' },
              components: { type: 'object' },
            },
          },
        },
      },
    },
    handler: async (_request, reply) => {
      json ??= JSON.stringify(openapiDocument(routes()))
      return reply.type(JSON_TYPE).send(json)
    },
  }
}
