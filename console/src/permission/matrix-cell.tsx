import { useTexts } from '../language/language.tsx'
import { exclusionReason } from '../page/exclusion-reason.ts'
import { type Decision, formatEndpoint } from './decision.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { WhyMark } from './why-mark.tsx'

interface MatrixCellProps {
  readonly roleKey: string
  readonly row: MatrixRow
  readonly decision: Decision
  readonly mayChange: boolean
  readonly isChanging: boolean
  /** The place in the grid, for the keyboard. */
  readonly place: { readonly 'data-cell': string; readonly tabIndex: number }
  readonly onToggle: (roleKey: string, row: MatrixRow, decision: Decision) => void
}

/** Shows why a role may or may not call an endpoint. A click adds or removes the rule. */
export function MatrixCell({
  roleKey,
  row,
  decision,
  mayChange,
  isChanging,
  place,
  onToggle,
}: MatrixCellProps) {
  const { permission } = useTexts()
  const { why, rules } = decision
  const reason = [
    rules.length === 0 ? permission.whyLong[why] : permission.byRule(rules.map(formatEndpoint).join(', ')),
    ...(decision.reason === undefined
      ? []
      : [permission.reason(exclusionReason(decision.reason, permission))]),
  ].join(' ')
  const label = permission.cell(roleKey, formatEndpoint(row), reason)
  const isByRule = why === 'rule' || why === 'partly' || why === 'denied'
  if (!isByRule || !mayChange) {
    return (
      <span className="cell" title={reason} {...place}>
        <WhyMark why={why} />
        <span className="visually-hidden">{label}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      className="cell"
      title={reason}
      {...place}
      aria-label={label}
      aria-pressed={why === 'partly' ? 'mixed' : why === 'rule'}
      // Not `disabled`, which would remove the keyboard focus.
      aria-disabled={isChanging}
      onClick={() => isChanging || onToggle(roleKey, row, decision)}
    >
      <WhyMark why={why} />
    </button>
  )
}
