import type { PolicyStore } from './policy.store.ts'
import { buildPolicyIndex, createPolicyIndex, type PolicyIndex } from './policy-index.ts'

/** The policy in force. */
export interface Policy {
  current(): PolicyIndex
  /** Builds an index of the stored policy and replaces the current one. On failure the current one stays in force. */
  reload(): Promise<void>
}

/** Creates a policy that allows nothing until its first reload. */
export function createPolicy(store: Pick<PolicyStore, 'all'>, onIgnored: (problem: string) => void): Policy {
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
