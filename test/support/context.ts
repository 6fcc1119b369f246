import type { Status } from '../../src/accounts/status.ts'
import type { DepartmentToAdd, DepartmentToChange } from '../../src/administration/department/departments.ts'
import type { UserToImport } from '../../src/administration/import/user-import.ts'
import type { RoleCopy, RoleToAdd, RoleToChange } from '../../src/administration/roles.ts'
import type { UserToChange } from '../../src/administration/user-change.ts'
import type { UserToAdd } from '../../src/administration/users.ts'
import type { LdapSettings } from '../../src/authentication/ldap/open-directory.ts'
import type { PolicyRule } from '../../src/authorization/permission/policy-rule.ts'
import { syncAccounts } from '../../src/cli/commands/ldap-check-and-sync.ts'
import { type CommandContext, openCommandContext } from '../../src/cli/context/context.ts'
import { idsOf } from '../../src/cli/context/find-by-name.ts'
import { resolveSettings } from '../../src/settings/load-settings.ts'

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
