import { Readable } from 'node:stream'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import {
  type Description,
  type DocumentedRoute,
  splitDescription,
} from '../../../platform/http/endpoint/documentation.ts'
import type { ResolvedScope } from '../../data-scope/resolve-scope.ts'
import { dataScopeOf, identityOf } from './request-identity.ts'

interface CsvDefinition<Query> extends Description {
  /** The file name without its extension. */
  readonly name: string
  readonly query?: Query
  lines(
    query: Query extends JSONSchema ? FromSchema<Query> : undefined,
    scopeOf: () => ResolvedScope,
    identityOf: () => Identity,
  ): AsyncGenerator<string>
}

/** Creates an endpoint that streams a CSV file, so that its size does not matter for memory. */
export function csvEndpoint<const Query extends JSONSchema | undefined = undefined>(
  definition: CsvDefinition<Query>,
): DocumentedRoute {
  const { description, others } = splitDescription(definition)
  const { name, query, lines } = others
  const disposition = `attachment; filename="${name}.csv"`
  return {
    documentation: {
      ...description,
      responses: {
        200: {
          description: 'The file, or a refusal.',
          mediaType: 'text/csv',
          schema: { type: 'string' },
          headers: {
            'Content-Disposition': {
              description: 'The name of the file. Missing if the request is refused.',
              schema: { const: disposition },
            },
          },
        },
      },
    },
    schema: query === undefined ? {} : { querystring: query },
    async handler(request, reply) {
      // Fastify has validated the query with the schema that this type is derived from.
      const wanted = request.query as Parameters<typeof lines>[0]
      const rows = lines(
        wanted,
        () => dataScopeOf(request),
        () => identityOf(request),
      )
      // The first line is read before the response starts, so that a refusal can still be sent.
      const first = await rows.next()
      reply.header('Content-Type', 'text/csv; charset=utf-8')
      reply.header('Content-Disposition', disposition)
      return reply.send(Readable.from(first.done ? [] : chunksOf(first.value, rows)))
    },
  }
}

const CHUNK_CHARACTERS = 32 * 1024

/** Joins lines into larger chunks, because each chunk has a fixed cost. */
async function* chunksOf(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = first
  for await (const line of rest) {
    chunk += line
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
