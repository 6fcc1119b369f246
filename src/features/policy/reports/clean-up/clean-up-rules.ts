import type { Operation } from '../../../../core/operations/operations.ts'
import { createPolicyStore } from '../../../../core/permission/policy.store.ts'
import {
  formatRule,
  isValidRule,
  keyOfRule,
  type PolicyRule,
} from '../../../../core/permission/policy-rule.ts'
import { policySteps } from '../../../../core/permission/policy-steps.ts'
import { RULES_PER_BATCH, rolesOf } from '../../../../core/permission/rules/policy.ts'
import { batchesOf } from '../../../../platform/database/query/batches.ts'
import { Refusal } from '../../../../platform/refusal/refusal.ts'
import type { ReportName } from '../report-name.ts'
import type { CleanedUp, CleanUpSelection } from './cleaned-up.ts'

/** The maximum number of rules that one clean-up removes and one entry of the audit log lists. */
export const MAX_RULES_PER_CLEAN_UP = 5000

/** Removes rules of a report. The audit log entry lists them, so that they can be restored. */
export async function removeReported(
  operation: Operation,
  options: {
    readonly report: { readonly report: ReportName; readonly days?: number }
    readonly reported: readonly PolicyRule[]
    readonly selected: CleanUpSelection<PolicyRule>
  },
): Promise<CleanedUp> {
  const { report, reported, selected } = options
  const { current } = await operation.authority()
  const rules = select(reported, selected)
  if (rules.length === 0) return { done: 0, left: reported.length }
  // A rule that is not valid allows nothing, so everyone who may remove rules may remove it.
  await current.assertMayChangeRules(rules.filter(isValidRule))
  const policy = createPolicyStore(operation.transaction)
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) await policy.remove(batch)
  operation.changes('policy', rules.map(policySteps.remove))
  await operation.note({
    action: 'policy.remove',
    target: rolesOf(rules),
    before: { rules },
    after: report,
  })
  return { done: rules.length, left: reported.length - rules.length }
}

function select(reported: readonly PolicyRule[], selected: CleanUpSelection<PolicyRule>) {
  if (selected === 'all') return reported.slice(0, MAX_RULES_PER_CLEAN_UP)
  const known = new Map(reported.map((rule) => [keyOfRule(rule), rule]))
  const chosen = new Map<string, PolicyRule>()
  for (const rule of selected) {
    const found = known.get(keyOfRule(rule))
    if (!found) throw new Refusal('report-outdated', { item: formatRule(rule) })
    chosen.set(keyOfRule(rule), found)
  }
  return [...chosen.values()]
}
