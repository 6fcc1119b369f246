import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { RefusalReason } from '../../refusal/refusal.ts'

/** A JSON Schema. A schema with a `title` becomes a named component of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>

export interface DocumentedHeader {
  readonly description: string
  readonly schema: Schema
  readonly required?: boolean
}

/** A response that is not a refusal. */
export interface DocumentedResponse {
  readonly description: string
  /** Missing together with the schema: the response has no body. */
  readonly mediaType?: string
  readonly schema?: Schema
  /** The headers besides those of every response. */
  readonly headers?: Readonly<Record<string, DocumentedHeader>> | undefined
}

/** What people and programs read about an endpoint. */
export interface Description {
  /** Unique, and stable: generated clients use it as a function name. */
  readonly operationId: string
  /** A few words, without a full stop. */
  readonly summary: string
  /** Sentences in Markdown. */
  readonly description?: string | undefined
  /** The refusal reasons besides those of the checks, the rate limits and the request's syntax. */
  readonly refusals?: readonly RefusalReason[] | undefined
}

/** An endpoint's part of the OpenAPI document. The schemas of its input are in its route options. */
interface Documentation extends Description {
  /** Present if the settings or the kind of service decide whether the route exists. */
  readonly optional?: true
  /** By HTTP status. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>
}

/** A route that the OpenAPI document describes. Fastify ignores the additional member. */
export type DocumentedRoute = RouteShorthandOptionsWithHandler & { readonly documentation: Documentation }

/** Separates the members of `Description` from the others. */
export function splitDescription<Given extends Description>(given: Given) {
  const { operationId, summary, description, refusals, ...others } = given
  return { description: { operationId, summary, description, refusals }, others }
}

/** The members of a body besides `code` and `msg`. */
export type ResponseFields = Readonly<Record<string, Schema>>

/** Returns the schema of a body with these members besides `code` and `msg`, by default of a success. */
export function envelopeSchema(
  fields: ResponseFields,
  code: Schema = { const: 200 },
  optional: readonly string[] = [],
): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'msg', ...Object.keys(fields).filter((name) => !optional.includes(name))],
    properties: {
      code,
      msg: { type: 'string', minLength: 1, description: 'A text for people.' },
      ...fields,
    },
  }
}
