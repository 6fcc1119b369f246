import type { InputProblem } from '../../platform/refusal/refusal.ts'
import { DAY_IN_MS } from '../../platform/runtime/time-units.ts'
import type { User } from './user.ts'

const REMINDER_SHARE = 0.1

/** The fields of a user that decide which role the user has, now and after the end of one. */
export const ROLE_FIELDS: readonly string[] = ['roleId', 'roleUntil', 'formerRoleId'] satisfies (keyof User)[]

/**
 * Returns the role that a user has without an end: the one that returns if the current role ends.
 * See docs/decisions/0076-roles-until-a-time.md.
 */
export function permanentRoleOf(user: Pick<User, 'roleId' | 'roleUntil' | 'formerRoleId'>): number {
  return user.roleUntil === null ? user.roleId : user.formerRoleId
}

/** Returns what is wrong with the end of a role, or undefined. `databaseTime` is the time of the database. */
export function problemOfRoleEnd(roleUntil: string, databaseTime: number): InputProblem | undefined {
  // In this form, the comparison also finds what is not a time.
  if (Date.parse(roleUntil) > databaseTime) return undefined
  return {
    field: 'roleUntil',
    en: 'roleUntil must be a time in the future.',
    zh: 'roleUntil 须为将来的时间。',
  }
}

/** Returns a time in the form in which the end of a role is stored: tokens contain it in seconds. */
export function inWholeSeconds(time: string): string {
  return new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString()
}

/** Returns when the end of a role is announced: a tenth of its time before, but at most a day. */
export function reminderTimeOf(endsAt: number, givenAt: number): number {
  return Math.round(endsAt - Math.min(DAY_IN_MS, (endsAt - givenAt) * REMINDER_SHARE))
}
