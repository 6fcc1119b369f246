import type { PasswordHashes } from '../authentication/password/password-hash.ts'
import type { PasswordRules } from '../authentication/password/password-rules.ts'
import type { ExclusionList } from '../authorization/permission/exclusion-list.ts'
import type { ChangeWriter } from '../cluster/change-feed/change-writer.ts'
import { createAccessRequestAdministration } from './access-request/access-requests.ts'
import { createCleanUp } from './clean-up/clean-up.ts'
import type { CodeAddress } from './code-addresses.ts'
import { createDepartmentAdministration } from './department/departments.ts'
import { createConfirmationAdministration } from './four-eyes/confirmations.ts'
import { createFourEyes, type FourEyesOptions } from './four-eyes/four-eyes.ts'
import { refuseChangesOfSuspended } from './four-eyes/suspended-users.ts'
import { createSuspensionAdministration } from './four-eyes/suspensions.ts'
import { createDeclaredRoleAdministration } from './import/declared-roles.ts'
import { createUserImport } from './import/user-import.ts'
import { createLoginLogAdministration } from './login-log.ts'
import { createMappedUserAdministration } from './mapping/mapped-users.ts'
import { type ChangeReview, createOperations } from './operations.ts'
import { createPasskeyAdministration } from './passkeys.ts'
import { createPolicyAdministration } from './policy.ts'
import { recordRoleEnds } from './role-ends.ts'
import { createRoleAdministration } from './roles.ts'
import { createSecondFactorAdministration } from './second-factors.ts'
import { followOwners } from './service-account/owner-rights.ts'
import { createServiceAccountAdministration } from './service-account/service-accounts.ts'
import { createSessionAdministration } from './sessions.ts'
import { createThrottleAdministration } from './throttles.ts'
import { createUserLinkAdministration, type IssuerGrants, NO_GRANTS } from './user-links.ts'
import type { RequiresSecondFactor } from './user-operation.ts'
import { createUserAdministration } from './users.ts'

export type Administration = ReturnType<typeof createAdministration>

interface AdministrationOptions {
  readonly changes: ChangeWriter
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  readonly exclusionList: ExclusionList
  /** The fields of users that one-time codes are sent to. */
  readonly codeAddresses?: readonly CodeAddress[]
  /** How long the record of usage is kept. */
  readonly usageKeepDays: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  readonly requiresSecondFactor?: RequiresSecondFactor
  /** Returns what a directory or an identity provider can give its users; by default nothing. */
  readonly grantsOf?: ((issuer: string) => IssuerGrants) | undefined
  /** The keys of the roles that users may ask for. */
  readonly requestableRoles?: readonly string[]
  /** What needs the confirmation of a second administrator; by default nothing. */
  readonly fourEyes?: Omit<FourEyesOptions, 'rolesInSettings' | 'grantsOf'> | undefined
  readonly now: () => number
  /** The time of the database, by which roles end. */
  readonly databaseNow?: () => number
}

/** Creates everything that operators can change, for the endpoints and the commands. */
export function createAdministration(options: AdministrationOptions) {
  const { changes, hashes, passwordRules, exclusionList, codeAddresses = [] } = options
  const { usageKeepDays, rolesInSettings, requiresSecondFactor = () => false, now } = options
  const { requestableRoles = [], databaseNow, fourEyes, grantsOf = () => NO_GRANTS } = options
  const hasFourEyes = fourEyes !== undefined && fourEyes.operations.length > 0
  const reviewChanges: ChangeReview = hasFourEyes
    ? createFourEyes({ ...fourEyes, rolesInSettings, grantsOf })
    : async () => {}
  const operations = createOperations({
    changes,
    exclusionList,
    beforeWork: recordRoleEnds,
    beforeCommit: followOwners,
    async review(operation, noted) {
      await refuseChangesOfSuspended(operation, noted)
      await reviewChanges(operation, noted)
    },
    now,
    databaseNow,
  })
  const userAdministration = createUserAdministration({
    operations,
    hashes,
    passwordRules,
    codeAddresses,
    requiresSecondFactor,
  })
  return {
    operations,
    userAdministration,
    accessRequestAdministration: createAccessRequestAdministration({
      operations,
      userAdministration,
      requestableRoles,
    }),
    serviceAccountAdministration: createServiceAccountAdministration(operations, requiresSecondFactor),
    userLinkAdministration: createUserLinkAdministration(operations, grantsOf),
    mappedUserAdministration: createMappedUserAdministration({
      operations,
      userAdministration,
      codeAddresses,
    }),
    userImport: createUserImport(operations),
    roleAdministration: createRoleAdministration(operations),
    departmentAdministration: createDepartmentAdministration(operations),
    policyAdministration: createPolicyAdministration(operations),
    declaredRoleAdministration: createDeclaredRoleAdministration(operations),
    secondFactorAdministration: createSecondFactorAdministration(operations),
    sessionAdministration: createSessionAdministration(operations),
    loginLogAdministration: createLoginLogAdministration(operations),
    throttleAdministration: createThrottleAdministration(operations),
    passkeyAdministration: createPasskeyAdministration(operations),
    confirmationAdministration: createConfirmationAdministration(operations),
    suspensionAdministration: createSuspensionAdministration(operations, { hasFourEyes }),
    cleanUp: createCleanUp({ operations, usageKeepDays, rolesInSettings }),
  }
}
