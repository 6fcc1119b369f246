import { createDepartmentStore } from '../../accounts/department/department.store.ts'
import { createRoleStore } from '../../accounts/role/role.store.ts'
import { ENABLED } from '../../accounts/status.ts'
import type { UserStore } from '../../accounts/user/user.store.ts'
import type { UserLinkStore } from '../../accounts/user/user-link.store.ts'
import {
  createExternalAccounts,
  type ExternalAccountAdministration,
} from '../../administration/external-accounts.ts'
import { checkDirectory } from '../../authentication/ldap/directory-check.ts'
import { type SyncResult, syncWithDirectory } from '../../authentication/ldap/ldap-sync.ts'
import { type LdapSettings, openDirectory } from '../../authentication/ldap/open-directory.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { databaseUrlOf } from '../../settings/addresses.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { problemsOfLdap } from '../../settings/ldap.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import { openForDiagnosis, reasonWithoutTables } from '../doctor/database.ts'

export interface SyncParts extends ExternalAccountAdministration {
  readonly database: RootDatabase
  readonly users: UserStore
  readonly userLinks: UserLinkStore
}

/** Returns step by step what the directory returns for a login. Changes nothing. */
export function checkLogin(settings: Settings, username: string, password: string | undefined) {
  const ldap = checkedLdapSettings(settings.login)
  return checkDirectory({
    problemOfRole: (roleKey) => problemOfRole(settings, roleKey),
    problemOfDepartment: (deptId) => problemOfDepartment(settings, deptId),
    ...openDirectory(ldap, () => performance.now()),
    settings: ldap,
    username,
    password,
  })
}

/** Compares the accounts of the directory with it. Throws if the directory cannot be used. */
export async function syncAccounts(parts: SyncParts, ldap: LdapSettings): Promise<SyncResult> {
  const { database, users, userLinks: links } = parts
  const problems: string[] = []
  const accounts = createExternalAccounts({
    database,
    administration: parts,
    onProblem: (problem) => problems.push(problem),
    now: Date.now,
  })
  const directory = openDirectory(ldap, () => performance.now())
  const result = await syncWithDirectory({ ...directory, settings: ldap, accounts, links, users })
  return { ...result, problems: [...result.problems, ...problems] }
}

/** Returns why a login cannot get a role, or undefined. */
function problemOfRole(settings: Settings, roleKey: string): Promise<string | undefined> {
  return problemInDatabase(settings, roleKey, async (database) => {
    const role = await createRoleStore(database).findByKey(roleKey)
    if (role === undefined)
      return `${roleKey} does not exist: add it with castellan role add, or correct login.ldap.roles`
    return role.status === ENABLED ? undefined : `${roleKey} is disabled`
  })
}

/** Returns what is wrong with the department of a login, or undefined. */
function problemOfDepartment(settings: Settings, deptId: number): Promise<string | undefined> {
  return problemInDatabase(settings, `${deptId}`, async (database) => {
    const [unusable] = await createDepartmentStore(database).unusable([{ deptId }])
    if (unusable?.problem === 'missing')
      return `${deptId} does not exist: add it with castellan dept add, or correct login.ldap.departments`
    return unusable && `${deptId} is disabled, so the user sees no rows`
  })
}

/** Reads the database without creating or migrating it. */
async function problemInDatabase(
  settings: Settings,
  name: string,
  problemIn: (database: Database) => Promise<string | undefined>,
): Promise<string | undefined> {
  const connection = await openForDiagnosis(databaseUrlOf(settings), Date.now)
  const reason = reasonWithoutTables(connection)
  const handle = connection.state === 'open' ? connection.handle : undefined
  try {
    if (handle === undefined || reason !== undefined) return `${name} cannot be looked up: ${reason}`
    return await problemIn(handle.database)
  } finally {
    await handle?.close()
  }
}

/** Returns the settings of the directory, which need not be enabled yet. */
export function checkedLdapSettings({ ldap }: { readonly ldap: LdapSettings }): LdapSettings {
  const found = problemsOfLdap(ldap)
  if (found.length > 0) throw new SettingsError(found.map(({ key, problem }) => `${key} ${problem}`))
  return ldap
}
