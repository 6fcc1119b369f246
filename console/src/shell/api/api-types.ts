import type { Schemas } from '../../../../packages/client/src/index.ts'

export type Endpoint = Pick<Schemas['Exclusion'], 'method' | 'path'>
/** A login method that is enabled. A later version of the service may have others. */
export type OfferedMethod = Omit<Schemas['OfferedLogin'], 'method'> & { readonly method: string }
/** The answer to a captcha. */
export interface CaptchaAnswer {
  readonly uuid?: string
  readonly code?: string
}

export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  readonly countCapped?: boolean
  readonly pageIndex: number
  readonly pageSize: number
  /** The position of the next page, in lists that can continue at a position. Null on the last page. */
  readonly next?: string | null
}

/** The values of a form, which the service checks, or of an entry of the audit log. */
export type Fields = Readonly<Record<string, unknown>>
export type Log = 'sys-login-log' | 'audit-log'
