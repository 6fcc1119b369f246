import type { Operator } from '../../core/audit-log/operator.ts'
import type { DepartmentIndex } from '../../core/data-scope/department-index.ts'
import type { ScopeChange } from '../../core/data-scope/scope-change.ts'
import type { ExclusionList } from '../../core/permission/exclusion-list.ts'
import type { User } from '../../core/user/user.ts'
import type { UserToAdd } from '../../core/user/users.ts'
import type { Settings } from '../../features/settings.ts'
import type { RootDatabase } from '../../platform/database/database.ts'
import type { Language } from '../../platform/refusal/refusal.ts'
import type { Administration } from '../administration.ts'
import type { Stores } from '../stores.ts'

/** What the commands of features are made of. */
export interface CommandBase extends Stores, Administration {
  readonly settings: Settings
  readonly operator: Operator
  readonly database: RootDatabase
  readonly exclusionList: ExclusionList
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  /** Makes changes that are never committed. */
  readonly dryRun: Administration
  readonly readIndex: () => Promise<DepartmentIndex>
}

/** What commands of the core use of features, as it is without them. */
export const WITHOUT_FEATURES = {
  /** Counts what users gain and lose by a change, and describes it in lines. */
  previewScope: async (_change: ScopeChange) => ({ preview: {}, lines: [] as readonly string[] }),
  /** Adds a user without a password, and sends the user a link to set it. */
  addInvited: (_user: Omit<UserToAdd, 'password'>, _language: Language): Promise<User> =>
    Promise.reject(new Error('this program has no invitations: add the user with a password')),
}
