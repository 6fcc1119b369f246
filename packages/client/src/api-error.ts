import type { RefusalReason } from './openapi-types.ts'

/** What is wrong with one parameter, for forms. */
export interface FieldError {
  /** The name of the parameter, such as `password` or `rules.0.path`. Empty if the whole request is concerned. */
  readonly field: string
  readonly message: string
}

interface ApiErrorDetails {
  readonly code: number
  readonly message: string
  readonly status?: number | undefined
  readonly reason?: string | undefined
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number | undefined
  readonly requestId?: string | undefined
  readonly ticket?: string | undefined
  readonly cause?: unknown
}

/** The `code` of an error without a valid response of the service: a network failure, or the error page of a proxy. */
export const NO_RESPONSE = 0
export const UNAUTHORIZED = 401

/** Refusals with the code 401 that a new login does not change. */
const NOT_ABOUT_THE_TOKEN: ReadonlySet<string> = new Set(['permission-denied', 'cross-site'])

/**
 * A request that was refused or failed. `message` is the text of the service, in the language of the client.
 *
 * ```ts
 * try {
 *   await client.login({ username, password, uuid, code })
 * } catch (error) {
 *   if (error instanceof ApiError && error.reason === 'captcha-wrong') await showNewCaptcha()
 *   else throw error
 * }
 * ```
 */
export class ApiError extends Error {
  /** The `code` of the body, which counts instead of the HTTP status. `NO_RESPONSE` if there was no valid response. */
  readonly code: number
  /** The HTTP status. Undefined if there was no response. */
  readonly status: number | undefined
  /** A stable reason. Empty if the response has none. Newer versions of the service can have further reasons. */
  readonly reason: RefusalReason | (string & Record<never, never>)
  /** The invalid parameters. */
  readonly errors: readonly FieldError[]
  /** Seconds to wait. Present for `rate-limited`. */
  readonly retryAfterSeconds: number | undefined
  /** The `X-Request-Id` of the response, by which an operator finds out why it was refused. Empty if there is none. */
  readonly requestId: string
  /** Present for `second-factor-required`: to be sent with the code of the second factor. Empty otherwise. */
  readonly ticket: string

  constructor(details: ApiErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.reason = details.reason ?? ''
    this.errors = details.errors ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId ?? ''
    this.ticket = details.ticket ?? ''
  }

  /** Whether the user has to log in. A denied permission has the same `code`, but needs no login. */
  get isLoginDue(): boolean {
    return this.code === UNAUTHORIZED && !NOT_ABOUT_THE_TOKEN.has(this.reason)
  }
}
