import { createDepartmentAdministration } from '../core/department/departments.ts'
import { createThrottleAdministration } from '../core/login/throttles.ts'
import { createLoginLogAdministration } from '../core/login-log/login-log-administration.ts'
import type { Operations } from '../core/operations/operations.ts'
import type { PasswordHashes } from '../core/password/password-hash.ts'
import type { PasswordRules } from '../core/password/password-rules.ts'
import type { ExclusionList } from '../core/permission/exclusion-list.ts'
import { createPolicyAdministration } from '../core/permission/rules/policy.ts'
import { createRoleAdministration } from '../core/role/roles.ts'
import { createSessionAdministration } from '../core/session/sessions.ts'
import type { UserAdministration } from '../core/user/users.ts'
import type { Settings } from '../features/settings.ts'
import type { ChangeWriter } from '../platform/cluster/change-feed/change-writer.ts'

export interface AdministrationOptions {
  readonly settings: Settings
  readonly changes: ChangeWriter
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  readonly exclusionList: ExclusionList
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  /** True: changes are never committed, and nobody has to confirm them. */
  readonly isDryRun: boolean
  /** Called if a command makes a change that needs a confirmation elsewhere. */
  readonly onBypass?: ((kinds: readonly string[]) => void) | undefined
  readonly now: () => number
  /** The time of the database, by which roles end. */
  readonly databaseNow?: (() => number) | undefined
}

export type CoreAdministration = ReturnType<typeof createCoreAdministration>

/** Creates what operators can change without features. */
export function createCoreAdministration(operations: Operations, userAdministration: UserAdministration) {
  return {
    operations,
    userAdministration,
    roleAdministration: createRoleAdministration(operations),
    departmentAdministration: createDepartmentAdministration(operations),
    policyAdministration: createPolicyAdministration(operations),
    sessionAdministration: createSessionAdministration(operations),
    loginLogAdministration: createLoginLogAdministration(operations),
    throttleAdministration: createThrottleAdministration(operations),
  }
}
