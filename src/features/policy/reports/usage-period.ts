import { groupByRole } from '../../../core/permission/policy-rule.ts'
import { ALL_ROLES, GAP, MAX_ROWS, MAX_ROWS_PER_ROLE, type Usage } from '../usage/usage.ts'

/**
 * The record is limited in rows, and rows that were used least recently are deleted first. Where a limit is reached, the
 * record is complete since the oldest use that is left. Where calls were not recorded, it is complete since the last gap.
 */
export function usagePeriodOf(allowed: readonly Usage[]) {
  const isFull = allowed.length >= MAX_ROWS
  const oldest = isFull ? oldestUseOf(allowed) : 0
  const startByRole = new Map<string, number>()
  for (const [roleKey, ofRole] of groupByRole(allowed)) {
    const oldestOfRole = ofRole.length >= MAX_ROWS_PER_ROLE ? oldestUseOf(ofRole) : 0
    startByRole.set(roleKey, Math.max(oldestOfRole, endOfGapIn(ofRole)))
  }
  const startOfAll = Math.max(oldest, startByRole.get(ALL_ROLES) ?? 0)
  return {
    /** Returns whether every use of the role's rules since this time is recorded. */
    isComplete: (roleKey: string, since: number): boolean =>
      since >= Math.max(startOfAll, startByRole.get(roleKey) ?? 0),
  }
}

/** Calls at the time of a gap may be missing. */
function endOfGapIn(usages: readonly Usage[]): number {
  return usages.reduce(
    (end, { route, lastUsedAt }) => (route === GAP ? Math.max(end, lastUsedAt + 1) : end),
    0,
  )
}

function oldestUseOf(usages: readonly Usage[]): number {
  return usages.reduce((oldest, { lastUsedAt }) => Math.min(oldest, lastUsedAt), Number.POSITIVE_INFINITY)
}
