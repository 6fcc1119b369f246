import type { Status } from '../../accounts/status.ts'
import type { Decision } from '../../administration/access-request/access-requests.ts'
import type { Administration } from '../../administration/administration.ts'
import type { CleanedUp } from '../../administration/clean-up/cleaned-up.ts'
import type { DepartmentToAdd, DepartmentToChange } from '../../administration/department/departments.ts'
import type { PlanOptions, RolePlan } from '../../administration/import/role-plan.ts'
import type { UserToImport } from '../../administration/import/user-import.ts'
import type { RuleChange } from '../../administration/policy.ts'
import type { RoleCopy, RoleToAdd, RoleToChange } from '../../administration/roles.ts'
import type {
  ServiceAccountToAdd,
  ServiceAccountToChange,
} from '../../administration/service-account/service-accounts.ts'
import type { Stores } from '../../administration/stores.ts'
import type { LinkedAccount } from '../../administration/user-links.ts'
import type { UserToAdd, UserToChange } from '../../administration/users.ts'
import type { SessionFilter } from '../../authentication/session/session.store.ts'
import type { PolicyRule } from '../../authorization/permission/policy-rule.ts'
import type { DeclaredRole } from '../../authorization/policy-files/declared-role.ts'
import type { CleanUpName } from '../../authorization/reports/report-name.ts'
import type { Changed } from '../../cluster/change-feed/change-writer.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'
import { requireRole, requireUser } from './find-by-name.ts'

type WithRoleKey<T> = Omit<T, 'roleId'> & { readonly roleKey?: string | undefined }

/** The sessions that a command selects. */
type SessionSelection = Omit<SessionFilter, 'userId' | 'roleId'> & { readonly roleKey?: string | undefined }

