import type { RuleChange } from '../../../core/permission/rules/policy.ts'

/** A change of the policy that an operator considers. */
export interface ProposedChange extends RuleChange {
  /** `add` is the whole new policy, or all rules that these roles will have. */
  readonly replace?: 'all' | readonly string[]
  /** The keys of roles that will be disabled or deleted. */
  readonly disableRoles?: readonly string[]
}
