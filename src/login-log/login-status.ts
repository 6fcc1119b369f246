/** As go-admin writes them. */
export type LoginStatus = '2' | '1'
export const LOGIN_SUCCEEDED: LoginStatus = '2'
export const LOGIN_FAILED: LoginStatus = '1'

/** The message of an entry that is no login. */
export const LOGGED_OUT = 'Logged out.'
