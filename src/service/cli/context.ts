import { userInfo } from 'node:os'
import { type Operator, SERVICE } from '../../core/audit-log/operator.ts'
import type { KnownRoute } from '../../core/check/routes/route-classes.ts'
import type { FindRoute } from '../../core/check/routes/route-registry.ts'
import { createDepartmentIndex } from '../../core/data-scope/department-index.ts'
import type { ScopeChange } from '../../core/data-scope/scope-change.ts'
import { checkScope, type ScopeQuestion } from '../../core/data-scope/scope-check.ts'
import { createPasswordHashes } from '../../core/password/password-hash.ts'
import { createPasswordRules } from '../../core/password/password-rules.ts'
import type { Call } from '../../core/permission/call.ts'
import { createExclusionList } from '../../core/permission/exclusion-list.ts'
import { createPermission } from '../../core/permission/permission.ts'
import { createPolicyIndex } from '../../core/permission/policy-index.ts'
import type { PolicyRule } from '../../core/permission/policy-rule.ts'
import { roleKeysInSettings } from '../../core/role/named-roles.ts'
import { userOfToken } from '../../core/session/token-subject.ts'
import { requireRole, requireUser } from '../../core/user/find-by-name.ts'
import { ALL_USERS } from '../../core/user/list/user-scope.ts'
import type { UserToAdd } from '../../core/user/users.ts'
import type { Invitations } from '../../features/login/password-links/invitations.ts'
import { problemOfPasswordLinks } from '../../features/login/password-links/password-link-settings.ts'
import { createBackup, restoreBackup } from '../../features/operation/backup/backup.ts'
import { type Access, type AskedSubject, checkAccess } from '../../features/policy/explain/access-check.ts'
import { findRefusals, type RefusalQuestion } from '../../features/policy/explain/refusal-lookup.ts'
import { readStoredRoles } from '../../features/policy/policy-files/declared-roles.ts'
import { createPolicyPreview } from '../../features/policy/preview/policy-preview.ts'
import type { ProposedChange } from '../../features/policy/preview/proposed-change.ts'
import { createScopePreview } from '../../features/policy/preview/scope-preview.ts'
import { scopePreviewLines } from '../../features/policy/preview/scope-preview-lines.ts'
import { createReports } from '../../features/policy/reports/reports.ts'
import { exportUsers } from '../../features/policy/user-import/user-export.store.ts'
import type { Settings } from '../../features/settings.ts'
import {
  type ChangeWriter,
  createChangeWriter,
  createDryRunWriter,
} from '../../platform/cluster/change-feed/change-writer.ts'
import { clusterState } from '../../platform/cluster/nodes/cluster.ts'
import { openDatabaseClock, readDatabaseTime } from '../../platform/cluster/nodes/database-clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Language } from '../../platform/refusal/refusal.ts'
import { createConfiguredAdministration } from '../configured-administration.ts'
import { createStores } from '../stores.ts'

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
  const { users, roles, policyStore } = stores
  const operator = commandOperator()
  const exclusionList = createExclusionList(settings.permission.exclude)
  const rolesInSettings = roleKeysInSettings(settings)
  const usageKeepDays = settings.usage.keepDays
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
  const administration = createConfiguredAdministration(parts, noticedWriter, {
    ...settings.administration.fourEyes,
    onBypass: reportBypass,
  })
  const readIndex = async () => createDepartmentIndex(await stores.departments.snapshot())
  const previewScope = createScopePreview({
    database,
    users,
    roles,
    dryRun: createConfiguredAdministration(parts, createDryRunWriter(database)),
    index: readIndex,
  })
  const permissionOf = (rules: readonly PolicyRule[]) => {
    const index = createPolicyIndex(rules)
    return createPermission({ exclusionList, policy: { current: () => index } })
  }
  /** Explains whether a role, a user or the user of a token may make a call. */
  const explainAccess = async (asked: AskedSubject, call: Call, findRoute?: FindRoute): Promise<Access> => {
    const subject =
      'tokenId' in asked
        ? await userOfToken(ALL_USERS, asked.tokenId, { sessions: stores.sessionStore, now: Date.now })
        : asked
    return checkAccess(subject, call, {
      users,
      roles,
      findRoute,
      explain: async (roleKey, { path, method }) =>
        permissionOf(await policyStore.listByRole(roleKey)).explain({ roleKey }, path, method),
      nearest: async (roleKey, { path, method }) =>
        permissionOf(await policyStore.all()).nearest({ roleKey }, path, method),
      calledRoutes: stores.usage.routesOf,
    })
  }
  const { operations, userAdministration } = administration
  const invited = async <Result>(work: (invitations: Invitations) => Promise<Result>): Promise<Result> => {
    // Loaded here: the other commands start faster without it.
    const { withInvitations } = await import('../../features/login/password-links/with-invitations.ts')
    return withInvitations(
      { operations, userAdministration, settings, problem: problemOfPasswordLinks(settings) },
      work,
    )
  }
  return {
    ...stores,
    ...administration,
    settings,
    operator,
    /** Says which database will be changed, before the operator confirms a change. */
    noteChange,
    /** Returns the id of a user. Throws a refusal if there is none with this name. */
    userIdOf: async (username: string) => (await requireUser(users, username)).userId,
    /** Returns the id of a role. Throws a refusal if there is none with this key. */
    roleIdOf: async (roleKey: string) => (await requireRole(roles, roleKey)).roleId,
    database,
    migrated,
    databaseNow: databaseClock.now,
    exclusionList,
    reports: createReports({ database, usageKeepDays, rolesInSettings, now: Date.now }),
    checkAccess: explainAccess,
    /** Explains whether a user sees the rows of a department. */
    async checkScope(question: ScopeQuestion) {
      const { accounts, departments } = stores
      return checkScope(question, { accounts, departments, index: await readIndex() })
    },
    /** Explains refused requests. */
    findRefusals: (question: RefusalQuestion, findRoute?: FindRoute) =>
      findRefusals(question, {
        store: stores.refusals,
        users,
        keepMinutes: settings.explain.keepMinutes,
        now: Date.now,
        language: 'en',
        scope: ALL_USERS,
        checkAccess: (subject, call) => explainAccess(subject, call, findRoute),
      }),
    /** Compares a proposed change of the policy with the recorded usage. */
    previewPolicy: (change: ProposedChange, routes: readonly KnownRoute[]) =>
      createPolicyPreview({ database, exclusionList, usageKeepDays, routes: () => routes })(
        operator,
        async () => change,
        { mayCall: () => true },
      ),
    /** Counts what users gain and lose by a change of a user, a role or a department, and describes it in lines. */
    async previewScope(change: ScopeChange) {
      const preview = await previewScope(operator, change, ALL_USERS)
      return { preview, lines: scopePreviewLines(preview) }
    },
    /** Adds a user without a password, and sends the user a link to set it. */
    addInvited: (user: Omit<UserToAdd, 'password'>, language: Language) =>
      invited(({ add }) => add(operator, user, language)),
    /** Sends a user a link to set the password. */
    invite: (userId: number, language: Language) =>
      invited(({ invite }) => invite(operator, userId, language)),
    /** Returns all roles with their rules and the number of their users. */
    storedRoles: () => readStoredRoles(database),
    /** Yields all users with their password hashes, in batches. */
    exportUsers: () => exportUsers(database),
    clusterState: () => clusterState(stores.changes, stores.nodes, Date.now()),
    /** Throws unless the database is the embedded one. */
    backUp: (file: string) => createBackup(database, file),
    restore: (file: string) => restoreBackup(database, file, operator),
    close,
  }
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
