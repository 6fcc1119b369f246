/** What the service answered, where it was no. Whoever shows it shows `message`, which is the service's own. */
export class ApiError extends Error {
  /** The `code` of the body: it decides, not the HTTP status. 0 where there was no answer at all. */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
  }
}

export const NO_ANSWER = 0
export const UNAUTHORIZED = 401
export const INVALID = 400

/** What a form shows at its fields: the service looked at what was sent and would not have it. */
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

/** The body of an answer of the service, whose `code` is 200. Everything else is thrown. */
export async function readAnswer<T extends object>(response: Response, noAnswer: string): Promise<T> {
  const body: (T & Body) | undefined = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || typeof body.code !== 'number') {
    throw new ApiError(NO_ANSWER, noAnswer)
  }
  if (body.code !== 200) throw new ApiError(body.code, typeof body.msg === 'string' ? body.msg : noAnswer)
  return body
}

export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
