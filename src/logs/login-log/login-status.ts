import type { RefusalReason } from '../../foundation/refusal/refusal.ts'

/** The values that go-admin stores. */
export type LoginStatus = '2' | '1'
export const LOGIN_SUCCEEDED: LoginStatus = '2'
export const LOGIN_FAILED: LoginStatus = '1'

/** Why an entry was written. Stored, so a reason is never renamed. */
export type LoginReason = 'logged-in' | 'logged-out' | RefusalReason
