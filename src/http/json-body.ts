import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { DEFAULT_MAX_DEPTH, findJsonProblem, type JsonProblem, MAX_VALUES } from '../strict-json.ts'

/** `application/json` with no charset or UTF-8. */
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i

const NOT_JSON = 'the body is not valid JSON.'

const messages: Readonly<Record<JsonProblem, string>> = {
  syntax: NOT_JSON,
  'too-deep': `the body nests more than ${DEFAULT_MAX_DEPTH} levels deep.`,
  'too-many-values': `the body has more than ${MAX_VALUES.toLocaleString('en')} values.`,
  'duplicate-member': 'the body has an object with two members of the same name.',
}

/** Accepts only JSON as a body, and refuses what a lenient parser would repair. */
export function acceptOnlyJson(scope: FastifyInstance): void {
  // Fastify's parser also refuses names that would reach an object's prototype.
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    // Fastify normalizes the header before it selects a parser. The original value is checked too.
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      done(new Refusal('media-type-unsupported'))
      return
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    // Some clients announce JSON and send nothing. The schema of the route decides whether that is valid.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    const text = bytes.toString('utf8')
    const problem = findBodyProblem(bytes, text)
    if (problem === undefined) parse(request, text, done)
    else done(new Refusal('invalid-parameters', { problem }))
  })
}

function findBodyProblem(bytes: Buffer, text: string): string | undefined {
  // Decoding replaces invalid bytes, which would make two different passwords equal.
  if (!isUtf8(bytes)) return 'the body is not valid UTF-8.'
  // Some parsers skip a byte order mark and others do not.
  if (text.startsWith('\ufeff')) return NOT_JSON
  const problem = findJsonProblem(text)
  return problem === undefined ? undefined : messages[problem]
}
