import type { Identity } from '../../platform/http/call/identity.ts'

/** Who makes a change, and from where. */
export interface Operator {
  /** 0 for an operator without an account, such as a user of the command line. */
  readonly userId: number
  readonly username: string
  /** The owner of an operator that is a service account. */
  readonly owner?: string | undefined
  /** The role that limits what the operator may grant; 0 without an account, for no limit. */
  readonly roleId: number
  /** The session of the operator's token; 0 without an account. */
  readonly sessionId: number
  /** What the operator's token says; undefined without a token. */
  readonly identity?: Identity | undefined
  /** When the operator logged in, in milliseconds since 1970; undefined without a token. */
  readonly loggedInAt?: number | undefined
  /** The call whose permission must still hold when the change is made; undefined if no permission is required. */
  readonly call?: { readonly method: string; readonly path: string } | undefined
  readonly source: 'http' | 'command' | 'start' | 'login' | 'schedule'
  readonly ipaddr: string
  /** The id of the request in the log of the service; empty if there was no request. */
  readonly requestId: string
}

/** The service itself, for changes at its start. */
export const SERVICE: Operator = {
  userId: 0,
  username: 'castellan',
  roleId: 0,
  sessionId: 0,
  source: 'start',
  ipaddr: '',
  requestId: '',
}

/** The service itself, for changes whose time has come. */
export const SCHEDULE: Operator = { ...SERVICE, source: 'schedule' }

/** The service itself, for changes that follow from a login or from a directory. */
export const LOGIN_SERVICE: Operator = { ...SERVICE, source: 'login' }
