import { TAGS } from '../../../features/tables-and-words.ts'
import type { DocumentedResponse, Schema } from '../../../platform/http/endpoint/documentation.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import type { Route } from '../http/route.ts'
import type { Checks } from '../routes/route-registry.ts'
import { inputSchema, mapValues, withValueTypes } from './input-schemas.ts'
import { GENERAL_REASONS, refusalsOf } from './refusals.ts'
import {
  HEADERS,
  PROTOCOL_RESPONSES,
  type ResponseObject,
  responseOfRefusals,
  responseOrRefusal,
} from './responses.ts'
import { tagOf } from './tags.ts'

const DESCRIPTION = `Authentication and authorization for administration back ends.

**Decide by \`code\` in the body.** A success has the code 200. A refusal has HTTP status 200 too, with the code 400, 401, 404, 409, 428,
429 or 503 in the body and the stable reason in the header \`X-Castellan-Reason\`. Protocol errors and internal errors (400, 404, 405, 408,
413, 415, 431, 500, 502, 503, 504) also set the HTTP status. \`/api/v1/authorize\` is the one exception: all its refusals set the HTTP
status (400, 401, 403, 429, 500, 503). \`x-castellan-general-responses\` has the responses to requests that reach no operation.

**The token** of a login is sent as \`Authorization: Bearer\`, as \`?token=\` or as the cookie \`jwt\`. The first that is present decides.
There is no operation that refreshes a token.

**Checks.** \`x-castellan-checks\` of an operation is \`none\`, \`identity\` (any logged-in user) or \`both\` (the role also needs a rule for
the path and the method, unless it is \`admin\` or the operation is on the exclusion list).

**Data.** \`x-castellan-data\` of an operation with both checks is \`scoped\` (it concerns the users in the data scope of the operator; others
are not found), \`all-only\` (the data scope of the operator must be all data) or \`unscoped\` (it shows no data of others).

**Bodies** are JSON in UTF-8. Members that an operation does not name are ignored. \`msg\` is in English, or in Simplified Chinese if
\`Accept-Language\` prefers it. Every path with \`GET\` also has \`HEAD\`.`

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a login.' },
  query: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the query, unless the setting `jwt.queryToken` is false.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'jwt',
    description: 'The cookie that login sets. Pages of other sites cannot use it.',
  },
} as const

const SECURITY: Readonly<Record<Checks, readonly object[]>> = {
  none: [],
  identity: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
  both: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
}

/** The protocol errors that every operation can have, and those of operations that read a body. */
const ALWAYS = [400, 408, 431, 500, 503]
const WITH_BODY = [413, 415]
/** The status of routes that the settings switch off. */
const NOT_SERVED = 404
const IN_OPERATIONS = [...ALWAYS, ...WITH_BODY, NOT_SERVED].sort()

/** Returns the OpenAPI document of the routes. See docs/decisions/0028-openapi-document.md. */
export function openapiDocument(routes: readonly Route[]): unknown {
  const components = createSchemaComponents()
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  const named = IN_OPERATIONS.map((status) => [
    nameOf(status),
    components.refer(PROTOCOL_RESPONSES[status] ?? {}),
  ])
  const responses: Readonly<Record<string, Schema>> = Object.fromEntries(named)
  // The schemas last: all others have been referred to then.
  const general = generalResponses(components)
  return withValueTypes({
    openapi: '3.1.0',
    info: {
      title: 'Castellan',
      version: 'v1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: SECURITY.both,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: sorted(components.schemas),
      headers: HEADERS,
      responses,
    },
    'x-castellan-general-responses': general,
  })
}

function nameOf(status: number): string {
  return `Status${status}`
}

function responseReference(status: number): Schema {
  return { $ref: `#/components/responses/${nameOf(status)}` }
}

/** The responses to requests that reach no operation, and the refusals of routes of the app and of upstream services. */
function generalResponses(components: SchemaComponents): Readonly<Record<string, Schema>> {
  const protocol = Object.entries(PROTOCOL_RESPONSES).map(([status, response]) => [
    status,
    IN_OPERATIONS.includes(Number(status)) ? responseReference(Number(status)) : response,
  ])
  return { 200: components.refer(responseOfRefusals(GENERAL_REASONS)), ...Object.fromEntries(protocol) }
}

function operationOf(route: Route, components: SchemaComponents): object {
  const { method, path, checks, data, options } = route
  const { documentation, schema = {} } = options
  const { operationId, summary, description, responses, optional } = documentation
  const reasons = refusalsOf(route)
  const own = Object.entries(responses).map(([status, response]): [string, ResponseObject] => [
    status,
    status === '200'
      ? responseOrRefusal(named(response, operationId), reasons)
      : responseOrRefusal(response, []),
  ])
  const statuses = [...ALWAYS, ...(optional ? [NOT_SERVED] : []), ...(method === 'GET' ? [] : WITH_BODY)]
  const protocol = statuses.map((status) => [status, responseReference(status)])
  const parameters = [...parametersOf('path', schema.params), ...parametersOf('query', schema.querystring)]
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[checks],
    'x-castellan-checks': checks,
    ...(data === undefined ? {} : { 'x-castellan-data': data }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isJsonObject(schema.body) ? { requestBody: requestBodyOf(schema.body, components) } : {}),
    responses: {
      ...Object.fromEntries(protocol),
      ...Object.fromEntries(own.map(([status, response]) => [status, components.refer(response)])),
    },
  }
}

/** Returns the response with a name of its own, so that generated clients have a type for it. */
function named(response: DocumentedResponse, operationId: string): DocumentedResponse {
  const { mediaType, schema } = response
  if (mediaType !== 'application/json') return response
  const title = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Success`
  return { ...response, schema: { title, ...schema } }
}

function parametersOf(place: 'path' | 'query', schema: unknown): object[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return []
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, given]) => {
    const { description, ...rest } = inputSchema(isJsonObject(given) ? given : {})
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}

function requestBodyOf(body: Schema, components: SchemaComponents): object {
  return {
    required: true,
    content: { 'application/json': { schema: components.refer(inputSchema(body)) } },
  }
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The named schemas of the document. */
type SchemaComponents = ReturnType<typeof createSchemaComponents>

/** Collects the schemas that have a title. Throws if two different schemas have the same one. */
function createSchemaComponents() {
  const schemas: Record<string, Schema> = {}
  const sources = new Map<string, string>()

  /** Returns the schema with a reference in place of every schema that has a title. */
  function refer(schema: Schema): Schema {
    const { title, ...content } = schema
    if (typeof title !== 'string') return mapValues(schema, referValue)
    const source = JSON.stringify(content)
    const known = sources.get(title)
    if (known !== undefined && known !== source)
      throw new Error(`two schemas of the OpenAPI document have the title ${title}`)
    if (known === undefined) {
      sources.set(title, source)
      schemas[title] = mapValues(content, referValue)
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  function referValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referValue)
    return isJsonObject(value) ? refer(value) : value
  }

  return { refer, schemas }
}
