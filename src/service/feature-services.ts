import type { ChangeReview, Operation } from '../core/operations/operations.ts'
import type { CodeAddress } from '../core/user/code-addresses.ts'
import type { AssertServiceAccountChange } from '../core/user/user-change.ts'
import { accessRequestsFeature } from '../features/approval/access-requests/feature.ts'
import { fourEyesFeature } from '../features/approval/four-eyes/feature.ts'
import { externalAccountsFeature } from '../features/login/external-accounts/feature.ts'
import { messagesFeature } from '../features/login/messages/feature.ts'
import { passkeysFeature } from '../features/login/passkeys/feature.ts'
import { passwordLinksFeature } from '../features/login/password-links/feature.ts'
import { secondFactorFeature } from '../features/login/second-factor/feature.ts'
import { serviceAccountsFeature } from '../features/login/service-accounts/feature.ts'
import { eventsFeature } from '../features/monitoring/events/feature.ts'
import { systemImportFeature } from '../features/operation/system-import/feature.ts'
import { explainFeature } from '../features/policy/explain/feature.ts'
import { policyFilesFeature } from '../features/policy/policy-files/feature.ts'
import { reportsFeature } from '../features/policy/reports/feature.ts'
import { usageFeature } from '../features/policy/usage/feature.ts'
import { userImportFeature } from '../features/policy/user-import/feature.ts'
import type { Settings } from '../features/settings.ts'
import type { RootDatabase } from '../platform/database/database.ts'
import type { AdministrationOptions, CoreAdministration } from './core-administration.ts'

/*
 * What each feature adds to the service: one line per feature in each function. A feature is deleted with its folder, and with the lines
 * that name it here and in the other lists.
 */

export function createFeatureStores(database: RootDatabase) {
  return {
    ...accessRequestsFeature.stores(database),
    ...eventsFeature.stores(database),
    ...explainFeature.stores(database),
    ...fourEyesFeature.stores(database),
    ...passkeysFeature.stores(database),
    ...passwordLinksFeature.stores(database),
    ...secondFactorFeature.stores(database),
    ...serviceAccountsFeature.stores(database),
    ...usageFeature.stores(database),
  }
}

type DeleteExpired = (
  database: RootDatabase,
  daysAgo: (days: number) => number,
  settings: Settings,
) => Promise<void>

/** Each deletes the expired rows of a feature. */
export const deleteExpiredOfFeatures: readonly DeleteExpired[] = [
  accessRequestsFeature.deleteExpired,
  eventsFeature.deleteExpired,
  fourEyesFeature.deleteExpired,
  passwordLinksFeature.deleteExpired,
  serviceAccountsFeature.deleteExpired,
  usageFeature.deleteExpired,
]

/** Run in every transaction that changes users, roles, rules or departments. */
export const beforeCommit: readonly ((operation: Operation) => Promise<void>)[] = [
  // Programs have no more rights than their owners.
  serviceAccountsFeature.beforeCommit,
]

/** Returns the reviews of all changes. */
export function createReviews(options: AdministrationOptions): readonly ChangeReview[] {
  return [
    // Administrators confirm the changes of each other.
    fourEyesFeature.review(options),
  ]
}

/** Returns what refuses changes of users, in order. */
export function createUserChecks(options: AdministrationOptions): readonly AssertServiceAccountChange[] {
  return [
    // Programs are no people.
    serviceAccountsFeature.userCheck(options),
  ]
}

/** Returns the fields of users that messages are sent to. */
export function codeAddressesOf(options: AdministrationOptions): readonly CodeAddress[] {
  return [
    // In the order of the settings.
    ...messagesFeature.codeAddresses(options),
  ]
}

/** Returns what operators can change with features. */
export function createFeatureAdministration(parts: CoreAdministration & AdministrationOptions) {
  return {
    ...accessRequestsFeature.administration(parts),
    ...externalAccountsFeature.administration(parts),
    ...fourEyesFeature.administration(parts),
    ...passkeysFeature.administration(parts),
    ...policyFilesFeature.administration(parts),
    ...reportsFeature.administration(parts),
    ...secondFactorFeature.administration(parts),
    ...serviceAccountsFeature.administration(parts),
    ...userImportFeature.administration(parts),
    ...systemImportFeature.administration(parts),
  }
}
