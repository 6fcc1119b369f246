import type { FastifyReply, FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Changed } from '../../../platform/cluster/change-feed/change-writer.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import {
  type Description,
  type DocumentedHeader,
  type DocumentedRoute,
  envelopeSchema,
  type ResponseFields,
  type Schema,
  splitDescription,
} from '../../../platform/http/endpoint/documentation.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import type { Operator } from '../../audit-log/operator.ts'
import type { ResolvedScope } from '../../data-scope/resolve-scope.ts'
import { type SuccessFields, successBody } from './envelope.ts'
import { addressOf } from './request.ts'
import { callerOf, dataScopeOf, identityOf } from './request-identity.ts'

/** The arguments of a handler. */
interface Input<Body, Query, Params> {
  readonly request: FastifyRequest
  /** For headers such as cookies. The handler returns the body. */
  readonly reply: FastifyReply
  /** Without members that the schema does not name, at its top level: a handler passes them on as they are. */
  readonly body: Body
  readonly query: Query
  readonly params: Params
  /** The caller. Throws on a route without the identity check. */
  readonly identity: Identity
  /** The caller as the operator of a change. */
  readonly operator: Operator
  /** The users and departments that the operator may see. Throws on a route that is not declared as scoped. */
  readonly scope: ResolvedScope
}

/** What a handler returns if the client already has the response, by the header `If-None-Match`. */
export const NOT_MODIFIED = Symbol('not modified')

/** Route options besides the schemas. */
type RouteExtras = Pick<
  RouteShorthandOptionsWithHandler,
  'preValidation' | 'bodyLimit' | 'errorHandler' | 'validatorCompiler'
>

/** Some clients send `{}` to routes without a body. */
const NO_BODY_LIMIT_BYTES = 1024

type Typed<Input> = Input extends JSONSchema ? FromSchema<Input> : undefined

/** What a handler returns: `data`, the fields in place of it, or nothing if the response has no data. */
type Result<Response, Fields> = Response extends Schema
  ? Promise<object | undefined | typeof NOT_MODIFIED>
  : Fields extends ResponseFields
    ? Promise<SuccessFields>
    : Promise<void>

interface Definition<Body, Query, Params, Response, Fields> extends RouteExtras, Description {
  readonly body?: Body
  readonly query?: Query
  readonly params?: Params
  /** The schema of `data`, which the handler returns. It describes the response and does not change it. Missing: `data` is null. */
  readonly response?: Response
  /** The schemas of the fields that the handler returns in place of `data`. */
  readonly responseFields?: Fields
  /** The names of those that can be missing. */
  readonly optionalFields?: readonly string[]
  readonly responseHeaders?: Readonly<Record<string, DocumentedHeader>>
  /** Whether the handler may return `NOT_MODIFIED`. */
  readonly isConditional?: true
  handler(input: Input<Typed<Body>, Typed<Query>, Typed<Params>>): Result<Response, Fields>
}

/** Creates an endpoint from the schemas of its input and a handler. The handler gets the validated input and returns `data`. */
export function endpoint<
  const Body extends JSONSchema | undefined = undefined,
  const Query extends JSONSchema | undefined = undefined,
  const Params extends JSONSchema | undefined = undefined,
  Response extends Schema | undefined = undefined,
  Fields extends ResponseFields | undefined = undefined,
>(definition: Definition<Body, Query, Params, Response, Fields>): DocumentedRoute {
  const { description, others } = splitDescription(definition)
  const {
    body,
    query,
    params,
    response,
    responseFields,
    optionalFields,
    responseHeaders,
    isConditional,
    handler,
    ...options
  } = others
  return {
    documentation: {
      ...description,
      responses: {
        200: {
          description: 'Success, or a refusal.',
          mediaType: 'application/json',
          schema: envelopeSchema(
            responseFields ?? { data: response ?? { type: 'null' } },
            undefined,
            optionalFields,
          ),
          headers: responseHeaders,
        },
        ...(isConditional ? { 304: { description: 'The response that the client has is up to date.' } } : {}),
      },
    },
    ...(body === undefined ? { bodyLimit: NO_BODY_LIMIT_BYTES } : {}),
    ...options,
    schema: {
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(params === undefined ? {} : { params }),
    },
    async handler(request, reply) {
      const result = await handler(createInput(request, reply, body))
      if (result === NOT_MODIFIED) return reply.code(304).send()
      return successBody(request, responseFields ? { ...result } : { data: response ? result : null })
    },
  }
}

function createInput<Body, Query, Params>(
  request: FastifyRequest,
  reply: FastifyReply,
  bodySchema: JSONSchema | undefined,
): Input<Body, Query, Params> {
  return {
    request,
    reply,
    // Fastify has validated these with the schemas that the types are derived from.
    body: withoutUnnamedMembers(request.body, bodySchema) as Body,
    query: request.query as Query,
    params: request.params as Params,
    get identity() {
      return identityOf(request)
    },
    get operator() {
      return operatorOf(request, identityOf(request))
    },
    get scope() {
      return dataScopeOf(request)
    },
  }
}

/** Returns a body with the members that its schema names: front ends send back whole resources. */
function withoutUnnamedMembers(body: unknown, schema: JSONSchema | undefined): unknown {
  if (typeof schema !== 'object' || schema.properties === undefined || !isJsonObject(body)) return body
  const { properties } = schema
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name)))
}

function operatorOf(request: FastifyRequest, identity: Identity): Operator {
  const { userId, username, roleId, sessionId, issuedAt: loggedInAt } = identity
  const from = { source: 'http', ipaddr: addressOf(request), requestId: requestIdOf(request.raw) } as const
  return {
    userId,
    username,
    roleId,
    sessionId,
    identity,
    loggedInAt,
    call: callerOf(request)?.allowedCall,
    ...from,
  }
}

/** Removes the internal version number from the result of a change. */
export function withoutVersion<T extends object>({ version: _version, ...thing }: Changed<T>) {
  return thing
}
