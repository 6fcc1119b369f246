import { createRoleStore, type RoleStore } from '../../accounts/role/role.store.ts'
import { createUserStore, type UserStore } from '../../accounts/user/user.store.ts'
import { createUserLinkStore, type UserLinkStore } from '../../accounts/user/user-link.store.ts'
import { createUserListStore, type UserListStore } from '../../accounts/user/user-list.store.ts'
import {
  type Access,
  type AccessCheckOptions,
  checkAccess,
  type Subject,
} from '../../administration/access-check.ts'
import { createAdministration } from '../../administration/administration.ts'
import { createAuthorities } from '../../administration/authority.ts'
import { createExternalAccounts } from '../../administration/external-accounts.ts'
import { readStoredRoles } from '../../administration/import/declared-roles.ts'
import type { StoredRoles } from '../../administration/import/role-plan.ts'
import { createPolicyPreview, type PolicyPreview } from '../../administration/preview/policy-preview.ts'
import type { ProposedChange } from '../../administration/preview/proposed-change.ts'
import {
  type ExplainedRefusals,
  findRefusals,
  type RefusalQuestion,
} from '../../administration/refusal-lookup.ts'
import {
  type RotatedSecondFactors,
  type RotateOptions,
  rotateSecondFactorKey,
} from '../../administration/second-factor-key.ts'
import { userOfToken } from '../../administration/token-subject.ts'
import type { SyncResult } from '../../authentication/ldap/ldap-sync.ts'
import type { LdapSettings } from '../../authentication/ldap/open-directory.ts'
import { createPasskeyStore, type PasskeyStore } from '../../authentication/passkey/passkey.store.ts'
import { createPasswordHashes } from '../../authentication/password/password-hash.ts'
import { createPasswordRules } from '../../authentication/password/password-rules.ts'
import {
  createSecondFactorStore,
  type SecondFactorStore,
} from '../../authentication/second-factor/second-factor.store.ts'
import { createSessionStore, type SessionStore } from '../../authentication/session/session.store.ts'
import { createRefusalStore } from '../../authorization/explain/refusal.store.ts'
import type { Call } from '../../authorization/permission/call.ts'
import { createExclusionList, type ExclusionList } from '../../authorization/permission/exclusion-list.ts'
import { createPermission } from '../../authorization/permission/permission.ts'
import { createPolicyStore, type PolicyStore } from '../../authorization/permission/policy.store.ts'
import { createPolicyIndex } from '../../authorization/permission/policy-index.ts'
import type { PolicyRule } from '../../authorization/permission/policy-rule.ts'
import { createReports, type Reports } from '../../authorization/reports/reports.ts'
import { createChangeStore } from '../../cluster/change-feed/change.store.ts'
import { createChangeWriter } from '../../cluster/change-feed/change-writer.ts'
import { type ClusterState, clusterState } from '../../cluster/nodes/cluster.ts'
import { createNodeStore } from '../../cluster/nodes/node.store.ts'
import { openDatabase } from '../../database/database.ts'
import { type AuditLogStore, createAuditLogStore } from '../../logs/audit-log/audit-log.store.ts'
import { createLoginLogStore, type LoginLogStore } from '../../logs/login-log/login-log.store.ts'
import {
  createLoginLogRemovalStore,
  type LoginLogRemovalStore,
} from '../../logs/login-log/login-log-removal.store.ts'
import { createEventStore, type EventStore } from '../../observability/events/event.store.ts'
import { createWebhookStore, type WebhookStore } from '../../observability/events/webhook.store.ts'
import { createBackup, restoreBackup } from '../../service/backup.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { roleKeysInSettings } from '../../settings/named-roles.ts'
import { type AdministrationByName, administrationByName } from './administration-by-name.ts'
import { commandOperator } from './command-operator.ts'

/** The stores and the administration that commands use. The endpoints use the same administration. */
export interface CommandContext extends AdministrationByName {
  readonly migrated: readonly string[]
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userLinks: UserLinkStore
  readonly roles: RoleStore
  readonly policy: PolicyStore
  readonly exclusionList: ExclusionList
  readonly loginLog: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly auditLog: AuditLogStore
  readonly sessions: SessionStore
  readonly passkeys: PasskeyStore
  readonly secondFactors: SecondFactorStore
  readonly events: EventStore
  readonly webhooks: WebhookStore
  readonly reports: Reports
  /** Explains whether a role, a user or the user of a token may make a call. */
  checkAccess(subject: Subject | { readonly tokenId: string }, call: Call): Promise<Access>
  /** Explains refused requests. */
  findRefusals(question: RefusalQuestion): Promise<ExplainedRefusals>
  /** Compares a proposed change of the policy with the recorded usage. */
  previewPolicy(change: ProposedChange): Promise<PolicyPreview>
  /** Returns all roles with their rules and the number of their users. */
  storedRoles(): Promise<StoredRoles>
  clusterState(): Promise<ClusterState>
  /** Compares the accounts of the directory with it. Throws if the directory cannot be used. */
  syncWithDirectory(settings: LdapSettings): Promise<SyncResult>
  /** Encrypts all secrets of second factors with the key of the cipher. */
  rotateSecondFactorKey(options: RotateOptions): Promise<RotatedSecondFactors>
  /** Throws unless the database is the embedded one. */
  backUp(file: string): Promise<void>
  restore(file: string): Promise<void>
  close(): Promise<void>
}

