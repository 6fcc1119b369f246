import { permanentRoleOf } from './temporary-role.ts'
import type { User } from './user.ts'

/** The rights of a user that have no end. A role until a time does not count: what is set meanwhile would outlast it. */
export type PermanentRights = Pick<User, 'roleId' | 'deptId' | 'dataScope'>

/** Returns the text in which rights are stored with a credential that is set while the user has them. */
export function rightsText({ roleId, deptId, dataScope }: PermanentRights): string {
  return [roleId, deptId, dataScope].join(' ')
}

/** Returns the stored rights of a credential, or undefined if they are not known. */
export function parseRights(text: string): PermanentRights | undefined {
  const [, roleId, deptId, dataScope = ''] = /^(\d+) (\d+) (\d?)$/.exec(text) ?? []
  return roleId === undefined ? undefined : { roleId: Number(roleId), deptId: Number(deptId), dataScope }
}

export function permanentRightsOf(
  user: PermanentRights & Pick<User, 'roleUntil' | 'formerRoleId'>,
): PermanentRights {
  const { deptId, dataScope } = user
  return { roleId: permanentRoleOf(user), deptId, dataScope }
}
