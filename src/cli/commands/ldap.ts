import type { Command } from 'commander'
import { ENABLED } from '../../accounts/status.ts'
import type { SyncResult } from '../../authentication/ldap/ldap-sync.ts'
import type { LdapSettings } from '../../authentication/ldap/open-directory.ts'
import type { Database } from '../../database/database.ts'
import { counted } from '../../foundation/text/counted.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { type CommonOptions, withCommonOptions } from '../context/command-options.ts'
import { loadCommandSettings, loadSettingsOf } from '../context/command-settings.ts'
import type { CommandContext } from '../context/context.ts'
import { readPassword } from '../context/prompt.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'
import { tableOf } from '../output/table.ts'
import { visible } from '../output/visible.ts'

export function addLdapCommands(program: Command): void {
  const ldap = program.command('ldap').description('test and synchronize the LDAP directory')
  addTest(ldap)
  addSync(ldap)
}

function addTest(ldap: Command): void {
  withCommonOptions(ldap.command('test <name>'))
    .description('show step by step what the directory returns for a login with this name; changes nothing')
    .option('--password-stdin', 'also verify the password, read from standard input (one line)')
    .action(async (username: string, options: CommonOptions & { passwordStdin?: true }) => {
      const password = options.passwordStdin === true ? await readPassword(true) : undefined
      const [{ checkDirectory }, { openDirectory }] = await Promise.all([
        import('../../authentication/ldap/directory-check.ts'),
        import('../../authentication/ldap/open-directory.ts'),
      ])
      const settings = await checkedLdapSettings((await loadCommandSettings(options)).settings)
      const { ok, steps } = await checkDirectory({
        problemOfRole: (roleKey) => problemOfRole(options, roleKey),
        problemOfDepartment: (deptId) => problemOfDepartment(options, deptId),
        ...openDirectory(settings, () => performance.now()),
        settings,
        username,
        password,
      })
      const rows = steps.map(({ step, ok: isDone, detail }) => ({
        result: isDone ? 'ok' : 'failed',
        step,
        detail: visible(detail),
      }))
      print({ ok, steps }, options.json, tableOf(rows, { result: 'RESULT', step: 'STEP', detail: 'DETAIL' }))
      if (!ok) process.exitCode = 1
    })
}

function addSync(ldap: Command): void {
  withCommonOptions(ldap.command('sync'))
    .description('compare all accounts of the directory with it now; sessions of removed users end')
    .action(async (options: CommonOptions) => {
      const result = await withCommandContext(options, async (context, settings) =>
        syncAccounts(context, await checkedLdapSettings(settings)),
      )
      const { compared, gone, disabled, withoutRole, problems } = result
      print(result, options.json, [
        `compared ${counted(compared, 'account')}: ${gone} gone, ${disabled} disabled, ${withoutRole} without a role`,
        ...problems.map((problem) => `not compared: ${visible(problem)}`),
      ])
    })
}

/** Compares the accounts of the directory with it. Throws if the directory cannot be used. */
export async function syncAccounts(context: CommandContext, ldap: LdapSettings): Promise<SyncResult> {
  const [{ createExternalAccounts }, { openDirectory }, { syncWithDirectory }] = await Promise.all([
    import('../../administration/external-accounts.ts'),
    import('../../authentication/ldap/open-directory.ts'),
    import('../../authentication/ldap/ldap-sync.ts'),
  ])
  const { database, users, userLinks: links } = context
  const problems: string[] = []
  const accounts = createExternalAccounts({
    database,
    administration: context,
    onProblem: (problem) => problems.push(problem),
    now: Date.now,
  })
  const directory = openDirectory(ldap, () => performance.now())
  const result = await syncWithDirectory({ ...directory, settings: ldap, accounts, links, users })
  return { ...result, problems: [...result.problems, ...problems] }
}

/** Returns why a login cannot get a role, or undefined. */
async function problemOfRole(options: CommonOptions, roleKey: string): Promise<string | undefined> {
  const { createRoleStore } = await import('../../accounts/role/role.store.ts')
  return problemInDatabase(options, roleKey, async (database) => {
    const role = await createRoleStore(database).findByKey(roleKey)
    if (role === undefined)
      return `${roleKey} does not exist: add it with castellan role add, or correct login.ldap.roles`
    return role.status === ENABLED ? undefined : `${roleKey} is disabled`
  })
}

/** Returns what is wrong with the department of a login, or undefined. */
async function problemOfDepartment(options: CommonOptions, deptId: number): Promise<string | undefined> {
  const { createDepartmentStore } = await import('../../accounts/department/department.store.ts')
  return problemInDatabase(options, `${deptId}`, async (database) => {
    const [unusable] = await createDepartmentStore(database).unusable([{ deptId }])
    if (unusable?.problem === 'missing')
      return `${deptId} does not exist: add it with castellan dept add, or correct login.ldap.departments`
    return unusable && `${deptId} is disabled, so the user sees no rows`
  })
}

/** Reads the database without creating or migrating it. */
async function problemInDatabase(
  options: CommonOptions,
  name: string,
  problemIn: (database: Database) => Promise<string | undefined>,
): Promise<string | undefined> {
  const [{ settings }, { databaseUrlOf }, doctor] = await Promise.all([
    loadSettingsOf(options),
    import('../../settings/addresses.ts'),
    import('../doctor/database.ts'),
  ])
  const connection = await doctor.openForDiagnosis(databaseUrlOf(settings), Date.now)
  const reason = doctor.reasonWithoutTables(connection)
  const handle = connection.state === 'open' ? connection.handle : undefined
  try {
    if (handle === undefined || reason !== undefined) return `${name} cannot be looked up: ${reason}`
    return await problemIn(handle.database)
  } finally {
    await handle?.close()
  }
}

/** Returns the settings of the directory, which need not be enabled yet. */
async function checkedLdapSettings({ login: { ldap } }: Settings) {
  const [{ problemsOfLdap }, { SettingsError }] = await Promise.all([
    import('../../settings/ldap.ts'),
    import('../../settings/settings-error.ts'),
  ])
  const found = problemsOfLdap(ldap)
  if (found.length > 0) throw new SettingsError(found.map(({ key, problem }) => `${key} ${problem}`))
  return ldap
}
