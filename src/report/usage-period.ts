import { MAX_ROWS, MAX_ROWS_PER_ROLE, type Usage } from '../usage/usage.ts'
import { groupByRole } from './group-by-role.ts'

/** Since when the record of usage is complete. */
export interface UsagePeriod {
  /** Returns whether every use of the role's rules since this time is recorded. */
  isComplete(roleKey: string, since: number): boolean
}

/**
 * The record is limited in rows, and rows that were used least recently are deleted first. Where a limit is reached, the
 * record is complete since the oldest use that is left.
 */
export function usagePeriodOf(allowed: readonly Usage[]): UsagePeriod {
  const isFull = allowed.length >= MAX_ROWS
  const oldest = isFull ? oldestUseOf(allowed) : 0
  const oldestByRole = new Map<string, number>()
  for (const [roleKey, ofRole] of groupByRole(allowed)) {
    if (ofRole.length >= MAX_ROWS_PER_ROLE) oldestByRole.set(roleKey, oldestUseOf(ofRole))
  }
  return {
    isComplete: (roleKey, since) => since >= Math.max(oldest, oldestByRole.get(roleKey) ?? 0),
  }
}

function oldestUseOf(usages: readonly Usage[]): number {
  return usages.reduce((oldest, { lastUsedAt }) => Math.min(oldest, lastUsedAt), Number.POSITIVE_INFINITY)
}
