import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { RefusalReason } from '../../foundation/refusal/refusal.ts'

/** A JSON Schema. A schema with a `title` becomes a named component of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>

/** The groups of operations, with their descriptions. */
export const TAGS = {
  login: 'Log in and out. A captcha is required unless the mode is `dev`.',
  'own account': 'The profile, password and menus of the caller.',
  users: 'Users and their status.',
  'service accounts': 'Users for programs, which log in with secrets.',
  'access requests': 'Roles for some hours that users have requested.',
  roles: 'Roles. A user has one role.',
  departments: 'Departments, on which the data scopes of users depend.',
  policy: 'The rules that allow a role to call a path with a method.',
  sessions: 'Who is logged in. Ending a session revokes its token on every node.',
  throttles: 'Logins that have to wait after too many failures.',
  'login log': 'All login attempts.',
  'audit log': 'All changes that operators have made.',
  confirmations: 'Changes that a second administrator has to confirm.',
  reports: 'What can be cleaned up: rules, roles and users.',
  events: 'What operators should know, such as repeated login failures and new admin rights.',
  service: 'State, routes and description of the service.',
} as const
export type Tag = keyof typeof TAGS

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
  readonly headers?: Readonly<Record<string, DocumentedHeader>>
}

/** What people and programs read about an endpoint. */
export interface Description {
  /** Unique, and stable: generated clients use it as a function name. */
  readonly operationId: string
  readonly tag: Tag
  /** A few words, without a full stop. */
  readonly summary: string
  /** Sentences in Markdown. */
  readonly description?: string
  /** The refusal reasons besides those of the checks, the rate limits and the request's syntax. */
  readonly refusals?: readonly RefusalReason[]
}

/** An endpoint's part of the OpenAPI document. The schemas of its input are in its route options. */
export interface Documentation extends Description {
  /** Present if the settings or the kind of service decide whether the route exists. */
  readonly optional?: true
  /** By HTTP status. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>
}

/** A route that the OpenAPI document describes. Fastify ignores the additional member. */
export type DocumentedRoute = RouteShorthandOptionsWithHandler & { readonly documentation: Documentation }

/** Separates the members of `Description` from the others. */
export function splitDescription<Given extends Description>(given: Given) {
  const { operationId, tag, summary, description, refusals, ...others } = given
  return {
    description: {
      operationId,
      tag,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(refusals === undefined ? {} : { refusals }),
    } satisfies Description,
    others,
  }
}

/** The members of a body besides `code` and `msg`. */
export type ResponseFields = Readonly<Record<string, Schema>>

/** Returns the schema of a body with these members besides `code` and `msg`, by default of a success. */
export function envelopeSchema(fields: ResponseFields, code: Schema = { const: 200 }): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'msg', ...Object.keys(fields)],
    properties: {
      code,
      msg: { type: 'string', minLength: 1, description: 'A text for people.' },
      ...fields,
    },
  }
}
