import type { FastifyReply, FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Changed } from '../change-feed/change-writer.ts'
import { Refusal } from '../refusal.ts'
import type { Identity } from '../token/token-payload.ts'
import { type SuccessFields, successBody } from './envelope.ts'
import { callerOf } from './request-identity.ts'

/**
 * What a handler gets. A class for the figure `protected-whole`: a literal with a getter outlives its request in V8, and
 * collecting those took a sixth of a request's time.
 */
class Input<Body, Query, Params> {
  readonly request: FastifyRequest
  /** For what stands beside the body, such as a cookie. The body is what the handler answers. */
  readonly reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request
    this.reply = reply
  }

  // Fastify has validated them by the schemas that these types come from.
  get body(): Body {
    return this.request.body as Body
  }

  get query(): Query {
    return this.request.query as Query
  }

  get params(): Params {
    return this.request.params as Params
  }

  /** Who is calling. Asking for it on a route without identity check is a fault of ours. */
  get identity(): Identity {
    const caller = callerOf(this.request)
    if (!caller) throw new Refusal('token-missing')
    return caller.identity
  }
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
  /** Answers at once where there is nothing to wait for. */
  handler(input: Input<Typed<Body>, Typed<Query>, Typed<Params>>): SuccessFields | Promise<SuccessFields>
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
    // Without a promise where there is none, for the figure `protected-whole`.
    handler(request, reply) {
      const fields = handler(new Input(request, reply))
      if (!isPromise(fields)) return successBody(request, fields)
      return fields.then((awaited) => successBody(request, awaited))
    },
  }
}

function isPromise<T extends object>(value: T | Promise<T>): value is Promise<T> {
  return 'then' in value && typeof value.then === 'function'
}

/** The answer to a change: the thing as it is now. Which version of everything that makes is nobody's business. */
export function changed<T extends object>({ version: _version, ...thing }: Changed<T>): SuccessFields {
  return { data: thing }
}
