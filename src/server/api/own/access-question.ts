import type { RoleStore } from '../../../accounts/role/role.store.ts'
import type { UserStore } from '../../../accounts/user/user.store.ts'
import { type Access, checkAccess, type Subject } from '../../../administration/access-check.ts'
import type { RouteRegistry } from '../../../authorization/guard/route-registry.ts'
import type { Call } from '../../../authorization/permission/call.ts'
import type { Permission } from '../../../authorization/permission/permission.ts'
import type { UsageStore } from '../../../authorization/usage/usage.store.ts'
import type { Identity } from '../../../foundation/identity/identity.ts'

/** Explains a decision to an operator, within the rights of the operator. */
export type AccessQuestion = (subject: Subject, call: Call, operator: Identity) => Promise<Access>

export function createAccessQuestion({
  registry,
  permission,
  users,
  roles,
  usage,
}: {
  readonly registry: Pick<RouteRegistry, 'find'>
  readonly permission: Permission
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'find' | 'findByKey'>
  readonly usage: Pick<UsageStore, 'routesOf'>
}): AccessQuestion {
  return async (subject, call, operator) => {
    const maySeeRules = permission.mayCall(operator, '/api/v1/policy', 'GET')
    const access = await checkAccess(subject, call, {
      users,
      roles,
      findRoute: ({ method, path }) => registry.find(method, path),
      explain: (roleKey, { path, method }) => permission.explain({ roleKey }, path, method),
      // Otherwise the rule for one endpoint alone would list rules.
      ...(maySeeRules
        ? {
            nearest: (roleKey: string, { path, method }: Call) =>
              permission.nearest({ roleKey }, path, method),
            calledRoutes: usage.routesOf,
          }
        : {}),
    })
    if (maySeeRules || access.roleKey === operator.roleKey) return access
    const { rule: _, ...withoutRule } = access
    return withoutRule
  }
}

/** The call whose permission operators need to ask about other users. */
export const LIST_USERS = { method: 'GET', path: '/api/v1/sys-user' } as const

/** Returns whether an operator may see other users. */
export function maySeeUsers(permission: Pick<Permission, 'mayCall'>, operator: Identity): boolean {
  return permission.mayCall(operator, LIST_USERS.path, LIST_USERS.method)
}
