/** A refusal of the service. `message` is the service's own text. */
export class ApiError extends Error {
  /** The `code` of the body, which counts instead of the HTTP status. 0 if there was no response. */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
  }
}

export const NO_RESPONSE = 0
export const UNAUTHORIZED = 401
export const INVALID = 400

/** Returns whether the service refused the input, so that a form shows the message at its fields. */
export function isAboutInput(error: unknown): error is ApiError {
  return error instanceof ApiError && [INVALID, 404, 409].includes(error.code)
}

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
}

/** Returns the body of a successful response and throws an `ApiError` otherwise. */
export async function readResponse<T extends object>(response: Response, noResponse: string): Promise<T> {
  const body: (T & Body) | undefined = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || typeof body.code !== 'number') {
    throw new ApiError(NO_RESPONSE, noResponse)
  }
  if (body.code !== 200) throw new ApiError(body.code, typeof body.msg === 'string' ? body.msg : noResponse)
  return body
}

export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
