import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import type { Database, RootDatabase } from '../../../platform/database/database.ts'
import { readDatabase } from '../../../platform/database/unmigrated.ts'
import { databaseUrlOf } from '../../../platform/settings/addresses.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import {
  createExternalAccounts,
  type ExternalAccountAdministration,
} from '../external-accounts/external-accounts.ts'
import { checkDirectory } from './directory-check.ts'
import { type SyncResult, syncWithDirectory } from './ldap-sync.ts'
import { type LdapSettings, openDirectory } from './open-directory.ts'
import { problemsOfLdap } from './settings/ldap.ts'

interface Settings {
  readonly application: { readonly dataDir: string }
  readonly database: { readonly url: string }
  readonly login: { readonly ldap: LdapSettings }
}

export interface SyncParts extends ExternalAccountAdministration {
  readonly database: RootDatabase
  readonly users: UserStore
  readonly userLinks: UserLinkStore
}

interface LoginToCheck {
  readonly settings: Settings
  readonly username: string
  readonly password: string | undefined
}

/** Returns step by step what the directory returns for a login. Changes nothing. */
export function checkLogin({ settings, username, password }: LoginToCheck) {
  const ldap = checkedLdapSettings(settings.login)
  const lookUp: LookUp = async (name, problemIn) => {
    const outcome = await readDatabase(databaseUrlOf(settings), problemIn)
    return 'problem' in outcome ? `${name} cannot be looked up: ${outcome.problem}` : outcome.value
  }
  return checkDirectory({
    problemOfRole: (roleKey) => problemOfRole(lookUp, roleKey),
    problemOfDepartment: (deptId) => problemOfDepartment(lookUp, deptId),
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

type LookUp = (
  name: string,
  problemIn: (database: Database) => Promise<string | undefined>,
) => Promise<string | undefined>

/** Returns why a login cannot get a role, or undefined. */
function problemOfRole(lookUp: LookUp, roleKey: string): Promise<string | undefined> {
  return lookUp(roleKey, async (database) => {
    const role = await createRoleStore(database).findByKey(roleKey)
    if (role === undefined)
      return `${roleKey} does not exist: add it with castellan role add, or correct login.ldap.roles`
    return role.status === ENABLED ? undefined : `${roleKey} is disabled`
  })
}

/** Returns what is wrong with the department of a login, or undefined. */
function problemOfDepartment(lookUp: LookUp, deptId: number): Promise<string | undefined> {
  return lookUp(`${deptId}`, async (database) => {
    const [unusable] = await createDepartmentStore(database).unusable([{ deptId }])
    if (unusable?.problem === 'missing')
      return `${deptId} does not exist: add it with castellan dept add, or correct login.ldap.departments`
    return unusable && `${deptId} is disabled, so the user sees no rows`
  })
}

/** Returns the settings of the directory, which need not be enabled yet. */
export function checkedLdapSettings({ ldap }: { readonly ldap: LdapSettings }): LdapSettings {
  const found = problemsOfLdap(ldap)
  if (found.length > 0) throw new SettingsError(found.map(({ key, problem }) => `${key} ${problem}`))
  return ldap
}
