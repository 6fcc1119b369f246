import { userInfo } from 'node:os'
import { exportUsers } from '../../accounts/user/user-export.store.ts'
import { ALL_USERS } from '../../accounts/user/user-scope.ts'
import { type Access, type AskedSubject, checkAccess } from '../../administration/access-check.ts'
import { readStoredRoles } from '../../administration/import/declared-roles.ts'
import type { Invitations } from '../../administration/password-link/invitations.ts'
import { createPolicyPreview } from '../../administration/preview/policy-preview.ts'
import type { ProposedChange } from '../../administration/preview/proposed-change.ts'
import type { ScopeChange } from '../../administration/preview/scope-change.ts'
import { createScopePreview } from '../../administration/preview/scope-preview.ts'
import { findRefusals, type RefusalQuestion } from '../../administration/refusals/refusal-lookup.ts'
import { createStores } from '../../administration/stores.ts'
import { userOfToken } from '../../administration/token-subject.ts'
import type { UserToAdd } from '../../administration/users.ts'
import { createPasswordHashes } from '../../authentication/password/password-hash.ts'
import { createPasswordRules } from '../../authentication/password/password-rules.ts'
import { createDepartmentIndex } from '../../authorization/data-scope/department-index.ts'
import { checkScope, type ScopeQuestion } from '../../authorization/data-scope/scope-check.ts'
import type { KnownRoute } from '../../authorization/guard/route-classes.ts'
import type { FindRoute } from '../../authorization/guard/route-registry.ts'
import type { Call } from '../../authorization/permission/call.ts'
import { createExclusionList } from '../../authorization/permission/exclusion-list.ts'
import { createPermission } from '../../authorization/permission/permission.ts'
import { createPolicyIndex } from '../../authorization/permission/policy-index.ts'
import type { PolicyRule } from '../../authorization/permission/policy-rule.ts'
import { createReports } from '../../authorization/reports/reports.ts'
import {
  type ChangeWriter,
  createChangeWriter,
  createDryRunWriter,
} from '../../cluster/change-feed/change-writer.ts'
import { clusterState } from '../../cluster/nodes/cluster.ts'
import { openDatabaseClock, readDatabaseTime } from '../../cluster/nodes/database-clock.ts'
import { openDatabase } from '../../database/database.ts'
import type { Language } from '../../foundation/refusal/refusal.ts'
import { type Operator, SERVICE } from '../../logs/audit-log/operator.ts'
import { createBackup, restoreBackup } from '../../service/backup.ts'
import { createConfiguredAdministration } from '../../service/configured-administration.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { problemOfPasswordLinks } from '../../settings/declarations/password-link.ts'
import { roleKeysInSettings } from '../../settings/named-roles.ts'
import { scopePreviewLines } from '../output/scope-preview-lines.ts'
import { requireRole, requireUser } from './find-by-name.ts'

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
    const { withInvitations } = await import('./with-invitations.ts')
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
