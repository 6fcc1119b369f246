import type { Identity } from '../../platform/http/call/identity.ts'
import type { Permission } from '../permission/permission.ts'

/** The call whose permission operators need to ask about other users. */
export const LIST_USERS = { method: 'GET', path: '/api/v1/sys-user' } as const

/** Returns whether an operator may see other users. */
export function maySeeUsers(permission: Pick<Permission, 'mayCall'>, operator: Identity): boolean {
  return permission.mayCall(operator, LIST_USERS.path, LIST_USERS.method)
}