/** Returns the administration for commands, with usernames and role keys instead of ids, and one operator. */
export function administrationByName(
  administration: Administration,
  operator: Operator,
  { users, roles }: Pick<Stores, 'users' | 'roles'>,
) {
  const userId = async (username: string) => (await requireUser(users, username)).userId
  const roleId = async (roleKey: string) => (await requireRole(roles, roleKey)).roleId
  const { userAdministration, userLinkAdministration, roleAdministration } = administration
  const { departmentAdministration, serviceAccountAdministration } = administration
  const { policyAdministration, sessionAdministration, loginLogAdministration, userImport } = administration

  return {
    userAdministration: {
      link: async (username: string, account: LinkedAccount) =>
        userLinkAdministration.link(operator, await userId(username), account),
      unlink: async (username: string, linkId: number) =>
        userLinkAdministration.unlink(operator, await userId(username), linkId),
      add: async ({ roleKey, ...user }: WithRoleKey<UserToAdd> & { readonly roleKey: string }) =>
        userAdministration.add(operator, { ...user, roleId: await roleId(roleKey) }),
      async change(username: string, { roleKey, ...change }: WithRoleKey<UserToChange>) {
        const role = roleKey === undefined ? {} : { roleId: await roleId(roleKey) }
        return userAdministration.change(operator, await userId(username), { ...change, ...role })
      },
      setPassword: async (username: string, password: string, pwdChangeDue = false) =>
        userAdministration.setPassword(operator, await userId(username), { password, pwdChangeDue }),
      setStatus: async (username: string, status: Status) =>
        userAdministration.change(operator, await userId(username), { status }),
      resetSecondFactor: async (username: string) =>
        administration.secondFactorAdministration.reset(operator, await userId(username)),
      remove: async (usernames: readonly string[]) =>
        userAdministration.remove(operator, await all(usernames, userId)),
      importMany: (list: readonly UserToImport[]) => userImport.add(operator, list),
    },
    roleAdministration: {
      add: (role: RoleToAdd) => roleAdministration.add(operator, role),
      copy: async (roleKey: string, copy: RoleCopy) =>
        roleAdministration.copy(operator, await roleId(roleKey), copy),
      change: async (roleKey: string, change: RoleToChange) =>
        roleAdministration.change(operator, await roleId(roleKey), change),
      remove: async (roleKeys: readonly string[]) =>
        roleAdministration.remove(operator, await all(roleKeys, roleId)),
    },
    serviceAccountAdministration: {
      add: async ({
        roleKey,
        owner,
        ...account
      }: WithRoleKey<ServiceAccountToAdd> & { readonly roleKey: string; readonly owner: string }) =>
        serviceAccountAdministration.add(operator, {
          ...account,
          roleId: await roleId(roleKey),
          ownerId: await userId(owner),
        }),
      async change(
        username: string,
        { owner, ...change }: ServiceAccountToChange & { readonly owner?: string | undefined },
      ) {
        const ownerId = owner === undefined ? undefined : await userId(owner)
        return serviceAccountAdministration.change(operator, await userId(username), { ...change, ownerId })
      },
      addSecret: async (username: string) =>
        serviceAccountAdministration.addSecret(operator, await userId(username)),
      removeSecret: async (username: string, secretId: number) =>
        serviceAccountAdministration.removeSecret(operator, await userId(username), secretId),
      addKey: async (username: string, publicKey: string) =>
        serviceAccountAdministration.addKey(operator, await userId(username), publicKey),
      removeKey: async (username: string, keyId: number) =>
        serviceAccountAdministration.removeKey(operator, await userId(username), keyId),
    },
    accessRequestAdministration: {
      decide: (id: number, decision: Decision) =>
        administration.accessRequestAdministration.decide(operator, id, decision),
    },
    departmentAdministration: {
      add: (department: DepartmentToAdd) => departmentAdministration.add(operator, department),
      change: (id: number, change: DepartmentToChange) =>
        departmentAdministration.change(operator, id, change),
      remove: (ids: readonly number[]) => departmentAdministration.remove(operator, ids),
    },
    policyAdministration: {
      add: (rules: readonly PolicyRule[]) => policyAdministration.add(operator, rules),
      remove: (rules: readonly PolicyRule[]) => policyAdministration.remove(operator, rules),
      change: (change: RuleChange) => policyAdministration.change(operator, change),
    },
    declaredRoleAdministration: {
      apply: (declared: readonly DeclaredRole[], options: PlanOptions & { readonly seen: RolePlan }) =>
        administration.declaredRoleAdministration.apply(operator, declared, options),
    },
    sessionAdministration: {
      end: (ids: readonly number[]) => sessionAdministration.end(operator, ids),
      /** Returns the filter of a selection. The user may not exist. */
      async filterOf({ roleKey, ...filter }: SessionSelection): Promise<SessionFilter> {
        return { ...filter, roleId: roleKey === undefined ? undefined : await roleId(roleKey) }
      },
      async endMatching(selection: SessionSelection) {
        const { username, roleKey, ...filter } = selection
        const users = username === undefined ? {} : { userId: await userId(username) }
        const roles = roleKey === undefined ? {} : { roleId: await roleId(roleKey) }
        const selected = { ...selection, addresses: selection.addresses?.text }
        return sessionAdministration.endMatching(operator, { ...filter, ...users, ...roles }, selected)
      },
    },
    passkeyAdministration: {
      remove: async (username: string, id: number) =>
        administration.passkeyAdministration.remove(operator, await userId(username), id),
    },
    /** Cleans up everything in a report, up to its limit. */
    cleanUp(report: CleanUpName, days: number): Promise<Changed<CleanedUp>> {
      const { cleanUp } = administration
      const cleanUps: Readonly<Record<CleanUpName, () => Promise<Changed<CleanedUp>>>> = {
        'unused-rules': () => cleanUp.removeUnusedRules(operator, days, 'all'),
        'covered-rules': () => cleanUp.removeCoveredRules(operator, 'all'),
        'same-rights': () => cleanUp.mergeRoles(operator, 'all'),
        'unused-roles': () => cleanUp.deleteUnusedRoles(operator, days, 'all'),
        'idle-users': () => cleanUp.disableIdleUsers(operator, days, 'all'),
      }
      return cleanUps[report]()
    },
    loginLogAdministration: {
      remove: (ids: readonly number[]) => loginLogAdministration.remove(operator, ids),
    },
  }
}

async function all(names: readonly string[], idOf: (name: string) => Promise<number>): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push(await idOf(name))
  return ids
}
