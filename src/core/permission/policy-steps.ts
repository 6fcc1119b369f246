import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import type { PolicyRule } from './policy-rule.ts'

/** The steps of a change of the policy, in the form in which a policy index applies them. */
export const policySteps = {
  add: ({ roleKey, method, path }: PolicyRule): ChangeStep => ['add', roleKey, method, path],
  remove: ({ roleKey, method, path }: PolicyRule): ChangeStep => ['remove', roleKey, method, path],
  removeRole: (roleKey: string): ChangeStep => ['remove-role', roleKey],
  /** The rules of the role `from` replace those of the role `to`. */
  renameRole: (from: string, to: string): ChangeStep => ['rename-role', from, to],
  /** The last step: how many rules the policy has then. A node whose policy has another number loads it again. */
  count: (rules: number): ChangeStep => ['count', String(rules)],
}
