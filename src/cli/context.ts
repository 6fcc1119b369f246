import { type Access, checkAccess, type Subject } from '../administration/access-check.ts'
import { createAdministration } from '../administration/administration.ts'
import { createAuthorities } from '../administration/authority.ts'
import { readStoredRoles } from '../administration/declared-roles.ts'
import {
  createPolicyPreview,
  type PolicyPreview,
  type ProposedChange,
} from '../administration/policy-preview.ts'
import type { StoredRoles } from '../administration/role-plan.ts'
import { type AuditLogStore, createAuditLogStore } from '../audit-log/audit-log.store.ts'
import { createBackup, restoreBackup } from '../backup.ts'
import { createChangeStore } from '../change-feed/change.store.ts'
import { createChangeWriter } from '../change-feed/change-writer.ts'
import { type ClusterState, clusterState } from '../cluster/cluster.ts'
import { createNodeStore } from '../cluster/node.store.ts'
import { openDatabase } from '../database/database.ts'
import { createEventStore, type EventStore } from '../events/event.store.ts'
import { createPasswordHashes } from '../login/password-hash.ts'
import { createLoginLogStore, type LoginLogStore } from '../login-log/login-log.store.ts'
import {
  createLoginLogRemovalStore,
  type LoginLogRemovalStore,
} from '../login-log/login-log-removal.store.ts'
import type { Call } from '../permission/call.ts'
import { createExclusionList, type ExclusionList } from '../permission/exclusion-list.ts'
import { createPermission } from '../permission/permission.ts'
import { createPolicyStore, type PolicyStore } from '../permission/policy.store.ts'
import { createPolicyIndex } from '../permission/policy-index.ts'
import { createReports, type Reports } from '../report/reports.ts'
import { createRoleStore, type RoleStore } from '../role/role.store.ts'
import { createSessionStore, type SessionStore } from '../session/session.store.ts'
import type { Settings } from '../settings/declarations.ts'
import { createPasswordRules } from '../user/password-rules.ts'
import { createUserStore, type UserStore } from '../user/user.store.ts'
import { createUserListStore, type UserListStore } from '../user/user-list.store.ts'
import { type AdministrationByName, administrationByName } from './administration-by-name.ts'
import { commandOperator } from './command-operator.ts'

/** The stores and the administration that commands use. The endpoints use the same administration. */
export interface CommandContext extends AdministrationByName {
  readonly migrated: readonly string[]
  readonly users: UserStore
  readonly userList: UserListStore
  readonly roles: RoleStore
  readonly policy: PolicyStore
  readonly exclusionList: ExclusionList
  readonly loginLog: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly auditLog: AuditLogStore
  readonly sessions: SessionStore
  readonly events: EventStore
  readonly reports: Reports
  /** Explains whether a role or a user may make a call. */
  checkAccess(subject: Subject, call: Call): Promise<Access>
  /** Compares a proposed change of the policy with the recorded usage. */
  previewPolicy(change: ProposedChange): Promise<PolicyPreview>
  /** Returns all roles with their rules and the number of their users. */
  storedRoles(): Promise<StoredRoles>
  clusterState(): Promise<ClusterState>
  /** Throws unless the database is the embedded one. */
  backUp(file: string): Promise<void>
  restore(file: string): Promise<void>
  close(): Promise<void>
}

/** Opens the database. Safe while the service is running. */
export async function openCommandContext(
  url: string,
  settings: Pick<Settings, 'password' | 'permission'> & Partial<Pick<Settings, 'usage'>>,
): Promise<CommandContext> {
  const { migrated, database, close } = await openDatabase(url)
  const changes = createChangeWriter(database, Date.now)
  const hashes = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
  const exclusionList = createExclusionList(settings.permission.exclude)
  const policy = createPolicyStore(database)
  const usageKeepDays = settings.usage?.keepDays ?? 0
  const users = createUserStore(database)
  const roles = createRoleStore(database)
  const administration = createAdministration({
    changes,
    hashes,
    passwordRules: createPasswordRules(settings.password),
    exclusionList,
    usageKeepDays,
    now: Date.now,
  })
  const previewPolicy = createPolicyPreview({
    database,
    authorityOf: createAuthorities({ exclusionList }),
    exclusionList,
  })
  return {
    migrated,
    previewPolicy: (change) => previewPolicy(commandOperator(), change, { maySeeUsers: true }),
    users,
    roles,
    policy,
    exclusionList,
    checkAccess: (subject, call) =>
      checkAccess(subject, call, {
        users,
        roles,
        async explain(roleKey, { path, method }) {
          const index = createPolicyIndex(await policy.listByRole(roleKey))
          const permission = createPermission({ exclusionList, policy: { current: () => index } })
          return permission.explain({ roleKey }, path, method)
        },
      }),
    userList: createUserListStore(database),
    loginLog: createLoginLogStore(database),
    loginLogRemoval: createLoginLogRemovalStore(database),
    auditLog: createAuditLogStore(database),
    sessions: createSessionStore(database),
    events: createEventStore(database),
    reports: createReports({ database, usageKeepDays, now: Date.now }),
    ...administrationByName(administration, commandOperator(), { users, roles }),
    storedRoles: () => readStoredRoles(database),
    clusterState: () => clusterState(createChangeStore(database), createNodeStore(database), Date.now()),
    async backUp(file) {
      await createBackup(database, file)
    },
    async restore(file) {
      await restoreBackup(database, file, commandOperator())
    },
    async close() {
      await close()
    },
  }
}
