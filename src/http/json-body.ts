import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** `application/json`, and no other charset than UTF-8. */
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i

/** Deeper than any body we take. A megabyte of nested lists would hold the service up for tens of milliseconds. */
const MAX_DEPTH = 64

/** Takes JSON and nothing else as a body; refuses what a lenient parser would repair. */
export function acceptOnlyJson(scope: FastifyInstance): void {
  // Fastify's own parser also refuses keys that would reach an object's prototype.
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    // Fastify has tidied the header up before it looked for a parser: what was sent is held to the same.
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      done(new Refusal('media-type-unsupported'))
      return
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    // Some clients announce JSON and send nothing. Whether that will do is up to the route.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    const problem = problemOf(bytes)
    if (problem === undefined) parse(request, bytes.toString('utf8'), done)
    else done(new Refusal('invalid-parameters', { problem }))
  })
}

function problemOf(bytes: Buffer): string | undefined {
  // Without this, invalid bytes would turn into replacement characters, and two passwords into one.
  if (!isUtf8(bytes)) return 'the body is not valid UTF-8.'
  if (startsWithMark(bytes)) return 'the body is not valid JSON.'
  return nestsTooDeep(bytes) ? `the body nests more than ${MAX_DEPTH} levels deep.` : undefined
}

/** A byte order mark is no JSON: one parser skips it, another does not. */
function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Looks at brackets alone, so it also judges what is no JSON: that is refused either way. */
function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
