import type { FastifyReply, FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Changed } from '../change-feed/change-writer.ts'
import { Refusal } from '../refusal.ts'
import type { Identity } from '../token/token-payload.ts'
import './request-identity.ts'
import { type SuccessFields, successBody } from './envelope.ts'

interface Input<Body, Query, Params> {
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly request: FastifyRequest
  /** For what stands beside the body, such as a cookie. The body is what the handler answers. */
  readonly reply: FastifyReply
  /** Who is calling. Asking for it on a route without identity check is a fault of ours. */
  readonly identity: Identity
}

/** What a route may set beside its schemas. */
type RouteExtras = Pick<RouteShorthandOptionsWithHandler, 'preValidation' | 'bodyLimit' | 'errorHandler'>

/** A route that takes no body reads none but the `{}` that some clients send anyway. */
const NO_BODY_LIMIT_BYTES = 1024

type Typed<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : undefined

interface Definition<Body, Query, Params> extends RouteExtras {
  readonly body?: Body
  readonly query?: Query
  readonly params?: Params
  handler(input: Input<Typed<Body>, Typed<Query>, Typed<Params>>): Promise<SuccessFields>
}

/**
 * One endpoint: what it takes, as schemas, and what it does. The handler gets what the schemas promise, and answers
 * with the fields that stand beside `code` and `msg`.
 */
export function endpoint<
  const Body extends JSONSchema | undefined = undefined,
  const Query extends JSONSchema | undefined = undefined,
  const Params extends JSONSchema | undefined = undefined,
>(definition: Definition<Body, Query, Params>): RouteShorthandOptionsWithHandler {
  const { body, query, params, handler, ...options } = definition
  return {
    ...(body === undefined ? { bodyLimit: NO_BODY_LIMIT_BYTES } : {}),
    ...options,
    schema: {
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(params === undefined ? {} : { params }),
    },
    handler: async (request, reply) =>
      successBody(
        request,
        await handler({
          // Fastify has validated them by the schemas that these types come from.
          body: request.body as Typed<Body>,
          query: request.query as Typed<Query>,
          params: request.params as Typed<Params>,
          request,
          reply,
          get identity() {
            return identityOf(request)
          },
        }),
      ),
  }
}

/** The answer to a change: the thing as it is now. Which version of everything that makes is nobody's business. */
export function changed<T extends object>({ version: _version, ...thing }: Changed<T>): SuccessFields {
  return { data: thing }
}

function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new Refusal('token-missing')
  return request.identity
}
