import { REASON_HEADER } from '../../../platform/http/call/refusal-response.ts'
import type {
  DocumentedHeader,
  DocumentedResponse,
  Schema,
} from '../../../platform/http/endpoint/documentation.ts'
import { STANDARD_HEADERS } from '../../../platform/http/responses/response-headers.ts'
import { listRefusalReasons, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import { refusalSchema, refusalSchemas, TIMEOUT_STATUS } from './refusals.ts'

/** A response of the OpenAPI document. */
export type ResponseObject = Readonly<Record<string, unknown>>

/** The headers of every response. */
export const HEADERS: Readonly<Record<string, DocumentedHeader>> = {
  'X-Request-Id': {
    description: 'The id of the request, as in the log.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{1,64}$' },
  },
  'Cache-Control': constantHeader('No cache may store the response.', 'cache-control'),
  'X-Content-Type-Options': constantHeader('No other media type is guessed.', 'x-content-type-options'),
  'Content-Security-Policy': constantHeader('The response is not a page.', 'content-security-policy'),
  'Cross-Origin-Resource-Policy': constantHeader(
    'Pages of other sites cannot include the response.',
    'cross-origin-resource-policy',
  ),
  'Referrer-Policy': {
    description: 'Present if the request has a query, which may contain a token.',
    schema: { type: 'string' },
  },
}

function constantHeader(description: string, name: keyof typeof STANDARD_HEADERS): DocumentedHeader {
  return { description, required: true, schema: { type: 'string', const: STANDARD_HEADERS[name] } }
}

/** Returns a response with the headers of every response. Its own headers replace those of the same name. */
function responseObject(
  description: string,
  content: Readonly<Record<string, Schema>> | undefined,
  ownHeaders: Readonly<Record<string, DocumentedHeader>> = {},
): ResponseObject {
  const common = Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return {
    description,
    headers: { ...Object.fromEntries(common), ...ownHeaders },
    ...(content && {
      content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
    }),
  }
}

/** Returns a response that is either the documented one or one of these refusals, all with HTTP status 200. */
export function responseOrRefusal(
  { description, mediaType, schema, headers = {} }: DocumentedResponse,
  reasons: readonly RefusalReason[],
): ResponseObject {
  if (mediaType === undefined || schema === undefined) return responseObject(description, undefined, headers)
  if (reasons.length === 0) return responseObject(description, { [mediaType]: schema }, headers)
  const refusals = refusalSchemas(reasons)
  const json = mediaType === 'application/json' ? [schema, ...refusals] : refusals
  const content = { [mediaType]: schema, 'application/json': oneOf(json) }
  return responseObject(description, content, { ...headers, ...refusalHeaders(reasons) })
}

/** Returns the response with HTTP status 200 that is one of these refusals. */
export function responseOfRefusals(reasons: readonly RefusalReason[]): ResponseObject {
  const content = { 'application/json': oneOf(refusalSchemas(reasons)) }
  return responseObject('A refusal.', content, refusalHeaders(reasons))
}

export function oneOf(schemas: readonly Schema[]): Schema {
  const [first = {}, ...others] = schemas
  return others.length === 0 ? first : { oneOf: schemas }
}

function refusalHeaders(reasons: readonly RefusalReason[]): Readonly<Record<string, DocumentedHeader>> {
  return {
    [REASON_HEADER]: {
      description: 'The refusal reason. Present if the request is refused.',
      schema: { type: 'string', enum: reasons },
    },
    ...(reasons.includes('rate-limited') ? { 'Retry-After': RETRY_AFTER } : {}),
  }
}

/** Returns the header of a response that is always a refusal. */
export function reasonHeader(reasons: readonly RefusalReason[]): Readonly<Record<string, DocumentedHeader>> {
  const schema = { type: 'string', enum: reasons }
  return { [REASON_HEADER]: { description: 'The refusal reason.', required: true, schema } }
}

export const RETRY_AFTER: DocumentedHeader = {
  description: 'The seconds to wait. Present if the code is 429.',
  schema: { type: 'integer', minimum: 1 },
}

const ALLOW: DocumentedHeader = {
  description: 'The methods of the path.',
  required: true,
  schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or its path is not canonical. The connection is closed.',
  404: 'There is no such route.',
  405: 'The path has no route with this method.',
  408: 'The request did not arrive in time. The connection is closed.',
  413: 'The body is too large.',
  415: 'The body is not `application/json` in UTF-8.',
  431: 'The headers are too large or too many. The connection is closed.',
  500: 'An internal error. Its details are in the log only.',
  502: 'The upstream service is unavailable, or its response is invalid.',
  503: 'The database or Redis is unavailable.',
  504: 'The upstream service did not respond in time.',
}

/** The refusals whose HTTP status equals the code, by status. */
export const PROTOCOL_RESPONSES: Readonly<Record<number, ResponseObject>> = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([status, description]) => [
    status,
    protocolResponse(Number(status), description),
  ]),
)

function protocolResponse(status: number, description: string): ResponseObject {
  const reasons: readonly RefusalReason[] =
    status === TIMEOUT_STATUS
      ? ['request-malformed']
      : listRefusalReasons().flatMap(({ reason, code, protocol, ofOneEndpoint }) =>
          protocol && code === status && !ofOneEndpoint ? [reason] : [],
        )
  return responseObject(
    description,
    { 'application/json': refusalSchema(status) },
    { ...reasonHeader(reasons), ...(status === 405 ? { Allow: ALLOW } : {}) },
  )
}
