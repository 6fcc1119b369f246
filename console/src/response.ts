import type { FieldError } from '../../src/refusal.ts'

export type { FieldError }

/** A refusal of the service. `message` is the service's own text. */
export class ApiError extends Error {
  /** The `code` of the body, which counts instead of the HTTP status. 0 if there was no response. */
  readonly code: number
  /** Such as `token-expired`; empty if there was no response. */
  readonly reason: string
  /** The invalid parameters. */
  readonly errors: readonly FieldError[]

  constructor(code: number, message: string, reason = '', errors: readonly FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.reason = reason
    this.errors = errors
  }
}

export const NO_RESPONSE = 0
export const UNAUTHORIZED = 401

export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  readonly countCapped?: true
  readonly pageIndex: number
  readonly pageSize: number
}

export type Query = Readonly<Record<string, string | number | undefined>>

interface Body {
  readonly code?: unknown
  readonly msg?: unknown
  readonly data?: unknown
  readonly errors?: unknown
}

/** Returns the body of a successful response and throws an `ApiError` otherwise. */
export async function readResponse<T extends object>(response: Response, noResponse: string): Promise<T> {
  const body: (T & Body) | undefined = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || typeof body.code !== 'number') {
    throw new ApiError(NO_RESPONSE, noResponse)
  }
  if (body.code === 200) return body
  const message = typeof body.msg === 'string' ? body.msg : noResponse
  const reason = response.headers.get('x-castellan-reason') ?? ''
  throw new ApiError(
    body.code,
    message,
    reason,
    Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
  )
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null) return false
  const { field, message } = value as Partial<FieldError>
  return typeof field === 'string' && typeof message === 'string'
}

export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
