import type { Identity } from '../../foundation/identity/identity.ts'

/** The result of the checks of a request. */
export interface Caller {
  readonly identity: Identity
  readonly token: string
  /** The call that the permission check has allowed; undefined on routes without that check. */
  readonly allowedCall?: AllowedCall | undefined
}

export interface AllowedCall {
  readonly method: string
  readonly path: string
}
