import { userInfo } from 'node:os'
import { type Operator, SERVICE } from '../../core/audit-log/operator.ts'
import { createDepartmentIndex } from '../../core/data-scope/department-index.ts'
import { checkScope, type ScopeQuestion } from '../../core/data-scope/scope-check.ts'
import { createPasswordHashes } from '../../core/password/password-hash.ts'
import { createPasswordRules } from '../../core/password/password-rules.ts'
import { createExclusionList } from '../../core/permission/exclusion-list.ts'
import { roleKeysInSettings } from '../../core/role/named-roles.ts'
import { requireRole, requireUser } from '../../core/user/find-by-name.ts'
import type { Settings } from '../../features/settings.ts'
import {
  type ChangeWriter,
  createChangeWriter,
  createDryRunWriter,
} from '../../platform/cluster/change-feed/change-writer.ts'
import { clusterState } from '../../platform/cluster/nodes/cluster.ts'
import { openDatabaseClock, readDatabaseTime } from '../../platform/cluster/nodes/database-clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createAdministration } from '../administration.ts'
import { addCommandParts } from '../features.ts'
import { createStores } from '../stores.ts'
import { WITHOUT_FEATURES } from './command-base.ts'

/** The stores and the administration that commands use. The endpoints use the same administration. */
export type CommandContext = Awaited<ReturnType<typeof openCommandContext>>

interface CommandContextOptions {
  /** True: a database that does not exist is an error. */
  readonly mustExist?: boolean
  /** Called before a change. */
  readonly noteChange?: () => void
}

/** Opens the database. Safe while the service is running. */
export async function openCommandContext(
  url: string,
  settings: Settings,
  { mustExist = false, noteChange = () => {} }: CommandContextOptions = {},
) {
  const { migrated, database, close } = await openDatabase(url, { mustExist })
  const databaseClock = await openDatabaseClock({
    readTime: () => readDatabaseTime(database, Date.now),
    uptimeMs: () => performance.now(),
  })
  const stores = createStores(database)
  const { users, roles } = stores
  const operator = commandOperator()
  const exclusionList = createExclusionList(settings.permission.exclude)
  const rolesInSettings = roleKeysInSettings(settings)
  const parts = {
    settings,
    hashes: createPasswordHashes({ concurrency: 1, maxWaiting: 1 }),
    passwordRules: createPasswordRules(settings.password),
    exclusionList,
    rolesInSettings,
    now: Date.now,
    databaseNow: databaseClock.now,
  }
  const changeWriter = createChangeWriter(database, Date.now)
  const noticedWriter: ChangeWriter = {
    write(changes, work) {
      noteChange()
      return changeWriter.write(changes, work)
    },
  }
  const administration = createAdministration({
    ...parts,
    changes: noticedWriter,
    isDryRun: false,
    onBypass: reportBypass,
  })
  const readIndex = async () => createDepartmentIndex(await stores.departments.snapshot())
  return addCommandParts({
    ...stores,
    ...administration,
    ...WITHOUT_FEATURES,
    settings,
    operator,
    /** Says which database will be changed, before the operator confirms a change. */
    noteChange,
    /** Returns the id of a user. Throws a refusal if there is none with this name. */
    userIdOf: async (username: string) => (await requireUser(users, stores.userList, username)).userId,
    /** Returns the id of a role. Throws a refusal if there is none with this key. */
    roleIdOf: async (roleKey: string) => (await requireRole(roles, roleKey)).roleId,
    database,
    migrated,
    databaseNow: databaseClock.now,
    exclusionList,
    rolesInSettings,
    dryRun: createAdministration({ ...parts, changes: createDryRunWriter(database), isDryRun: true }),
    readIndex,
    /** Explains whether a user sees the rows of a department. */
    async checkScope(question: ScopeQuestion) {
      const { accounts, departments } = stores
      return checkScope(question, { accounts, departments, index: await readIndex() })
    },
    clusterState: () => clusterState(stores.changes, stores.nodes, Date.now()),
    close,
  })
}

/** Returns the operator of commands: the user of the operating system, who is not limited by a role. */
function commandOperator(): Operator {
  return { ...SERVICE, username: systemUsername(), source: 'command' }
}

function systemUsername(): string {
  try {
    return userInfo().username
  } catch {
    // In a container, the user id may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Says on standard error that a command acts alone. */
function reportBypass(kinds: readonly string[]): void {
  console.error(
    `warning: over HTTP, a second administrator has to confirm this (${kinds.join(', ')}). A critical event records that this command acts alone`,
  )
}
