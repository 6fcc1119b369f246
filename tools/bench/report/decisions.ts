import type { Result } from '../harness/result.ts'

/** The time per decision, parsed from an id such as `decision-1000-hit-casbin`. Ours has no name at the end. */
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
