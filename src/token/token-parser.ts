/** Longer than any token we issue; a longer text is not looked at. */
const MAX_TOKEN_LENGTH = 4096

// A byte order mark is no JSON, and would be a second spelling: it is not skipped.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const HEADER_NAMES = new Set(['alg', 'typ', 'kid'])

export interface ParsedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Takes a token apart without trusting it: three parts in canonical base64url, a header of the names we write and
 * nothing else (so no `crit`, `jwk`, `jku`, `x5u`, …), claims that are an object. Undefined where one does not hold.
 *
 * Canonical form matters: a decoder that ignores trailing bits would let one token be spelled in several ways.
 */
export function parseToken(token: string): ParsedToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const parts = token.split('.', 4)
  if (parts.length !== 3) return undefined
  const [headerPart, claimsPart, signaturePart] = parts
  if (!headerPart || !claimsPart || !signaturePart || !bytesOf(signaturePart)) return undefined
  const header = objectOf(headerPart)
  const claims = objectOf(claimsPart)
  if (!header || !claims || !Object.keys(header).every((name) => HEADER_NAMES.has(name))) return undefined
  return { header, claims }
}

function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

function objectOf(part: string): Record<string, unknown> | undefined {
  const bytes = bytesOf(part)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(strictUtf8.decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
