import { setImmediate } from 'node:timers/promises'
import { groupByRole, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { buildRuleCoverage, type RuleCoverage } from '../../../core/permission/rules/rule-coverage.ts'

/** A rule that can be removed without a change of what the role may call. */
export interface CoveredRule extends PolicyRule {
  /** A rule of the same role that allows every call that the covered rule allows, and that is not covered itself. */
  readonly coveredBy: PolicyRule
}

/** How many rules are compared before yielding to the event loop. */
const RULES_PER_BATCH = 500

/**
 * Finds the rules that another rule of the same role covers. Of equivalent rules (`/a/:id` and `/a/:name`), all but the first
 * are covered.
 */
export async function findCoveredRules(rules: readonly PolicyRule[]): Promise<CoveredRule[]> {
  const covered: CoveredRule[] = []
  let compared = 0
  for (const ofRole of groupByRole(rules).values()) {
    const coverage = await buildRuleCoverage(ofRole)
    for (const rule of ofRole) {
      const coveredBy = findWidest(coverage, rule)
      if (coveredBy) covered.push({ ...rule, coveredBy })
      if (++compared % RULES_PER_BATCH === 0) await setImmediate()
    }
  }
  return covered
}

/** Follows the covering rules up to one that remains when all covered rules are removed. */
function findWidest(coverage: RuleCoverage, rule: PolicyRule): PolicyRule | undefined {
  let widest: PolicyRule | undefined
  for (let next = coverage.findCovering(rule); next; next = coverage.findCovering(next)) {
    widest = { roleKey: rule.roleKey, path: next.path, method: next.method }
  }
  return widest
}
