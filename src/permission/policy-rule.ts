import { findMethodProblem } from './method.ts'
import { findPatternProblem } from './path-pattern.ts'

/** A role may call the paths of a pattern with a method. There is no rule that forbids. */
export interface PolicyRule {
  readonly roleKey: string
  readonly path: string
  readonly method: string
}

/** Says what is wrong with the path or method of a rule and what to write instead, or nothing. */
export function findRuleProblem(rule: PolicyRule): string | undefined {
  return findPatternProblem(rule.path) ?? findMethodProblem(rule.method)
}
