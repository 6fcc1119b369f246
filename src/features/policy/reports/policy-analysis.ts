import { createHash } from 'node:crypto'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import type { ChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { once } from '../../../platform/runtime/once.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { Usage } from '../usage/usage.ts'
import { findCoveredRules } from './covered-rules.ts'
import { rightsByRole } from './same-rights.ts'
import { findRuleUses, type RuleUse } from './unused-rules.ts'

export type PolicyAnalysis = ReturnType<typeof analysePolicy>

/** After this time without a report, the analysis is discarded: it needs as much memory as the policy. */
const MAX_IDLE_MS = 10 * MINUTE_IN_MS

/** Returns what reports need of the policy. Each part is computed at the first call, because it takes up to seconds. */
export function analysePolicy(policy: Pick<PolicyStore, 'all'>) {
  const rules = once(() => policy.all())
  const coveredRules = once(async () => findCoveredRules(await rules()))
  let last: { readonly usage: string; readonly ruleUses: () => Promise<RuleUse[]> } | undefined
  return {
    rules,
    coveredRules,
    /** Returns a text for each role with rules. Roles with equal texts may call the same. */
    rightsByRole: once(async () => rightsByRole(await rules(), await coveredRules())),
    /** Returns the last recorded use of each rule. Computed again only if the recorded usage differs from that of the last call. */
    ruleUses(recorded: readonly Usage[]): Promise<readonly RuleUse[]> {
      const usage = fingerprintOf(recorded)
      if (last?.usage !== usage)
        last = { usage, ruleUses: once(async () => findRuleUses(await rules(), recorded)) }
      return last.ruleUses()
    },
  }
}

/** Returns a text that only the same uses have in common. */
function fingerprintOf(recorded: readonly Usage[]): string {
  const uses = recorded.map(({ roleKey, method, route, lastUsedAt }) => [roleKey, method, route, lastUsedAt])
  return createHash('sha256').update(JSON.stringify(uses)).digest('hex')
}

/**
 * Returns a function that returns the analysis of the stored policy. It is computed again only after a change of the policy,
 * so that it is never outdated, and after a time without a call.
 */
export function createPolicyAnalysisCache(
  policy: Pick<PolicyStore, 'all'>,
  changes: Pick<ChangeStore, 'latestVersion' | 'kindsSince'>,
  maxIdleMs = MAX_IDLE_MS,
): () => Promise<PolicyAnalysis> {
  let cached: { readonly version: number; readonly analysis: PolicyAnalysis } | undefined
  let discarding: NodeJS.Timeout | undefined
  return async () => {
    clearTimeout(discarding)
    discarding = setTimeout(() => {
      cached = undefined
    }, maxIdleMs).unref()
    const since = cached && (await changes.kindsSince(cached.version))
    if (cached && since?.complete && !since.kinds.has('policy')) return cached.analysis
    // The version first: a change that is made meanwhile is then one after this version.
    cached = { version: await changes.latestVersion(), analysis: analysePolicy(policy) }
    return cached.analysis
  }
}
