/** Who makes a change, from where. */
export interface Operator {
  /** 0 for one who has no account here, such as whoever may run commands on the machine. */
  readonly userId: number
  readonly username: string
  /** The role that limits what they may hand out; 0 with no account, which nothing limits. */
  readonly roleId: number
  /** The session whose token they came with; 0 with no account. */
  readonly sessionId: number
  /** The call whose permission must still hold when the change is made; undefined if no permission is required. */
  readonly call?: { readonly method: string; readonly path: string } | undefined
  readonly source: 'http' | 'command' | 'start'
  readonly ipaddr: string
  /** To find the request in the log of the service; empty where it was none. */
  readonly requestId: string
}

/** What the service does by itself when it starts. */
export const SERVICE: Operator = {
  userId: 0,
  username: 'castellan',
  roleId: 0,
  sessionId: 0,
  source: 'start',
  ipaddr: '',
  requestId: '',
}
