import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsEncoding } from '../accepts-encoding.ts'
import { JSON_TYPE } from '../call/refusal-response.ts'
import type { DocumentedRoute } from '../endpoint/documentation.ts'

/** Shorter responses fit into few packets anyway. */
const MIN_BYTES = 4 * 1024

const compress = promisify(gzip)

/**
 * Compresses large responses of a list for clients that accept gzip. Refusals are thrown, so they stay as they are. Never
 * for a response with a token, a secret or a captcha: the length of a compressed response reveals whether texts in it repeat.
 * See docs/decisions/0068-compressed-lists.md.
 */
export function compressed(route: DocumentedRoute): DocumentedRoute {
  const { documentation } = route
  const { 200: success, ...others } = documentation.responses
  if (!success) throw new Error(`${documentation.operationId} has no successful response to compress`)
  const headers = {
    ...success.headers,
    'Content-Encoding': {
      description: 'Present if the response is large and the client accepts gzip.',
      schema: { const: 'gzip' },
    },
  }
  return {
    ...route,
    documentation: { ...documentation, responses: { 200: { ...success, headers }, ...others } },
    async handler(request, reply) {
      const json = JSON.stringify(await route.handler.call(this, request, reply))
      const vary = reply.getHeader('Vary')
      reply.type(JSON_TYPE).header('Vary', vary === undefined ? ENCODING : `${vary}, ${ENCODING}`)
      if (Buffer.byteLength(json) < MIN_BYTES || !acceptsEncoding(request.headers['accept-encoding'], 'gzip'))
        return json
      reply.header('Content-Encoding', 'gzip')
      return compress(json)
    },
  }
}

const ENCODING = 'Accept-Encoding'
