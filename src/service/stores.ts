import { createAuditLogStore } from '../core/audit-log/audit-log.store.ts'
import { createDepartmentStore } from '../core/department/department.store.ts'
import { createEventStore } from '../core/events/event.store.ts'
import { createBlockedLoginStore } from '../core/login/blocked-login.store.ts'
import { createLoginLogStore } from '../core/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../core/login-log/login-log-removal.store.ts'
import { createLoginLogStatisticsStore } from '../core/login-log/login-log-statistics.store.ts'
import { createOwnerAccessStore } from '../core/operations/owner-access.store.ts'
import { createPolicyStore } from '../core/permission/policy.store.ts'
import { createRoleStore } from '../core/role/role.store.ts'
import { createRoleHolderStore } from '../core/role/role-holder.store.ts'
import { createSessionStore } from '../core/session/session.store.ts'
import { createUserActivityStore } from '../core/session/user-activity.store.ts'
import { createUserNetworkStore } from '../core/session/user-network.store.ts'
import { createAccountStore } from '../core/user/account.store.ts'
import { createBesideUserStore } from '../core/user/beside-user.store.ts'
import { createUserBatchStore } from '../core/user/list/user-batch.store.ts'
import { createUserListStore } from '../core/user/list/user-list.store.ts'
import { createSimilarNameStore } from '../core/user/name/similar-name.store.ts'
import { createUserStore } from '../core/user/user.store.ts'
import { createUserAddressStore } from '../core/user/user-address.store.ts'
import { createUserLinkStore } from '../core/user/user-link.store.ts'
import { createChangeStore } from '../platform/cluster/change-feed/change.store.ts'
import { createNodeStore } from '../platform/cluster/nodes/node.store.ts'
import type { RootDatabase } from '../platform/database/database.ts'
import { createFeatureStores } from './feature-services.ts'

/** What the core uses of stores of features, as it is without them. */
const NO_FEATURE_STORES = {
  suspensions: { otherNames: async (): Promise<ReadonlyMap<number, string>> => new Map() },
}

export type Stores = ReturnType<typeof createStores>

/** Creates the stores that the service, its endpoints and the commands share. */
export function createStores(database: RootDatabase, now?: () => number) {
  return {
    users: createUserStore(database),
    roleHolders: createRoleHolderStore(database),
    userList: createUserListStore(database),
    userBatches: createUserBatchStore(database),
    userLinks: createUserLinkStore(database),
    userAddresses: createUserAddressStore(database),
    similarNames: createSimilarNameStore(database),
    besideUsers: createBesideUserStore(database),
    userActivity: createUserActivityStore(database),
    userNetworks: createUserNetworkStore(database),
    accounts: createAccountStore(database),
    ownerAccess: createOwnerAccessStore(database),
    roles: createRoleStore(database),
    departments: createDepartmentStore(database),
    sessionStore: createSessionStore(database),
    blockedLogins: createBlockedLoginStore(database),
    policyStore: createPolicyStore(database),
    loginLogStore: createLoginLogStore(database, now),
    loginLogRemoval: createLoginLogRemovalStore(database),
    loginLogStatistics: createLoginLogStatisticsStore(database),
    auditLog: createAuditLogStore(database),
    events: createEventStore(database),
    changes: createChangeStore(database),
    nodes: createNodeStore(database),
    ...NO_FEATURE_STORES,
    ...createFeatureStores(database),
  }
}
