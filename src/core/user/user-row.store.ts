import type { Selectable } from 'kysely'
import { parseList } from '../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../platform/text/iso-time-or-null.ts'
import { rightsText } from './credential-rights.ts'
import { nameSkeleton } from './name/name-skeleton.ts'
import { MAX_USERNAME_KEY_LENGTH, usernameKey } from './name/username.ts'
import type { Status } from './status.ts'
import { reminderTimeOf } from './temporary-role.ts'
import type { User, UserDetails } from './user.ts'
import type { UserTables } from './user-tables.ts'

export interface NewUser extends UserDetails {
  readonly username: string
  readonly passwordHash: string
  readonly roleId: number
  readonly roleUntil?: string | null | undefined
  readonly formerRoleId?: number | undefined
  readonly deptId?: number | undefined
  readonly dataScope?: string | undefined
  readonly status: Status
  readonly pwdChangeDue?: boolean | undefined
  /** The login methods that the user may use; empty for all enabled ones. */
  readonly loginMethods?: readonly string[] | undefined
}

/** A change of a user. Fields that are undefined stay unchanged. */
export type UserChange = { readonly [Field in keyof NewUser]?: NewUser[Field] | undefined }

export function userOf(row: Selectable<UserTables['users']>): User {
  return {
    userId: row.id,
    username: row.username,
    nickName: row.nick_name,
    email: row.email,
    phone: row.phone,
    roleId: row.role_id,
    roleUntil: isoTimeOrNull(row.role_until),
    formerRoleId: row.former_role_id,
    deptId: row.dept_id,
    dataScope: row.data_scope,
    status: row.status,
    ...(row.suspended_with === 0
      ? {}
      : { suspension: { withUserId: row.suspended_with, byUserId: row.suspended_by } }),
    remark: row.remark,
    pwdChangeDue: row.password_change_due !== 0,
    loginMethods: parseList(row.login_methods),
    revision: row.revision,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** Returns the columns of a new user. */
export function rowOf({ username, passwordHash, roleId, status, ...rest }: NewUser, at: number) {
  const rights = rightsText({ roleId, deptId: rest.deptId ?? 0, dataScope: rest.dataScope ?? '' })
  return {
    username,
    ...nameColumnsOf(username),
    password_hash: passwordHash,
    nick_name: rest.nickName ?? '',
    email: rest.email ?? '',
    email_key: emailKey(rest.email ?? ''),
    phone: rest.phone ?? '',
    role_id: roleId,
    dept_id: rest.deptId ?? 0,
    data_scope: rest.dataScope ?? '',
    status,
    remark: rest.remark ?? '',
    password_change_due: rest.pwdChangeDue ? 1 : 0,
    login_methods: (rest.loginMethods ?? []).join(','),
    password_rights: rights,
    email_rights: rights,
    phone_rights: rights,
    created_at: at,
    updated_at: at,
  }
}

/** Returns the columns that a change sets. */
export function columnsOf({ username, roleUntil, pwdChangeDue, ...change }: UserChange, at: number) {
  // Kysely leaves out columns whose value is undefined.
  return {
    ...(username === undefined ? {} : { username, ...nameColumnsOf(username) }),
    ...(roleUntil === undefined ? {} : endColumnsOf(roleUntil, at)),
    ...(pwdChangeDue === undefined ? {} : { password_change_due: pwdChangeDue ? 1 : 0 }),
    password_hash: change.passwordHash,
    login_methods: change.loginMethods?.join(','),
    nick_name: change.nickName,
    role_id: change.roleId,
    former_role_id: change.formerRoleId,
    dept_id: change.deptId,
    data_scope: change.dataScope,
    email: change.email,
    email_key: change.email === undefined ? undefined : emailKey(change.email),
    phone: change.phone,
    status: change.status,
    remark: change.remark,
  }
}

function nameColumnsOf(username: string) {
  return { username_key: usernameKey(username), name_skeleton: nameSkeleton(username) }
}

/** Returns the form in which an e-mail address is compared with usernames. One that is longer than every username is like none. */
function emailKey(email: string): string {
  const key = usernameKey(email)
  return key.length > MAX_USERNAME_KEY_LENGTH ? '' : key
}

function endColumnsOf(roleUntil: string | null, at: number) {
  if (roleUntil === null) return { role_until: 0, role_reminder_at: 0 }
  const endsAt = Date.parse(roleUntil)
  return { role_until: endsAt, role_reminder_at: reminderTimeOf(endsAt, at) }
}
