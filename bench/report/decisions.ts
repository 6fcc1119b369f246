import type { Result } from '../harness/result.ts'

/** A decision's cost, as its id names it: `decision-1000-hit-casbin`, or without the last word for ours. */
export interface DecisionCost {
  readonly rules: number
  readonly outcome: string
  readonly name: string
  readonly nanoseconds: number
  readonly result: Result
}

export const OURS = 'castellan'

export function isDecision({ id }: Result): boolean {
  return id.startsWith('decision-')
}

export function decisionCosts(results: readonly Result[]): DecisionCost[] {
  return results.filter(isDecision).map((result) => {
    const [, rules, outcome = '', name = OURS] = result.id.split('-')
    return { rules: Number(rules), outcome, name, nanoseconds: result.value, result }
  })
}
