import type { Route } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { type Decision, inWords } from './decision.ts'
import { useRuleChange } from './use-rule-change.tsx'
import { WhyMark } from './why-mark.tsx'

interface MatrixCellProps {
  readonly roleKey: string
  readonly route: Route
  readonly routes: readonly Route[]
  readonly decision: Decision
  readonly mayChange: boolean
}

/** Why a role may call a route or not. A click adds the rule that allows it, or takes away the one that does. */
export function MatrixCell({ roleKey, route, routes, decision, mayChange }: MatrixCellProps) {
  const { permission } = useTexts()
  const { toggle, isChanging } = useRuleChange(routes)
  const { why, rules } = decision
  const reason =
    rules.length === 0 ? permission.whyLong[why] : permission.byRule(rules.map(inWords).join(', '))
  const label = permission.cell(roleKey, inWords(route), reason)
  const isByRule = why === 'rule' || why === 'partly' || why === 'denied'
  if (!isByRule || !mayChange) {
    return (
      <span className="cell" title={reason}>
        <WhyMark why={why} />
        <span className="unseen">{label}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      className="cell"
      title={reason}
      aria-label={label}
      aria-pressed={why === 'partly' ? 'mixed' : why === 'rule'}
      // Not `disabled`, which would take the focus away from whoever walks by keys.
      aria-disabled={isChanging}
      onClick={() => isChanging || toggle(roleKey, route, decision)}
    >
      <WhyMark why={why} />
    </button>
  )
}
