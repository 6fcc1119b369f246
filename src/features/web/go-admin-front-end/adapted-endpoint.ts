import type { FastifyRequest } from 'fastify'
import {
  type DocumentedRoute,
  envelopeSchema,
  type Schema,
} from '../../../platform/http/endpoint/documentation.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'

export type JsonObject = Readonly<Record<string, unknown>>

interface Adaptation {
  /** Changes the body before it is validated. */
  readonly body?: (body: JsonObject) => JsonObject
  /** Changes the query before it is validated. */
  readonly query?: (query: JsonObject) => JsonObject
  /** Called before the handler. */
  readonly before?: (request: FastifyRequest) => void
  /** Returns the `data` of the response. */
  readonly data?: (data: JsonObject, request: FastifyRequest) => Promise<object>
  /** The schema of this `data`. */
  readonly response?: Schema
}

/**
 * Returns an endpoint that accepts what go-admin's front end sends and returns what it reads. The schemas, the handler and the refusals
 * of the endpoint stay as they are.
 */
export function adapted(endpoint: DocumentedRoute, adaptation: Adaptation): DocumentedRoute {
  const { documentation } = endpoint
  const { 200: success, ...others } = documentation.responses
  const { body, query, before, data, response } = adaptation
  if (!success) throw new Error(`${documentation.operationId} has no successful response`)
  const schema = response ? { schema: envelopeSchema({ data: response }) } : {}
  return {
    ...endpoint,
    documentation: { ...documentation, responses: { 200: { ...success, ...schema }, ...others } },
    async preValidation(request) {
      if (body && isJsonObject(request.body)) request.body = body(request.body)
      if (query && isJsonObject(request.query)) request.query = query(request.query)
    },
    async handler(request, reply) {
      before?.(request)
      const result: unknown = await endpoint.handler.call(this, request, reply)
      if (!data || !isJsonObject(result) || !isJsonObject(result.data)) return result
      return { ...result, data: await data(result.data, request) }
    },
  }
}

/** Returns the objects of a list, which the response of an endpoint of this service contains. */
export function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
