import { createAccessRequestStore } from '../accounts/access-request/access-request.store.ts'
import { createDepartmentStore } from '../accounts/department/department.store.ts'
import { createRoleStore } from '../accounts/role/role.store.ts'
import { createServiceAccountStore } from '../accounts/service-account/service-account.store.ts'
import { createServiceCredentialStore } from '../accounts/service-account/service-credential.store.ts'
import { createAccountStore } from '../accounts/user/account.store.ts'
import { createRoleHolderStore } from '../accounts/user/role-holder.store.ts'
import { createSimilarNameStore } from '../accounts/user/similar-name.store.ts'
import { createSuspensionStore } from '../accounts/user/suspension.store.ts'
import { createUserStore } from '../accounts/user/user.store.ts'
import { createUserAddressStore } from '../accounts/user/user-address.store.ts'
import { createUserBatchStore } from '../accounts/user/user-batch.store.ts'
import { createUserLinkStore } from '../accounts/user/user-link.store.ts'
import { createUserListStore } from '../accounts/user/user-list.store.ts'
import { createBlockedLoginStore } from '../authentication/login/blocked-login.store.ts'
import { createPasskeyStore } from '../authentication/passkey/passkey.store.ts'
import { createPasswordLinkStore } from '../authentication/password-link/password-link.store.ts'
import { createSecondFactorStore } from '../authentication/second-factor/second-factor.store.ts'
import { createSessionStore } from '../authentication/session/session.store.ts'
import { createUserActivityStore } from '../authentication/session/user-activity.store.ts'
import { createUserNetworkStore } from '../authentication/session/user-network.store.ts'
import { createRefusalStore } from '../authorization/explain/refusal.store.ts'
import { createRefusalListStore } from '../authorization/explain/refusal-list.store.ts'
import { createPolicyStore } from '../authorization/permission/policy.store.ts'
import { createUsageStore } from '../authorization/usage/usage.store.ts'
import { createChangeStore } from '../cluster/change-feed/change.store.ts'
import { createNodeStore } from '../cluster/nodes/node.store.ts'
import type { RootDatabase } from '../database/database.ts'
import { createAuditLogStore } from '../logs/audit-log/audit-log.store.ts'
import { createLoginLogStore } from '../logs/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../logs/login-log/login-log-removal.store.ts'
import { createLoginLogStatisticsStore } from '../logs/login-log/login-log-statistics.store.ts'
import { createEventStore } from '../observability/events/event.store.ts'
import { createWebhookStore } from '../observability/events/webhook.store.ts'
import { createConfirmationStore } from './four-eyes/confirmation.store.ts'

export type Stores = ReturnType<typeof createStores>

/** Creates the stores that the service, its endpoints and the commands share. */
export function createStores(database: RootDatabase, now?: () => number) {
  return {
    users: createUserStore(database),
    roleHolders: createRoleHolderStore(database),
    suspensions: createSuspensionStore(database),
    userList: createUserListStore(database),
    userBatches: createUserBatchStore(database),
    userLinks: createUserLinkStore(database),
    userAddresses: createUserAddressStore(database),
    similarNames: createSimilarNameStore(database),
    userActivity: createUserActivityStore(database),
    userNetworks: createUserNetworkStore(database),
    accounts: createAccountStore(database),
    serviceAccounts: createServiceAccountStore(database),
    serviceCredentials: createServiceCredentialStore(database),
    accessRequests: createAccessRequestStore(database),
    roles: createRoleStore(database),
    departments: createDepartmentStore(database),
    confirmations: createConfirmationStore(database),
    passkeys: createPasskeyStore(database),
    passwordLinks: createPasswordLinkStore(database),
    secondFactorStore: createSecondFactorStore(database),
    sessionStore: createSessionStore(database),
    blockedLogins: createBlockedLoginStore(database),
    policyStore: createPolicyStore(database),
    usage: createUsageStore(database),
    refusals: createRefusalStore(database),
    refusalList: createRefusalListStore(database),
    loginLogStore: createLoginLogStore(database, now),
    loginLogRemoval: createLoginLogRemovalStore(database),
    loginLogStatistics: createLoginLogStatisticsStore(database),
    auditLog: createAuditLogStore(database),
    events: createEventStore(database),
    webhooks: createWebhookStore(database),
    changes: createChangeStore(database),
    nodes: createNodeStore(database),
  }
}
