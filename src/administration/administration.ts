import type { PasswordHashes } from '../authentication/password/password-hash.ts'
import type { PasswordRules } from '../authentication/password/password-rules.ts'
import type { ExclusionList } from '../authorization/permission/exclusion-list.ts'
import type { ChangeWriter } from '../cluster/change-feed/change-writer.ts'
import { createAuthorities } from './authority.ts'
import { type CleanUp, createCleanUp } from './clean-up/clean-up.ts'
import type { CodeAddress } from './code-addresses.ts'
import { createDeclaredRoleAdministration, type DeclaredRoleAdministration } from './import/declared-roles.ts'
import { createUserImport, type UserImport } from './import/user-import.ts'
import { createLoginLogAdministration, type LoginLogAdministration } from './login-log.ts'
import { createOperations, type Operations } from './operations.ts'
import { createPasskeyAdministration, type PasskeyAdministration } from './passkeys.ts'
import { createPolicyAdministration, type PolicyAdministration } from './policy.ts'
import { createRoleAdministration, type RoleAdministration } from './roles.ts'
import { createSecondFactorAdministration, type SecondFactorAdministration } from './second-factors.ts'
import { createSessionAdministration, type SessionAdministration } from './sessions.ts'
import { createThrottleAdministration, type ThrottleAdministration } from './throttles.ts'
import { createUserAdministration, type UserAdministration } from './users.ts'

/** Everything that operators can change, for the endpoints and the commands. */
export interface Administration {
  readonly operations: Operations
  readonly userAdministration: UserAdministration
  readonly userImport: UserImport
  readonly roleAdministration: RoleAdministration
  readonly policyAdministration: PolicyAdministration
  readonly declaredRoleAdministration: DeclaredRoleAdministration
  readonly secondFactorAdministration: SecondFactorAdministration
  readonly sessionAdministration: SessionAdministration
  readonly loginLogAdministration: LoginLogAdministration
  readonly throttleAdministration: ThrottleAdministration
  readonly passkeyAdministration: PasskeyAdministration
  readonly cleanUp: CleanUp
}

export interface AdministrationOptions {
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
  readonly now: () => number
}

export function createAdministration(options: AdministrationOptions): Administration {
  const { changes, hashes, passwordRules, exclusionList, codeAddresses = [] } = options
  const { usageKeepDays, rolesInSettings, now } = options
  const operations = createOperations({ changes, exclusionList, now })
  const authorityOf = createAuthorities({ exclusionList })
  return {
    operations,
    userAdministration: createUserAdministration({
      operations,
      authorityOf,
      hashes,
      passwordRules,
      codeAddresses,
    }),
    userImport: createUserImport({ operations, authorityOf }),
    roleAdministration: createRoleAdministration({ operations, authorityOf }),
    policyAdministration: createPolicyAdministration({ operations, authorityOf }),
    declaredRoleAdministration: createDeclaredRoleAdministration({ operations, authorityOf }),
    secondFactorAdministration: createSecondFactorAdministration({ operations, authorityOf }),
    sessionAdministration: createSessionAdministration({ operations, authorityOf, now }),
    loginLogAdministration: createLoginLogAdministration({ operations, now }),
    throttleAdministration: createThrottleAdministration({ operations, authorityOf, now }),
    passkeyAdministration: createPasskeyAdministration({ operations, authorityOf }),
    cleanUp: createCleanUp({ operations, authorityOf, usageKeepDays, rolesInSettings }),
  }
}
