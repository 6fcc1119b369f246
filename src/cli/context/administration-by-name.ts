import type { RoleStore } from '../../accounts/role/role.store.ts'
import type { Role } from '../../accounts/role/role.ts'
import type { Status } from '../../accounts/status.ts'
import type { UserStore } from '../../accounts/user/user.store.ts'
import type { User } from '../../accounts/user/user.ts'
import type { UserLink } from '../../accounts/user/user-link.store.ts'
import type { Administration } from '../../administration/administration.ts'
import type { CleanedUp } from '../../administration/clean-up/cleaned-up.ts'
import type { PlanOptions, RolePlan } from '../../administration/import/role-plan.ts'
import type { ImportedUsers, UserToImport } from '../../administration/import/user-import.ts'
import type { RoleToAdd, RoleToChange } from '../../administration/roles.ts'
import type { LinkedAccount, UserToAdd, UserToChange } from '../../administration/users.ts'
import type { Passkey } from '../../authentication/passkey/passkey.ts'
import type { PolicyRule } from '../../authorization/permission/policy-rule.ts'
import type { DeclaredRole } from '../../authorization/policy-files/declared-role.ts'
import type { ReportName } from '../../authorization/reports/report-name.ts'
import type { Changed } from '../../cluster/change-feed/change-writer.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'

type WithRoleKey<T> = Omit<T, 'roleId'> & { readonly roleKey?: string | undefined }

/** The administration for commands, with usernames and role keys instead of ids, and one operator. */
export interface AdministrationByName {
  readonly userAdministration: {
    add(user: WithRoleKey<UserToAdd> & { readonly roleKey: string }): Promise<Changed<User>>
    change(username: string, change: WithRoleKey<UserToChange>): Promise<Changed<User>>
    setPassword(username: string, password: string, pwdChangeDue?: boolean): Promise<Changed<User>>
    setStatus(username: string, status: Status): Promise<Changed<User>>
    link(username: string, account: LinkedAccount): Promise<Changed<UserLink>>
    unlink(username: string, linkId: number): Promise<Changed<object>>
    resetSecondFactor(username: string): Promise<Changed<object>>
    remove(usernames: readonly string[]): Promise<Changed<{ removed: number }>>
    importMany(users: readonly UserToImport[]): Promise<ImportedUsers>
  }
  readonly roleAdministration: {
    add(role: RoleToAdd): Promise<Changed<Role>>
    change(roleKey: string, change: RoleToChange): Promise<Changed<Role>>
    remove(roleKeys: readonly string[]): Promise<Changed<{ removed: number }>>
  }
  readonly policyAdministration: {
    add(rules: readonly PolicyRule[]): Promise<Changed<{ added: number }>>
    remove(rules: readonly PolicyRule[]): Promise<Changed<{ removed: number }>>
  }
  readonly declaredRoleAdministration: {
    apply(
      declared: readonly DeclaredRole[],
      options: PlanOptions & { readonly seen: RolePlan },
    ): Promise<Changed<RolePlan>>
  }
  readonly sessionAdministration: {
    end(ids: readonly number[]): Promise<Changed<{ ended: number }>>
    endAllOf(username: string): Promise<Changed<{ ended: number }>>
  }
  readonly passkeyAdministration: {
    remove(username: string, id: number): Promise<Changed<Passkey>>
  }
  /** Cleans up everything in a report, up to its limit. */
  cleanUp(report: ReportName, days: number): Promise<Changed<CleanedUp>>
  readonly loginLogAdministration: {
    remove(ids: readonly number[]): Promise<Changed<{ removed: number }>>
  }
}

export function administrationByName(
  administration: Administration,
  operator: Operator,
  { users, roles }: { users: UserStore; roles: RoleStore },
): AdministrationByName {
  const userId = async (username: string): Promise<number> => {
    const user = await users.findByName(username)
    if (!user) throw new Refusal('user-unknown', { name: username })
    return user.userId
  }
  const roleId = async (roleKey: string): Promise<number> => {
    const role = await roles.findByKey(roleKey)
    if (!role) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
    return role.roleId
  }
  const { userAdministration, roleAdministration, policyAdministration } = administration
  const { sessionAdministration, loginLogAdministration, userImport } = administration

  return {
    userAdministration: {
      link: async (username, account) => userAdministration.link(operator, await userId(username), account),
      unlink: async (username, linkId) => userAdministration.unlink(operator, await userId(username), linkId),
      add: async ({ roleKey, ...user }) =>
        userAdministration.add(operator, { ...user, roleId: await roleId(roleKey) }),
      async change(username, { roleKey, ...change }) {
        const role = roleKey === undefined ? {} : { roleId: await roleId(roleKey) }
        return userAdministration.change(operator, await userId(username), { ...change, ...role })
      },
      setPassword: async (username, password, pwdChangeDue = false) =>
        userAdministration.setPassword(operator, await userId(username), { password, pwdChangeDue }),
      setStatus: async (username, status) =>
        userAdministration.change(operator, await userId(username), { status }),
      resetSecondFactor: async (username) =>
        administration.secondFactorAdministration.reset(operator, await userId(username)),
      remove: async (usernames) => userAdministration.remove(operator, await all(usernames, userId)),
      importMany: (list) => userImport.add(operator, list),
    },
    roleAdministration: {
      add: (role) => roleAdministration.add(operator, role),
      change: async (roleKey, change) => roleAdministration.change(operator, await roleId(roleKey), change),
      remove: async (roleKeys) => roleAdministration.remove(operator, await all(roleKeys, roleId)),
    },
    policyAdministration: {
      add: (rules) => policyAdministration.add(operator, rules),
      remove: (rules) => policyAdministration.remove(operator, rules),
    },
    declaredRoleAdministration: {
      apply: (declared, options) =>
        administration.declaredRoleAdministration.apply(operator, declared, options),
    },
    sessionAdministration: {
      end: (ids) => sessionAdministration.end(operator, ids),
      endAllOf: async (username) => sessionAdministration.endAllOf(operator, await userId(username)),
    },
    passkeyAdministration: {
      remove: async (username, id) =>
        administration.passkeyAdministration.remove(operator, await userId(username), id),
    },
    cleanUp(report, days) {
      const { cleanUp } = administration
      const cleanUps: Readonly<Record<ReportName, () => Promise<Changed<CleanedUp>>>> = {
        'unused-rules': () => cleanUp.removeUnusedRules(operator, days, 'all'),
        'covered-rules': () => cleanUp.removeCoveredRules(operator, 'all'),
        'same-rights': () => cleanUp.mergeRoles(operator, 'all'),
        'unused-roles': () => cleanUp.deleteUnusedRoles(operator, days, 'all'),
        'idle-users': () => cleanUp.disableIdleUsers(operator, days, 'all'),
      }
      return cleanUps[report]()
    },
    loginLogAdministration: { remove: (ids) => loginLogAdministration.remove(operator, ids) },
  }
}

async function all(names: readonly string[], idOf: (name: string) => Promise<number>): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push(await idOf(name))
  return ids
}