export interface CommandContextOptions {
  /** True: a database that does not exist is an error. */
  readonly mustExist?: boolean
  /** The checks of known routes, for `checkAccess`. */
  readonly findRoute?: AccessCheckOptions['findRoute'] | undefined
}

/** Opens the database. Safe while the service is running. */
export async function openCommandContext(
  url: string,
  settings: Pick<Settings, 'password' | 'permission' | 'explain'> &
    Partial<Pick<Settings, 'usage' | 'login'>>,
  { mustExist = false, findRoute }: CommandContextOptions = {},
): Promise<CommandContext> {
  const { migrated, database, close } = await openDatabase(url, { mustExist })
  const changes = createChangeWriter(database, Date.now)
  const hashes = createPasswordHashes({ concurrency: 1, maxWaiting: 1 })
  const exclusionList = createExclusionList(settings.permission.exclude)
  const policy = createPolicyStore(database)
  const usageKeepDays = settings.usage?.keepDays ?? 0
  const rolesInSettings = settings.login ? roleKeysInSettings(settings.login) : new Set<string>()
  const users = createUserStore(database)
  const roles = createRoleStore(database)
  const administration = createAdministration({
    changes,
    hashes,
    passwordRules: createPasswordRules(settings.password),
    exclusionList,
    usageKeepDays,
    rolesInSettings,
    now: Date.now,
  })
  const previewPolicy = createPolicyPreview({
    database,
    authorityOf: createAuthorities({ exclusionList }),
    exclusionList,
    usageKeepDays,
  })
  const sessions = createSessionStore(database)
  const permissionOf = (rules: readonly PolicyRule[]) => {
    const index = createPolicyIndex(rules)
    return createPermission({ exclusionList, policy: { current: () => index } })
  }
  const explainAccess: CommandContext['checkAccess'] = async (asked, call) => {
    const subject = 'tokenId' in asked ? await userOfToken(asked.tokenId, { sessions, now: Date.now }) : asked
    return checkAccess(subject, call, {
      users,
      roles,
      ...(findRoute ? { findRoute } : {}),
      explain: async (roleKey, { path, method }) =>
        permissionOf(await policy.listByRole(roleKey)).explain({ roleKey }, path, method),
      nearest: async (roleKey, { path, method }) =>
        permissionOf(await policy.all()).nearest({ roleKey }, path, method),
    })
  }
  return {
    migrated,
    previewPolicy: (change) => previewPolicy(commandOperator(), async () => change, { mayCall: () => true }),
    users,
    roles,
    policy,
    exclusionList,
    checkAccess: explainAccess,
    findRefusals: (question) =>
      findRefusals(question, {
        store: createRefusalStore(database),
        users,
        keepMinutes: settings.explain.keepMinutes,
        now: Date.now,
        language: 'en',
        isVisible: () => true,
        checkAccess: explainAccess,
      }),
    userList: createUserListStore(database),
    userLinks: createUserLinkStore(database),
    loginLog: createLoginLogStore(database),
    loginLogRemoval: createLoginLogRemovalStore(database),
    auditLog: createAuditLogStore(database),
    sessions,
    passkeys: createPasskeyStore(database),
    secondFactors: createSecondFactorStore(database),
    events: createEventStore(database),
    webhooks: createWebhookStore(database),
    reports: createReports({ database, usageKeepDays, rolesInSettings, now: Date.now }),
    ...administrationByName(administration, commandOperator(), { users, roles }),
    storedRoles: () => readStoredRoles(database),
    clusterState: () => clusterState(createChangeStore(database), createNodeStore(database), Date.now()),
    async syncWithDirectory(ldap) {
      const [{ openDirectory }, { syncWithDirectory }] = await Promise.all([
        import('../../authentication/ldap/open-directory.ts'),
        import('../../authentication/ldap/ldap-sync.ts'),
      ])
      const problems: string[] = []
      const accounts = createExternalAccounts({
        database,
        operations: administration.operations,
        userAdministration: administration.userAdministration,
        onProblem: (problem) => problems.push(problem),
        now: Date.now,
      })
      const result = await syncWithDirectory({
        ...openDirectory(ldap, () => performance.now()),
        settings: ldap,
        accounts,
        links: createUserLinkStore(database),
        users,
      })
      return { ...result, problems: [...result.problems, ...problems] }
    },
    rotateSecondFactorKey: (options) =>
      rotateSecondFactorKey(administration.operations, commandOperator(), options),
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
