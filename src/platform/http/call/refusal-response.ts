import { InvalidParameters, type Language, type Refusal, type RefusalReason } from '../../refusal/refusal.ts'

/** Has the refusal reason, so that a client need not read the text of `msg`. */
export const REASON_HEADER = 'X-Castellan-Reason'

export const JSON_TYPE = 'application/json; charset=utf-8'

export type ResponseHeaders = Readonly<Record<string, string>>

const MALFORMED: ReadonlySet<RefusalReason> = new Set([
  'request-malformed',
  'headers-too-large',
  'path-not-canonical',
])

/** A complete response. */
export interface RefusalResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  /** JSON. */
  readonly body: string
}

/**
 * Returns the response to a refusal: HTTP 200 with the code in the body, by which clients decide (docs/specification.md, 21).
 * Protocol errors and internal errors also set the HTTP status.
 */
export function refusalResponse(refusal: Refusal, language: Language): RefusalResponse {
  return {
    status: refusal.isProtocol ? refusal.code : 200,
    headers: { 'Content-Type': JSON_TYPE, ...refusalHeaders(refusal) },
    body: JSON.stringify(refusalBody(refusal, language)),
  }
}

/** Returns the headers that belong to a refusal, besides the type of its body. */
function refusalHeaders(refusal: Refusal): ResponseHeaders {
  const { retryAfterSeconds, allow } = refusal.details
  return {
    [REASON_HEADER]: refusal.reason,
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(allow === undefined ? {} : { Allow: String(allow) }),
    ...(isMalformed(refusal) ? { Connection: 'close' } : {}),
  }
}

/** Returns the body of a refusal. With the code 401 it has exactly two members (docs/specification.md, 21). */
export function refusalBody(refusal: Refusal, language: Language): Readonly<Record<string, unknown>> {
  const { code, reason } = refusal
  const body = { code, msg: refusal.text(language) }
  if (code === 401) return body
  if (refusal instanceof InvalidParameters) return { ...body, reason, errors: refusal.errors(language) }
  if (refusal.data) return { ...body, reason, data: refusal.data }
  const { ticket } = refusal.details
  return ticket === undefined ? { ...body, reason } : { ...body, reason, ticket }
}

/** Whether the rest of the connection cannot be trusted, because the request may be read in two ways. */
export function isMalformed({ reason }: Refusal): boolean {
  return MALFORMED.has(reason)
}
