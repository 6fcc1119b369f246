import { setImmediate } from 'node:timers/promises'
import type { ChangeStore, VersionRange } from '../../cluster/change-feed/change.store.ts'
import type { PolicyStore } from './policy.store.ts'
import { buildPolicyIndex, createPolicyIndex, type PolicyIndex } from './policy-index.ts'
import { formatRule } from './policy-rule.ts'

/** The policy in force. */
export interface Policy {
  current(): PolicyIndex
  /**
   * Applies the changes of the range to the current index, or builds an index of the stored policy if that is not possible or
   * if no range is given. Replaces the current index as a whole. On failure the current one stays in force.
   */
  update(range?: VersionRange): Promise<void>
}

interface PolicyOptions {
  readonly store: Pick<PolicyStore, 'snapshot'>
  readonly changes: Pick<ChangeStore, 'listCarried'>
  /** Called with a rule that allows nothing, and with a change that could not be applied. */
  readonly onProblem: (problem: string) => void
  /** A monotonic clock, in seconds. */
  readonly uptimeSeconds?: () => number
}

/**
 * A change after this time leads to a full load: changes of rows by hand, of which the change feed has no record, come into force
 * then.
 */
const MAX_AGE_SECONDS = 60 * 60

/** Creates a policy that allows nothing until its first update. */
export function createPolicy(options: PolicyOptions): Policy {
  const { store, changes, onProblem, uptimeSeconds = () => process.uptime() } = options
  let index = createPolicyIndex([])
  /** The version of the change feed to which the index belongs. It may be newer than the beginning of a range. */
  let version: number | undefined
  let loadedAt = uptimeSeconds()

  async function load(): Promise<void> {
    const startedAt = uptimeSeconds()
    const stored = await store.snapshot()
    index = await buildPolicyIndex(stored.rules)
    version = stored.version
    loadedAt = startedAt
    for (const { rule, problem } of index.ignored) {
      onProblem(`the rule ${formatRule(rule)} allows nothing: ${problem}`)
    }
  }

  /** Returns the index with the changes of the range, or undefined if they cannot be applied. */
  async function applied({ after, upTo }: VersionRange): Promise<PolicyIndex | undefined> {
    if (version === undefined || uptimeSeconds() - loadedAt > MAX_AGE_SECONDS) return undefined
    const carried = await changes.listCarried('policy', { after: Math.max(after, version), upTo })
    if (carried === undefined) return undefined
    let changed = index
    for (const change of carried) {
      try {
        changed = changed.apply(change.steps)
      } catch (problem) {
        onProblem(
          `change ${change.version} of the policy could not be applied, so all rules are read: ${problem}`,
        )
        return undefined
      }
      await setImmediate()
    }
    return changed
  }

  return {
    current: () => index,
    async update(range) {
      const changed = range && (await applied(range))
      if (range === undefined || changed === undefined) return load()
      index = changed
      version = range.upTo
    },
  }
}
