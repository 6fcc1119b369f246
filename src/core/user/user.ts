import type { InputProblem } from '../../platform/refusal/refusal.ts'
import { isPrintable } from '../../platform/text/printable-text.ts'

const MAX_DETAIL_LENGTH = { nickName: 255, email: 255, phone: 64, remark: 1024 } as const

/** Why a user is disabled whom an administrator has suspended. */
export interface Suspension {
  /** The other one of the two. */
  readonly withUserId: number
  /** Who has suspended the other: one of the two. */
  readonly byUserId: number
}

/** A user as the endpoints return it. It never contains the password hash. */
export interface User {
  readonly userId: number
  readonly username: string
  readonly nickName: string
  readonly email: string
  readonly phone: string
  readonly roleId: number
  /** When the role ends, in the time of the database; null for a role without an end. */
  readonly roleUntil: string | null
  /** The role that returns at the end; 0 if the role has no end. */
  readonly formerRoleId: number
  /** 0: the user is in no department. */
  readonly deptId: number
  /** Replaces the data scope of the role, unless it is empty. */
  readonly dataScope: string
  readonly status: string
  /** Only of a suspended user: disabled together with another one, until somebody decides about each. */
  readonly suspension?: Suspension
  readonly remark: string
  /** Whether the user must set a new password before doing anything else. */
  readonly pwdChangeDue: boolean
  /** The login methods that the user may use; empty for all enabled ones. */
  readonly loginMethods: readonly string[]
  /** Increases with every change. A change that sends it is refused if the user has been changed since. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Returns whether a user may log in with a method. Users without a limit may use all enabled ones. */
export function mayUseMethod(
  { loginMethods = [] }: Partial<Pick<User, 'loginMethods'>>,
  method: string,
): boolean {
  return loginMethods.length === 0 || loginMethods.includes(method)
}

/** The optional text fields of a user. */
export interface UserDetails {
  readonly nickName?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly remark?: string | undefined
}

/** Returns what is wrong with the details of a user, or undefined. */
export function problemOfDetails(details: UserDetails): InputProblem | undefined {
  for (const field of ['nickName', 'email', 'phone', 'remark'] as const) {
    const text = details[field] ?? ''
    const maxLength = MAX_DETAIL_LENGTH[field]
    if ([...text].length > maxLength) {
      return {
        field,
        en: `${field} must have at most ${maxLength} characters.`,
        zh: `${field} 最多 ${maxLength} 个字符。`,
      }
    }
    if (!isPrintable(text)) {
      return {
        field,
        en: `${field} must not contain control characters.`,
        zh: `${field} 不能包含控制字符。`,
      }
    }
  }
  return undefined
}
