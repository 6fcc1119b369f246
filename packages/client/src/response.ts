import { ApiError, type FieldError, NO_RESPONSE } from './api-error.ts'

const SUCCESS = 200
const REASON_HEADER = 'X-Castellan-Reason'

/** The members that every JSON response of the service has. */
export interface Envelope {
  readonly code: number
  readonly [member: string]: unknown
}

/** Returns the body of a successful response. Throws an `ApiError` for all others. `code` decides, not the HTTP status. */
export async function readEnvelope(response: Response, noResponseText: string): Promise<Envelope> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw invalidResponse(response, noResponseText, cause)
  })
  if (!isEnvelope(body)) throw invalidResponse(response, noResponseText)
  if (body.code === SUCCESS) return body
  throw new ApiError({
    code: body.code,
    message: typeof body.msg === 'string' ? body.msg : noResponseText,
    status: response.status,
    reason: response.headers.get(REASON_HEADER) ?? (typeof body.reason === 'string' ? body.reason : ''),
    errors: Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
    retryAfterSeconds: retryAfterSecondsOf(response),
    requestId: response.headers.get('X-Request-Id') ?? '',
    ticket: typeof body.ticket === 'string' ? body.ticket : '',
  })
}

/** Returns the response if it is a file. Throws an `ApiError` otherwise: refusals are JSON, also for files. */
export async function readFileResponse(response: Response, noResponseText: string): Promise<Response> {
  const isJson = /^application\/json\b/i.test(response.headers.get('Content-Type') ?? '')
  if (response.ok && !isJson) return response
  await readEnvelope(response, noResponseText)
  throw invalidResponse(response, noResponseText)
}

function invalidResponse(response: Response, message: string, cause?: unknown): ApiError {
  const retryAfterSeconds = retryAfterSecondsOf(response)
  return new ApiError({ code: NO_RESPONSE, message, status: response.status, retryAfterSeconds, cause })
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null || !('field' in value && 'message' in value)) return false
  return typeof value.field === 'string' && typeof value.message === 'string'
}

/** `Retry-After` can also be a date, which the service never sends. */
function retryAfterSecondsOf(response: Response): number | undefined {
  const value = response.headers.get('Retry-After') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
