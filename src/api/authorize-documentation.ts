import { IDENTITY_HEADER_NAMES } from '../gateway/identity-headers.ts'
import { REASON_HEADER } from '../guard/refusal-response.ts'
import { type DocumentedHeader, type DocumentedResponse, envelopeSchema } from '../http/documentation.ts'
import { Refusal, type RefusalReason } from '../refusal.ts'
import { refusalSchemas } from './openapi/refusals.ts'
import type { Route } from './route.ts'

const UNAUTHENTICATED: readonly RefusalReason[] = [
  'token-missing',
  'token-malformed',
  'token-expired',
  'token-revoked',
  'session-replaced',
  'session-ended',
  'password-changed',
]

const FORBIDDEN: readonly RefusalReason[] = [
  'permission-denied',
  'cross-site',
  'password-change-due',
  'proxy-not-trusted',
]

const DESCRIPTION = `For reverse proxies: runs the checks of a protected route for the original request, whose method and target are in
\`X-Forwarded-Method\` and \`X-Forwarded-Uri\` (Traefik, Caddy), in \`X-Original-Method\` and \`X-Original-URI\` (nginx), or are those of the
request itself below this path (Envoy). Every method is accepted. Unlike all other endpoints, refusals have the HTTP status 401, 403 or 429, because
proxies decide by it. Only proxies in \`application.trustProxy\` may call it.`

const identityHeaders: Record<string, DocumentedHeader> = Object.fromEntries(
  IDENTITY_HEADER_NAMES.map((name) => [
    name,
    {
      description: 'An identity header. Present if `gateway.signingSecret` is set.',
      schema: { type: 'string', pattern: '^[!-~]+$' },
    },
  ]),
)

/** The endpoint in the OpenAPI document, which needs a method: the usual one of proxies. */
export function authorizeDocumentation(path: string): Route {
  return {
    method: 'GET',
    path,
    checks: 'none',
    limits: [],
    options: {
      documentation: {
        operationId: 'authorize',
        tag: 'service',
        summary: 'Decide about a request for a proxy',
        description: DESCRIPTION,
        responses: {
          200: {
            description: 'The request is allowed.',
            mediaType: 'application/json',
            schema: envelopeSchema({}),
            headers: identityHeaders,
          },
          401: refusalOf('The client is not logged in.', UNAUTHENTICATED),
          403: refusalOf('The client is not allowed, or the peer is not a trusted proxy.', FORBIDDEN),
          429: refusalOf('The client has sent too many requests.', ['rate-limited']),
        },
      },
      handler: () => Promise.reject(new Refusal('fault')),
    },
  }
}

function refusalOf(description: string, reasons: readonly RefusalReason[]): DocumentedResponse {
  const schemas = refusalSchemas(reasons)
  return {
    description,
    mediaType: 'application/json',
    schema: schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas },
    headers: {
      [REASON_HEADER]: {
        description: 'The refusal reason.',
        required: true,
        schema: { type: 'string', enum: reasons },
      },
      'X-Castellan-Refusal': {
        description: 'The body in ASCII, for proxies that cannot forward it.',
        required: true,
        schema: { type: 'string' },
      },
      'X-Castellan-Refusal-Status': {
        description: 'The HTTP status that the client should get.',
        required: true,
        schema: { type: 'string', enum: ['200', '403'] },
      },
    },
  }
}
