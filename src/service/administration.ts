import { createDepartmentAdministration } from '../core/department/departments.ts'
import { createThrottleAdministration } from '../core/login/throttles.ts'
import { createLoginLogAdministration } from '../core/login-log/login-log-administration.ts'
import { type ChangeReview, createOperations } from '../core/operations/operations.ts'
import type { PasswordHashes } from '../core/password/password-hash.ts'
import type { PasswordRules } from '../core/password/password-rules.ts'
import type { ExclusionList } from '../core/permission/exclusion-list.ts'
import { createPolicyAdministration } from '../core/permission/rules/policy.ts'
import { createRoleAdministration } from '../core/role/roles.ts'
import { createSessionAdministration } from '../core/session/sessions.ts'
import type { CodeAddress } from '../core/user/code-addresses.ts'
import { recordRoleEnds } from '../core/user/role-ends.ts'
import type { RequiresSecondFactor } from '../core/user/user-operation.ts'
import { createUserAdministration } from '../core/user/users.ts'
import { createAccessRequestAdministration } from '../features/approval/access-requests/access-requests.ts'
import { createConfirmationAdministration } from '../features/approval/four-eyes/confirmations.ts'
import { createFourEyes, type FourEyesOptions } from '../features/approval/four-eyes/four-eyes.ts'
import { assertNoChangeOfSuspended } from '../features/approval/four-eyes/suspended-users.ts'
import { createSuspensionAdministration } from '../features/approval/four-eyes/suspensions.ts'
import { createMappedUserAdministration } from '../features/login/external-accounts/mapped-users.ts'
import {
  createUserLinkAdministration,
  type IssuerGrants,
  NO_GRANTS,
} from '../features/login/external-accounts/user-links.ts'
import { createPasskeyAdministration } from '../features/login/passkeys/passkeys.ts'
import { createSecondFactorAdministration } from '../features/login/second-factor/second-factors.ts'
import { followOwners } from '../features/login/service-accounts/owner-rights.ts'
import {
  createServiceAccountAdministration,
  createServiceChangeCheck,
} from '../features/login/service-accounts/service-accounts.ts'
import { createDeclaredRoleAdministration } from '../features/policy/policy-files/declared-roles.ts'
import { createCleanUp } from '../features/policy/reports/clean-up/clean-up.ts'
import { createUserImport } from '../features/policy/user-import/user-import.ts'
import type { ChangeWriter } from '../platform/cluster/change-feed/change-writer.ts'

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
      await assertNoChangeOfSuspended(operation, noted)
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
    assertServiceAccountChange: createServiceChangeCheck(requiresSecondFactor),
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
