import type { PolicyStore } from './policy.store.ts'
import { buildPolicyIndex, createPolicyIndex, type PolicyIndex } from './policy-index.ts'

/** The policy in force. */
export interface Policy {
  current(): PolicyIndex
  /** Builds the stored policy aside and swaps it in whole. Where that fails, the last one stays in force. */
  reload(): Promise<void>
}

/** Before its first load it allows nothing. */
export function createPolicy(store: PolicyStore, onIgnored: (problem: string) => void): Policy {
  let index = createPolicyIndex([])
  return {
    current: () => index,
    async reload() {
      index = await buildPolicyIndex(await store.all())
      for (const { rule, problem } of index.ignored) {
        onIgnored(`the rule ${rule.roleKey} ${rule.method} ${rule.path} allows nothing: ${problem}`)
      }
    },
  }
}
