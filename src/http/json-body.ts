import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** `application/json`, and no other charset than UTF-8. */
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i

/** Takes JSON and nothing else as a body; refuses what a lenient parser would repair. */
export function acceptOnlyJson(scope: FastifyInstance): void {
  // Fastify's own parser also refuses keys that would reach an object's prototype.
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    // Some clients announce JSON and send nothing. Whether that will do is up to the route.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    // Without this, invalid bytes would turn into replacement characters, and two passwords into one.
    if (!isUtf8(bytes)) {
      done(new Refusal('invalid-parameters', { problem: 'the body is not valid UTF-8.' }))
      return
    }
    parse(request, bytes.toString('utf8'), done)
  })
}
