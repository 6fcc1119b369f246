import type { PolicyStore } from './policy.store.ts'
import {
  buildPolicyIndex,
  createPolicyIndex,
  createPolicyIndexBuilder,
  type PolicyIndex,
} from './policy-index.ts'
import type { TreeSize } from './policy-nodes.ts'

/** The policy in force. */
export interface Policy {
  current(): PolicyIndex
  /** Builds the stored policy aside and swaps it in whole. Where that fails, the last one stays in force. */
  reload(): Promise<void>
}

/** Before its first load it allows nothing. */
export function createPolicy(store: PolicyStore, onIgnored: (problem: string) => void): Policy {
  let index = createPolicyIndex([])
  let size: TreeSize | undefined

  /**
   * For the figure `snapshot-requests`: each rule is let go of as soon as it is in the index. A list of all of them would be moved
   * about by the garbage collector while requests wait.
   */
  async function build(): Promise<PolicyIndex> {
    const builder = createPolicyIndexBuilder(size)
    if (await store.readInBatches(builder.add)) {
      size = builder.size()
      return builder.finish()
    }
    return buildPolicyIndex(await store.all())
  }

  return {
    current: () => index,
    async reload() {
      index = await build()
      for (const { rule, problem } of index.ignored) {
        onIgnored(`the rule ${rule.roleKey} ${rule.method} ${rule.path} allows nothing: ${problem}`)
      }
    },
  }
}
