import type { Operator } from '../../../core/audit-log/operator.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { RoleAuthorityOf } from '../../../core/operations/role-authority.ts'
import type { Call } from '../../../core/permission/call.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { RoleFinder } from '../../../core/role/roles-in-force.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { UsageStore } from '../usage/usage.store.ts'
import { type Access, checkAccess, type Subject } from './access-check.ts'

/** Explains a decision to an operator, within the rights of the operator. */
export type AccessQuestion = (subject: Subject, call: Call, asker: Asker) => Promise<Access>

interface Asker {
  readonly identity: Identity
  readonly operator: Operator
  /** The users that the operator may ask about. */
  readonly scope: UserScope
}

export function createAccessQuestion(options: {
  readonly registry: Pick<RouteRegistry, 'find'>
  readonly permission: Permission
  readonly users: Pick<UserStore, 'findIn' | 'findByNameIn'>
  readonly roles: Pick<RoleStore, 'findByKey'>
  readonly rolesInForce: RoleFinder
  readonly usage: Pick<UsageStore, 'routesOf'>
  readonly roleAuthorityOf: RoleAuthorityOf
}): AccessQuestion {
  const { registry, permission, users, roles, rolesInForce, usage, roleAuthorityOf } = options
  return async (subject, call, { identity, operator, scope }) => {
    const maySeeRules = permission.mayCall(identity, '/api/v1/policy', 'GET') && scope.kind === 'all'
    const mayAskAbout = async (roleKey: string) => {
      if (scope.kind === 'all' || roleKey === identity.roleKey) return true
      // All roles, so that the time of a response does not tell a hidden role from an unknown one.
      const assignable = await (await roleAuthorityOf(operator)).assignable(await rolesInForce.all())
      return assignable.some((role) => role.roleKey === roleKey)
    }
    const access = await checkAccess(subject, call, {
      users: {
        find: (id) => users.findIn(scope, id),
        findByName: (username) => users.findByNameIn(scope, username),
      },
      roles: {
        find: rolesInForce.find,
        findByKey: async (roleKey) => ((await mayAskAbout(roleKey)) ? roles.findByKey(roleKey) : undefined),
      },
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
    if (maySeeRules || access.roleKey === identity.roleKey) return access
    const { rule: _, ...withoutRule } = access
    return withoutRule
  }
}

/** Returns the only subject that a query names. Throws if it names none or several. */
export function onlySubject<Subject extends object>(
  subjects: Readonly<Record<string, Subject | false>>,
): Subject {
  const [subject, ...others] = Object.values(subjects).filter((given) => given !== false)
  if (subject !== undefined && others.length === 0) return subject
  const names = Object.keys(subjects)
  throw new InvalidParameters({
    en: `send one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
    zh: `请提供 ${names.join('、')} 其中之一。`,
  })
}
