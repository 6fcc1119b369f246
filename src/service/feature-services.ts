import type { ChangeReview, Operation } from '../core/operations/operations.ts'
import type { CodeAddress } from '../core/user/code-addresses.ts'
import type { AssertServiceAccountChange } from '../core/user/user-change.ts'
import { accessRequests } from '../features/approval/access-requests/feature.ts'
import { fourEyes } from '../features/approval/four-eyes/feature.ts'
import { externalAccounts } from '../features/login/external-accounts/feature.ts'
import { messages } from '../features/login/messages/feature.ts'
import { passkeys } from '../features/login/passkeys/feature.ts'
import { passwordLinks } from '../features/login/password-links/feature.ts'
import { secondFactor } from '../features/login/second-factor/feature.ts'
import { serviceAccounts } from '../features/login/service-accounts/feature.ts'
import { events } from '../features/monitoring/events/feature.ts'
import { explain } from '../features/policy/explain/feature.ts'
import { policyFiles } from '../features/policy/policy-files/feature.ts'
import { reports } from '../features/policy/reports/feature.ts'
import { usage } from '../features/policy/usage/feature.ts'
import { userImport } from '../features/policy/user-import/feature.ts'
import type { Settings } from '../features/settings.ts'
import type { RootDatabase } from '../platform/database/database.ts'
import type { AdministrationOptions, CoreAdministration } from './core-administration.ts'

/*
 * What each feature adds to the service: one line per feature in each function. A feature is deleted with its folder, and with the lines
 * that name it here and in the other lists.
 */

export function createFeatureStores(database: RootDatabase) {
  return {
    ...accessRequests.stores(database),
    ...events.stores(database),
    ...explain.stores(database),
    ...fourEyes.stores(database),
    ...passkeys.stores(database),
    ...passwordLinks.stores(database),
    ...secondFactor.stores(database),
    ...serviceAccounts.stores(database),
    ...usage.stores(database),
  }
}

type DeleteExpired = (
  database: RootDatabase,
  daysAgo: (days: number) => number,
  settings: Settings,
) => Promise<void>

/** Each deletes the expired rows of a feature. */
export const deleteExpiredOfFeatures: readonly DeleteExpired[] = [
  accessRequests.deleteExpired,
  events.deleteExpired,
  fourEyes.deleteExpired,
  passwordLinks.deleteExpired,
  serviceAccounts.deleteExpired,
  usage.deleteExpired,
]

/** Run in every transaction that changes users, roles, rules or departments. */
export const beforeCommit: readonly ((operation: Operation) => Promise<void>)[] = [
  // Programs have no more rights than their owners.
  serviceAccounts.beforeCommit,
]

/** Returns the reviews of all changes. */
export function createReviews(options: AdministrationOptions): readonly ChangeReview[] {
  return [
    // Administrators confirm the changes of each other.
    fourEyes.review(options),
  ]
}

/** Returns what refuses changes of users, in order. */
export function createUserChecks(options: AdministrationOptions): readonly AssertServiceAccountChange[] {
  return [
    // Programs are no people.
    serviceAccounts.userCheck(options),
  ]
}

/** Returns the fields of users that messages are sent to. */
export function codeAddressesOf(options: AdministrationOptions): readonly CodeAddress[] {
  return [
    // In the order of the settings.
    ...messages.codeAddresses(options),
  ]
}

/** Returns what operators can change with features. */
export function createFeatureAdministration(parts: CoreAdministration & AdministrationOptions) {
  return {
    ...accessRequests.administration(parts),
    ...externalAccounts.administration(parts),
    ...fourEyes.administration(parts),
    ...passkeys.administration(parts),
    ...policyFiles.administration(parts),
    ...reports.administration(parts),
    ...secondFactor.administration(parts),
    ...serviceAccounts.administration(parts),
    ...userImport.administration(parts),
  }
}
