import type { DepartmentToAdd, DepartmentToChange } from '../../src/core/department/departments.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { RoleCopy, RoleToAdd, RoleToChange } from '../../src/core/role/roles.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { idsOf } from '../../src/core/user/find-by-name.ts'
import type { Status } from '../../src/core/user/status.ts'
import type { UserToChange } from '../../src/core/user/user-change.ts'
import type { UserToAdd } from '../../src/core/user/users.ts'
import { syncAccounts } from '../../src/features/login/ldap/ldap-check-and-sync.ts'
import type { LdapSettings } from '../../src/features/login/ldap/open-directory.ts'
import type { UserToImport } from '../../src/features/policy/user-import/user-import.ts'
import { type CommandContext, openCommandContext } from '../../src/service/cli/context.ts'

/** Accepts any password. */
export const ANY_PASSWORD = {
  password: { minLength: 1 },
  permission: { exclude: [] },
  explain: { keepMinutes: 60 },
}

/** The context of commands. What changes users, roles and rules takes names and keys instead of ids. */
export type TestContext = Awaited<ReturnType<typeof openContext>>

export async function openContext(databaseUrl: string) {
  const context = await openCommandContext(databaseUrl, { ...resolveSettings({}), ...ANY_PASSWORD })
  return {
    ...context,
    ...administrationByName(context),
    syncWithDirectory: (ldap: LdapSettings) => syncAccounts(context, ldap),
  }
}

function administrationByName(context: CommandContext) {
  const { operator, userIdOf, roleIdOf } = context
  const { userAdministration, roleAdministration, policyAdministration, departmentAdministration } = context
  const { serviceAccountAdministration, sessionAdministration } = context
  return {
    userAdministration: {
      add: async ({ roleKey, ...user }: Omit<UserToAdd, 'roleId'> & { readonly roleKey: string }) =>
        userAdministration.add(operator, { ...user, roleId: await roleIdOf(roleKey) }),
      async change(
        username: string,
        { roleKey, ...change }: Omit<UserToChange, 'roleId'> & { readonly roleKey?: string },
      ) {
        const role = roleKey === undefined ? {} : { roleId: await roleIdOf(roleKey) }
        return userAdministration.change(operator, await userIdOf(username), { ...change, ...role })
      },
      setPassword: async (username: string, password: string) =>
        userAdministration.setPassword(operator, await userIdOf(username), { password }),
      setStatus: async (username: string, status: Status) =>
        userAdministration.change(operator, await userIdOf(username), { status }),
      remove: async (usernames: readonly string[]) =>
        userAdministration.remove(operator, await idsOf(usernames, userIdOf)),
      importMany: (list: readonly UserToImport[]) => context.userImport.add(operator, list),
    },
    roleAdministration: {
      add: (role: RoleToAdd) => roleAdministration.add(operator, role),
      copy: async (roleKey: string, copy: RoleCopy) =>
        roleAdministration.copy(operator, await roleIdOf(roleKey), copy),
      change: async (roleKey: string, change: RoleToChange) =>
        roleAdministration.change(operator, await roleIdOf(roleKey), change),
    },
    serviceAccountAdministration: {
      add: async (account: { username: string; roleKey: string; owner: string }) =>
        serviceAccountAdministration.add(operator, {
          username: account.username,
          roleId: await roleIdOf(account.roleKey),
          ownerId: await userIdOf(account.owner),
        }),
      addSecret: async (username: string) =>
        serviceAccountAdministration.addSecret(operator, await userIdOf(username)),
    },
    departmentAdministration: {
      add: (department: DepartmentToAdd) => departmentAdministration.add(operator, department),
      change: (id: number, change: DepartmentToChange) =>
        departmentAdministration.change(operator, id, change),
    },
    policyAdministration: {
      add: (rules: readonly PolicyRule[]) => policyAdministration.add(operator, rules),
      remove: (rules: readonly PolicyRule[]) => policyAdministration.remove(operator, rules),
    },
    sessionAdministration: {
      endMatching: async ({ username }: { readonly username: string }) =>
        sessionAdministration.endMatching(operator, { userId: await userIdOf(username) }, { username }),
    },
  }
}
