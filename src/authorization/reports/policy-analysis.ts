import type { ChangeStore } from '../../cluster/change-feed/change.store.ts'
import type { PolicyStore } from '../permission/policy.store.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { type CoveredRule, findCoveredRules } from './covered-rules.ts'
import { rightsByRole } from './same-rights.ts'

/** What reports need of the policy. Each part is computed at the first call, because it takes up to seconds. */
export interface PolicyAnalysis {
  rules(): Promise<readonly PolicyRule[]>
  coveredRules(): Promise<readonly CoveredRule[]>
  /** Returns a text for each role with rules. Roles with equal texts may call the same. */
  rightsByRole(): Promise<ReadonlyMap<string, string>>
}

export function analysePolicy(policy: Pick<PolicyStore, 'all'>): PolicyAnalysis {
  const rules = once(() => policy.all())
  const coveredRules = once(async () => findCoveredRules(await rules()))
  return {
    rules,
    coveredRules,
    rightsByRole: once(async () => rightsByRole(await rules(), await coveredRules())),
  }
}

/**
 * Returns a function that returns the analysis of the stored policy. It is computed again only after a change of the policy,
 * so that it is never outdated.
 */
export function createPolicyAnalysisCache(
  policy: Pick<PolicyStore, 'all'>,
  changes: Pick<ChangeStore, 'latestVersion' | 'kindsSince'>,
): () => Promise<PolicyAnalysis> {
  let cached: { readonly version: number; readonly analysis: PolicyAnalysis } | undefined
  return async () => {
    const since = cached && (await changes.kindsSince(cached.version))
    if (cached && since?.complete && !since.kinds.has('policy')) return cached.analysis
    // The version first: a change that is made meanwhile is then one after this version.
    cached = { version: await changes.latestVersion(), analysis: analysePolicy(policy) }
    return cached.analysis
  }
}

/** Computes a value once. A failure is not kept. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= compute().catch((error: unknown) => {
      value = undefined
      throw error
    })
    return value
  }
}
