import type { Route } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { type Decision, formatEndpoint } from './decision.ts'
import { useRuleChange } from './use-rule-change.tsx'
import { WhyMark } from './why-mark.tsx'

interface MatrixCellProps {
  readonly roleKey: string
  readonly route: Route
  readonly routes: readonly Route[]
  readonly decision: Decision
  readonly mayChange: boolean
}

/** Shows why a role may or may not call a route. A click adds or removes the rule. */
export function MatrixCell({ roleKey, route, routes, decision, mayChange }: MatrixCellProps) {
  const { permission } = useTexts()
  const { toggle, isChanging } = useRuleChange(routes)
  const { why, rules } = decision
  const reason =
    rules.length === 0 ? permission.whyLong[why] : permission.byRule(rules.map(formatEndpoint).join(', '))
  const label = permission.cell(roleKey, formatEndpoint(route), reason)
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
      // Not `disabled`, which would remove the keyboard focus.
      aria-disabled={isChanging}
      onClick={() => isChanging || toggle(roleKey, route, decision)}
    >
      <WhyMark why={why} />
    </button>
  )
}
