import { isJsonObject } from '../../platform/text/json-object.ts'
import { parseStrictJson } from '../../platform/text/strict-json.ts'

/** Longer than any token we issue. */
const MAX_TOKEN_LENGTH = 4096

// With `ignoreBOM` a byte order mark is not removed, so the JSON parser refuses it: it would be a second spelling of a token.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const HEADER_NAMES = new Set(['alg', 'typ', 'kid'])

interface ParsedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Parses a token without verifying it: three parts in canonical base64url, a header that has only the members we write (so no
 * `crit`, `jwk`, `jku`, `x5u`, …), claims that are an object, and no duplicate members. Returns undefined for anything else.
 *
 * The canonical form matters: a decoder that ignores trailing bits would accept several spellings of one token.
 */
export function parseToken(token: string): ParsedToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const parts = token.split('.', 4)
  if (parts.length !== 3) return undefined
  const [headerPart, claimsPart, signaturePart] = parts
  if (!headerPart || !claimsPart || !signaturePart || !decodeCanonical(signaturePart)) return undefined
  const header = parseObject(headerPart)
  const claims = parseObject(claimsPart)
  if (!header || !claims || !Object.keys(header).every((name) => HEADER_NAMES.has(name))) return undefined
  return { header, claims }
}

function decodeCanonical(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

function parseObject(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeCanonical(part)
  if (!bytes) return undefined
  try {
    const value = parseStrictJson(strictUtf8.decode(bytes))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
