import { createChangeWriter } from '../change-feed/change-writer.ts'
import { openDatabase } from '../database/database.ts'
import { createPasswordHashes } from '../login/password-hash.ts'
import { createLoginLogStore, type LoginLogStore } from '../login-log/login-log.store.ts'
import { createPolicyStore, type PolicyStore } from '../permission/policy.store.ts'
import { createPolicyAdministration, type PolicyAdministration } from '../permission/policy-administration.ts'
import { createRoleStore, type RoleStore } from '../role/role.store.ts'
import { createRoleAdministration, type RoleAdministration } from '../role/role-administration.ts'
import { databaseUrlOf } from '../settings/database-url.ts'
import { loadSettings } from '../settings/load-settings.ts'
import { createUserStore, type UserStore } from '../user/user.store.ts'
import { createUserAdministration, type UserAdministration } from '../user/user-administration.ts'
import type { CommonOptions } from './command-options.ts'

/** What commands work with: the stores and the same administration that the endpoints use. */
export interface Workshop {
  readonly migrated: readonly string[]
  readonly users: UserStore
  readonly roles: RoleStore
  readonly policy: PolicyStore
  readonly loginLog: LoginLogStore
  readonly userAdministration: UserAdministration
  readonly roleAdministration: RoleAdministration
  readonly policyAdministration: PolicyAdministration
  close(): Promise<void>
}

/** Opens the database of the settings, does the work, and closes it again. Safe beside a running service. */
export async function inWorkshop<T>(
  options: CommonOptions,
  work: (workshop: Workshop) => Promise<T>,
): Promise<T> {
  const { settings } = loadSettings({
    file: options.config,
    env: process.env,
    flags: options.set,
    cwd: process.cwd(),
  })
  const workshop = await openWorkshop(databaseUrlOf(settings))
  try {
    return await work(workshop)
  } finally {
    await workshop.close()
  }
}

export async function openWorkshop(url: string): Promise<Workshop> {
  const { migrated, database, close } = await openDatabase(url)
  const changes = createChangeWriter(database, Date.now)
  const hashes = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
  return {
    migrated,
    users: createUserStore(database),
    roles: createRoleStore(database),
    policy: createPolicyStore(database),
    loginLog: createLoginLogStore(database),
    userAdministration: createUserAdministration({ changes, hashes, now: Date.now }),
    roleAdministration: createRoleAdministration({ changes, now: Date.now }),
    policyAdministration: createPolicyAdministration(changes),
    close,
  }
}
