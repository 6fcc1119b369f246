import { createRoleStore, type RoleStore } from '../accounts/role/role.store.ts'
import { type AccountStore, createAccountStore } from '../accounts/user/account.store.ts'
import { createUserStore, type UserStore } from '../accounts/user/user.store.ts'
import { createUserLinkStore, type UserLinkStore } from '../accounts/user/user-link.store.ts'
import { createUserListStore, type UserListStore } from '../accounts/user/user-list.store.ts'
import {
  type BlockedLoginStore,
  createBlockedLoginStore,
} from '../authentication/login/blocked-login.store.ts'
import { createPasskeyStore, type PasskeyStore } from '../authentication/passkey/passkey.store.ts'
import { createSessionStore, type SessionStore } from '../authentication/session/session.store.ts'
import {
  createUserActivityStore,
  type UserActivityStore,
} from '../authentication/session/user-activity.store.ts'
import {
  createUserNetworkStore,
  type UserNetworkStore,
} from '../authentication/session/user-network.store.ts'
import { createRevocationStore } from '../authentication/token/revocation.store.ts'
import { createRevocationCache, type RevocationCache } from '../authentication/token/revocation-cache.ts'
import { createRefusalStore, type RefusalStore } from '../authorization/explain/refusal.store.ts'
import { createPolicyStore, type PolicyStore } from '../authorization/permission/policy.store.ts'
import { createPolicy, type Policy } from '../authorization/permission/policy.ts'
import { createPolicyAnalysisCache } from '../authorization/reports/policy-analysis.ts'
import { createReports, type Reports } from '../authorization/reports/reports.ts'
import { createUsageStore, type UsageStore } from '../authorization/usage/usage.store.ts'
import { type ChangeStore, createChangeStore } from '../cluster/change-feed/change.store.ts'
import { type ChangeFeed, createChangeFeed } from '../cluster/change-feed/change-feed.ts'
import { openNotifications } from '../cluster/change-feed/open-notifications.ts'
import { createNodeStore, type NodeStore } from '../cluster/nodes/node.store.ts'
import { type OnQuery, openDatabase, type RootDatabase } from '../database/database.ts'
import type { CloseStack } from '../foundation/runtime/close-stack.ts'
import { type AuditLogStore, createAuditLogStore } from '../logs/audit-log/audit-log.store.ts'
import { createLoginLogStore, type LoginLogStore } from '../logs/login-log/login-log.store.ts'
import {
  createLoginLogRemovalStore,
  type LoginLogRemovalStore,
} from '../logs/login-log/login-log-removal.store.ts'
import {
  createLoginLogStatisticsStore,
  type LoginLogStatisticsStore,
} from '../logs/login-log/login-log-statistics.store.ts'
import { createEventStore, type EventStore } from '../observability/events/event.store.ts'
import type { Reporter } from './reporter.ts'

/** Polling an embedded database costs next to nothing. */
const EMBEDDED_POLL_MS = 100
const SERVER_POLL_MS = 500

const SLOWER = 'notifications of changes are interrupted; changes of other nodes arrive by polling'

/** The database, its stores, and the snapshots in memory that are reloaded on changes. */
export interface Storage {
  readonly database: RootDatabase
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userLinks: UserLinkStore
  readonly passkeys: PasskeyStore
  readonly roles: RoleStore
  readonly accounts: AccountStore
  readonly policyStore: PolicyStore
  readonly loginLogStore: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly loginLogStatistics: LoginLogStatisticsStore
  readonly auditLogStore: AuditLogStore
  readonly events: EventStore
  readonly sessionStore: SessionStore
  readonly blockedLogins: BlockedLoginStore
  readonly userActivity: UserActivityStore
  readonly userNetworks: UserNetworkStore
  readonly reports: Reports
  readonly policy: Policy
  readonly revocations: RevocationCache
  readonly changeFeed: ChangeFeed
  readonly changes: ChangeStore
  readonly nodes: NodeStore
  readonly usage: UsageStore
  readonly refusals: RefusalStore
}

export interface StorageOptions {
  readonly url: string
  readonly poolSize: number
  readonly redisUrl: string
  readonly usageKeepDays: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  readonly onQuery?: OnQuery | undefined
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

export async function openStorage({
  url,
  poolSize,
  redisUrl,
  usageKeepDays,
  rolesInSettings,
  onQuery,
  now,
  closing,
  reporter,
}: StorageOptions): Promise<Storage> {
  const { database, address, capabilities, close } = await openDatabase(url, { poolSize, onQuery })
  closing.add(close)
  const policyStore = createPolicyStore(database)
  const changes = createChangeStore(database)
  const policy = createPolicy(policyStore, reporter.warn)
  const revocations = createRevocationCache(createRevocationStore(database))
  const changeFeed = createChangeFeed({
    database,
    // Revocations first: loading a large policy takes long, and a token with a role's old key must be revoked before
    // another role gets that key.
    reloads: { revocation: revocations.reload, policy: policy.reload },
    now,
    pollMilliseconds: capabilities.embedded ? EMBEDDED_POLL_MS : SERVER_POLL_MS,
    openNotifications: (onNotification) =>
      openNotifications({
        address,
        redisUrl,
        onNotification,
        onProblem: (error) => reporter.problem(error, SLOWER),
      }),
    onProblem: (error) => reporter.problem(error, 'the change feed cannot read the database'),
  })
  await changeFeed.start()
  closing.add(changeFeed.close)
  return {
    database,
    users: createUserStore(database),
    userList: createUserListStore(database),
    userLinks: createUserLinkStore(database),
    passkeys: createPasskeyStore(database),
    roles: createRoleStore(database),
    accounts: createAccountStore(database),
    policyStore,
    loginLogStore: createLoginLogStore(database),
    loginLogRemoval: createLoginLogRemovalStore(database),
    loginLogStatistics: createLoginLogStatisticsStore(database),
    auditLogStore: createAuditLogStore(database),
    events: createEventStore(database),
    sessionStore: createSessionStore(database),
    blockedLogins: createBlockedLoginStore(database),
    userActivity: createUserActivityStore(database),
    userNetworks: createUserNetworkStore(database),
    reports: createReports({
      database,
      usageKeepDays,
      rolesInSettings,
      analysePolicy: createPolicyAnalysisCache(policyStore, changes),
      now,
    }),
    policy,
    revocations,
    changeFeed,
    changes,
    nodes: createNodeStore(database),
    usage: createUsageStore(database),
    refusals: createRefusalStore(database),
  }
}
