import { findMethodProblem } from '../../platform/http/call/method.ts'
import type { InputProblem } from '../../platform/refusal/refusal.ts'
import { findPatternProblem } from './patterns/path-pattern.ts'

/** Allows a role to call the paths of a pattern with a method. There are no rules that deny. */
export interface PolicyRule {
  readonly roleKey: string
  readonly path: string
  readonly method: string
}

/** Returns what is wrong with the path or method of a rule and what to write instead, or nothing if it is valid. */
export function findRuleProblem(rule: Pick<PolicyRule, 'path' | 'method'>): InputProblem | undefined {
  return findPatternProblem(rule.path) ?? findMethodProblem(rule.method)
}

/** Returns whether a rule can allow anything. */
export function isValidRule(rule: Pick<PolicyRule, 'path' | 'method'>): boolean {
  return findRuleProblem(rule) === undefined
}

/** Returns a text that only equal rules have in common. */
export function keyOfRule({ roleKey, path, method }: PolicyRule): string {
  return `${roleKey}\n${method}\n${path}`
}

/**
 * Returns the rule as the arguments of `castellan policy add`.
 *
 * @example
 * formatRule({ roleKey: 'auditor', method: 'GET', path: '/orders' }) // 'auditor GET /orders'
 */
export function formatRule({ roleKey, method, path }: PolicyRule): string {
  return `${roleKey} ${method} ${path}`
}

/** Returns the rules, or other items, of each role key, in their order. */
export function groupByRole<Item extends { readonly roleKey: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const byRole = new Map<string, Item[]>()
  for (const item of items) {
    const others = byRole.get(item.roleKey)
    if (others === undefined) byRole.set(item.roleKey, [item])
    else others.push(item)
  }
  return byRole
}

/** The fields by which rules can be sorted. */
export const POLICY_ORDERS = ['roleKey', 'path', 'method'] as const

export interface PolicyOrder {
  readonly by: (typeof POLICY_ORDERS)[number]
  readonly descending: boolean
}
