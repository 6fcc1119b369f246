import { setImmediate } from 'node:timers/promises'
import type { Grant } from '../../../core/permission/patterns/pattern-trie.ts'
import { groupByRole, keyOfRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { buildRouteCoverage } from '../../../core/permission/rules/route-coverage.ts'
import { compareTexts } from '../../../platform/text/compare-texts.ts'
import type { Usage } from '../usage/usage.ts'

/** A proposed change of the policy. */
export interface PolicyChange {
  readonly added: readonly PolicyRule[]
  readonly removed: readonly PolicyRule[]
  /** Roles that will be disabled or deleted: they lose everything. */
  readonly disabledRoles: ReadonlySet<string>
}

/** A recorded route that a role gains or loses by a change. */
export interface UsageChange {
  readonly roleKey: string
  readonly method: string
  readonly route: string
  /** `part`: rules of the change cover only some paths of the route, or the role may call some of them anyway. */
  readonly extent: 'full' | 'part'
  readonly usedCount: number
  /** Milliseconds since 1970; undefined if it was never used. */
  readonly lastUsedAt: number | undefined
  readonly refusedCount: number
  readonly lastRefusedAt: number | undefined
}

interface PreviewOptions {
  readonly usages: readonly Usage[]
  /** The rules in force, at least those of the changed roles. */
  readonly rules: readonly PolicyRule[]
  /** The exclusion list: what every role may call. */
  readonly exclusions: readonly Grant[]
  readonly change: PolicyChange
}

/** How long the comparison runs before it yields to the event loop. */
const SLICE_MS = 10

/**
 * Compares what was recorded with the policy in force and with the proposed one. A role that has no recorded calls gains
 * and loses nothing. The most frequent calls come first. Yields to the event loop.
 */
export async function previewChange({ usages, rules, exclusions, change }: PreviewOptions) {
  const gains: UsageChange[] = []
  const losses: UsageChange[] = []
  const yieldIfDue = createTimeSlice()
  const addedByRole = groupByRole(change.added)
  const removedByRole = groupByRole(change.removed)
  const rulesByRole = groupByRole(rules)
  const usagesByRole = groupByRole(usages)
  const roleKeys = new Set([...addedByRole.keys(), ...removedByRole.keys(), ...change.disabledRoles])
  for (const roleKey of roleKeys) {
    const rows = mergeOutcomes(usagesByRole.get(roleKey) ?? [])
    if (rows.length === 0) continue
    const comparison = await compare({
      rules: rulesByRole.get(roleKey) ?? [],
      added: addedByRole.get(roleKey) ?? [],
      removed: removedByRole.get(roleKey) ?? [],
      exclusions,
      isDisabled: change.disabledRoles.has(roleKey),
      yieldIfDue,
    })
    for (const row of rows) {
      await yieldIfDue()
      const { gain, loss } = comparison(row)
      if (gain) gains.push({ ...row, extent: gain })
      if (loss) losses.push({ ...row, extent: loss })
    }
  }
  return { gains: gains.toSorted(byFrequency), losses: losses.toSorted(byFrequency) }
}

type Extent = UsageChange['extent'] | undefined

interface RoleChange {
  readonly rules: readonly PolicyRule[]
  readonly added: readonly PolicyRule[]
  readonly removed: readonly PolicyRule[]
  readonly exclusions: readonly Grant[]
  readonly isDisabled: boolean
  readonly yieldIfDue: () => Promise<void>
}

/** Returns a function that compares one recorded route of the role. */
async function compare({ rules, added, removed, exclusions, isDisabled, yieldIfDue }: RoleChange) {
  const removedKeys = new Set<string>()
  for (const rule of removed) {
    await yieldIfDue()
    removedKeys.add(keyOfRule(rule))
  }
  const kept: PolicyRule[] = []
  for (const rule of rules) {
    await yieldIfDue()
    if (!removedKeys.has(keyOfRule(rule))) kept.push(rule)
  }
  const before = await buildRouteCoverage([...exclusions, ...rules])
  const after = await buildRouteCoverage(isDisabled ? [] : [...exclusions, ...kept, ...added])
  // A rule that other rules cover changes nothing.
  const effective = async (changed: readonly PolicyRule[], other: typeof before) => {
    const found: PolicyRule[] = []
    for (const rule of changed) {
      await yieldIfDue()
      if (!other.covers(rule)) found.push(rule)
    }
    return buildRouteCoverage(found)
  }
  const gained = await effective(isDisabled ? [] : added, before)
  const lost = isDisabled ? before : await effective(removed, after)

  return ({ method, route }: Pick<UsageChange, 'method' | 'route'>): { gain: Extent; loss: Extent } => {
    const isGain = gained.of(method, route) !== 'none'
    const isLoss = lost.of(method, route) !== 'none'
    if (!isGain && !isLoss) return { gain: undefined, loss: undefined }
    const was = before.of(method, route)
    const will = after.of(method, route)
    return {
      gain: isGain && was !== 'full' ? extentOf(was, will) : undefined,
      loss: isLoss && will !== 'full' ? extentOf(will, was) : undefined,
    }
  }
}

function extentOf(less: 'none' | 'part' | 'full', more: 'none' | 'part' | 'full'): 'full' | 'part' {
  return less === 'none' && more === 'full' ? 'full' : 'part'
}

/** Joins the allowed and the denied calls of each route. */
function mergeOutcomes(usages: readonly Usage[]): Omit<UsageChange, 'extent'>[] {
  const rows = new Map<string, Omit<UsageChange, 'extent'>>()
  for (const { roleKey, method, route, allowed, count, lastUsedAt } of usages) {
    const key = `${method} ${route}`
    const none = { usedCount: 0, lastUsedAt: undefined, refusedCount: 0, lastRefusedAt: undefined }
    const row = rows.get(key) ?? { roleKey, method, route, ...none }
    rows.set(
      key,
      allowed
        ? { ...row, usedCount: count, lastUsedAt }
        : { ...row, refusedCount: count, lastRefusedAt: lastUsedAt },
    )
  }
  return [...rows.values()]
}

function byFrequency(a: UsageChange, b: UsageChange): number {
  const difference = b.usedCount + b.refusedCount - (a.usedCount + a.refusedCount)
  return difference || compareTexts(a.roleKey, b.roleKey) || compareTexts(a.route, b.route)
}

function createTimeSlice(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await setImmediate()
    since = performance.now()
  }
}
