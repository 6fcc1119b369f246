import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { type InputProblem, InvalidParameters, Refusal } from '../../refusal/refusal.ts'
import { DEFAULT_MAX_DEPTH, findJsonProblem, type JsonProblem, MAX_VALUES } from '../../text/strict-json.ts'

/** `application/json` with no charset or UTF-8. */
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i

export const NOT_JSON: InputProblem = { en: 'the body is not valid JSON.', zh: '请求体不是有效的 JSON。' }

const messages: Readonly<Record<JsonProblem, InputProblem>> = {
  syntax: NOT_JSON,
  'too-deep': {
    en: `the body is nested more than ${DEFAULT_MAX_DEPTH} levels deep.`,
    zh: `请求体的嵌套超过 ${DEFAULT_MAX_DEPTH} 层。`,
  },
  'too-many-values': {
    en: `the body has more than ${MAX_VALUES.toLocaleString('en')} values.`,
    zh: `请求体的值超过 ${MAX_VALUES.toLocaleString('en')} 个。`,
  },
  'duplicate-member': {
    en: 'the body has an object with two members of the same name.',
    zh: '请求体中有对象包含两个同名成员。',
  },
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
    else done(new InvalidParameters(problem))
  })
}

function findBodyProblem(bytes: Buffer, text: string): InputProblem | undefined {
  // Decoding replaces invalid bytes, which would make two different passwords equal.
  if (!isUtf8(bytes)) return { en: 'the body is not valid UTF-8.', zh: '请求体不是有效的 UTF-8。' }
  // Some parsers skip a byte order mark and others do not.
  if (text.startsWith('\ufeff')) return NOT_JSON
  const problem = findJsonProblem(text)
  return problem === undefined ? undefined : messages[problem]
}
