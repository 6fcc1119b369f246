import type { Route } from '../../../core/check/http/route.ts'
import { CHECK_REASONS, refusalSchemas } from '../../../core/check/openapi/refusals.ts'
import { oneOf, RETRY_AFTER, reasonHeader } from '../../../core/check/openapi/responses.ts'
import { type DocumentedHeader, envelopeSchema } from '../../../platform/http/endpoint/documentation.ts'
import { Refusal, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import { FORBIDDEN_REASONS } from './authorize.ts'
import { IDENTITY_HEADER_NAMES } from './identity-headers.ts'

const UNAUTHENTICATED = CHECK_REASONS.both.filter((reason) => !FORBIDDEN_REASONS.has(reason))

const FORBIDDEN: readonly RefusalReason[] = [...FORBIDDEN_REASONS, 'proxy-not-trusted']

const DESCRIPTION = `For reverse proxies: runs the checks of a protected route for the original request, whose method and target are in
\`X-Forwarded-Method\` and \`X-Forwarded-Uri\` (Traefik, Caddy), in \`X-Original-Method\` and \`X-Original-URI\` (nginx), or are those of the
request itself below this path (Envoy). Every method is accepted. Unlike at all other endpoints, every refusal sets the HTTP status, because
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
        summary: 'Decide about a request for a proxy',
        description: DESCRIPTION,
        responses: {
          200: {
            description: 'The request is allowed.',
            mediaType: 'application/json',
            schema: envelopeSchema({}),
            headers: identityHeaders,
          },
          400: earlyRefusalOf(
            400,
            'The original request is unclear or malformed, or its path is not canonical.',
            ['request-malformed', 'path-not-canonical', 'original-request-unclear'],
          ),
          401: refusalOf('The client is not logged in.', UNAUTHENTICATED, {
            ...refusalHeaders(200),
            'WWW-Authenticate': WWW_AUTHENTICATE,
          }),
          403: refusalOf(
            'The client is not allowed, or the peer is not a trusted proxy.',
            FORBIDDEN,
            refusalHeaders(200, 403),
          ),
          429: refusalOf('The client has sent too many requests.', ['rate-limited'], {
            ...refusalHeaders(200),
            'Retry-After': { ...RETRY_AFTER, required: true },
          }),
          500: earlyRefusalOf(500, 'An internal error. Its details are in the log only.', ['fault']),
          503: earlyRefusalOf(503, 'The database or Redis is unavailable.', ['unavailable']),
        },
      },
      handler: () => Promise.reject(new Refusal('fault')),
    },
  }
}

const WWW_AUTHENTICATE: DocumentedHeader = {
  description: 'The scheme of the token.',
  required: true,
  schema: { const: 'Bearer' },
}

type Headers = Readonly<Record<string, DocumentedHeader>>

/** The refusal in the headers. `statuses` are those that the client should get. */
function refusalHeaders(...statuses: readonly number[]): Headers {
  return {
    'X-Castellan-Refusal': {
      description: 'The body in ASCII, for proxies that cannot forward it.',
      required: true,
      schema: { type: 'string' },
    },
    'X-Castellan-Refusal-Status': {
      description: 'The HTTP status that the client should get.',
      required: true,
      schema: { type: 'string', enum: statuses.map(String) },
    },
  }
}

/** The headers are optional: an error of the request itself, before the decision, has none. */
function earlyRefusalOf(status: number, description: string, reasons: readonly RefusalReason[]) {
  const headers = Object.entries(refusalHeaders(status))
  const optional = headers.map(([name, header]) => [name, { ...header, required: false }])
  return refusalOf(description, reasons, Object.fromEntries(optional))
}

function refusalOf(description: string, reasons: readonly RefusalReason[], headers: Headers) {
  return {
    description,
    mediaType: 'application/json',
    schema: oneOf(refusalSchemas(reasons)),
    headers: { ...reasonHeader(reasons), ...headers },
  }
}
