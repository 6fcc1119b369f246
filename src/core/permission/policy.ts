import type { ChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import { createSnapshot, type Snapshot } from '../../platform/cluster/change-feed/snapshot.ts'
import type { PolicyStore } from './policy.store.ts'
import { buildPolicyIndex, createPolicyIndex, type PolicyIndex } from './policy-index.ts'
import { formatRule } from './policy-rule.ts'

/** The policy in force. */
export type Policy = Snapshot<PolicyIndex>

interface PolicyOptions {
  readonly store: Pick<PolicyStore, 'snapshot'>
  readonly changes: Pick<ChangeStore, 'listCarried'>
  /** Called with a rule that allows nothing, and with a change that could not be applied. */
  readonly onProblem: (problem: string) => void
  /** A monotonic clock, in seconds. */
  readonly uptimeSeconds?: () => number
}

/** Creates a policy that allows nothing until its first update. */
export function createPolicy({ store, changes, onProblem, uptimeSeconds }: PolicyOptions): Policy {
  return createSnapshot({
    kind: 'policy',
    initial: createPolicyIndex([]),
    async load() {
      const stored = await store.snapshot()
      const value = await buildPolicyIndex(stored.rules)
      return { value, version: stored.version }
    },
    apply: (index, steps) => index.apply(steps),
    changes,
    onMisfit: (version, problem) =>
      onProblem(`change ${version} of the policy could not be applied, so all rules are read: ${problem}`),
    onReplaced(index, steps) {
      if (steps) return
      for (const { rule, problem } of index.ignored) {
        onProblem(`the rule ${formatRule(rule)} allows nothing: ${problem}`)
      }
    },
    ...(uptimeSeconds ? { uptimeSeconds } : {}),
  })
}
