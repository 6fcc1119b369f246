import { Readable } from 'node:stream'
import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

interface CsvDefinition<Query> {
  /** What the file is called, without its ending. */
  readonly name: string
  readonly query?: Query
  lines(query: Query extends JSONSchema ? FromSchema<Query> : undefined): AsyncGenerator<string>
}

/** An endpoint that answers with a file, line by line as they are read: however long it is, it takes no memory. */
export function csvEndpoint<const Query extends JSONSchema | undefined = undefined>(
  definition: CsvDefinition<Query>,
): RouteShorthandOptionsWithHandler {
  const { name, query, lines } = definition
  return {
    schema: query === undefined ? {} : { querystring: query },
    async handler(request, reply) {
      // Fastify has validated it by the schema that this type comes from.
      const rows = lines(request.query as Parameters<typeof lines>[0])
      // Read before the answer begins: a refusal can still be told as one.
      const first = await rows.next()
      reply.header('Content-Type', 'text/csv; charset=utf-8')
      reply.header('Content-Disposition', `attachment; filename="${name}.csv"`)
      return reply.send(Readable.from(first.done ? [] : chunksOf(first.value, rows)))
    },
  }
}

const CHUNK_CHARACTERS = 32 * 1024

/** Lines are gathered: each chunk costs more than its lines. */
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
