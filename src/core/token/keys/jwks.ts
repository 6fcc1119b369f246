import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { listSchema, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import type { KeySet } from './key-schedule.ts'

const keysSchema = objectSchema('JwkSet', {
  keys: listSchema(
    objectSchema(
      'Jwk',
      {
        kty: { enum: ['OKP', 'EC', 'RSA'] },
        crv: text,
        x: text,
        y: text,
        n: text,
        e: text,
        kid: text,
        alg: { enum: ['EdDSA', 'ES256', 'RS256'] },
        use: { const: 'sig' },
      },
      ['crv', 'x', 'y', 'n', 'e'],
    ),
  ),
})

/** Returns the public keys as RFC 7517 defines, without the response envelope. */
export function jwksRoute(keys: () => KeySet): DocumentedRoute {
  return {
    documentation: {
      operationId: 'getJwks',
      summary: 'Get the public keys of tokens',
      description: 'A JWK Set (RFC 7517) without envelope. Empty if tokens are signed with a secret (HS256).',
      responses: {
        200: {
          description: 'The keys, or a refusal by the rate limit.',
          mediaType: 'application/json',
          schema: keysSchema,
        },
      },
    },
    handler: async () => keys().published,
  }
}
