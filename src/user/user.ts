export type Status = typeof ENABLED | typeof DISABLED

/** As go-admin writes them. */
export const ENABLED = '2'
export const DISABLED = '1'

/** A user as the endpoints answer it. The password hash never leaves the store but for verification. */
export interface User {
  readonly userId: number
  readonly username: string
  readonly nickName: string
  readonly email: string
  readonly phone: string
  readonly roleId: number
  readonly status: string
  readonly remark: string
  /** Whether a new password has to be set before anything else. */
  readonly pwdChangeDue: boolean
  /** Goes up with every change. Sent along with a change, it keeps one from overwriting another's. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}
