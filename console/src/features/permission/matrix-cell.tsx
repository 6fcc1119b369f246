import { useTexts } from '../../shell/language/language.tsx'
import { type Decision, formatEndpoint } from './decision.ts'
import { exclusionReason } from './exclusion-reason.ts'
import type { MatrixRow } from './matrix-rows.ts'
import type { PendingChange } from './pending-changes.ts'
import { PendingMark } from './pending-mark.tsx'
import { WhyMark } from './why-mark.tsx'

interface MatrixCellProps {
  readonly roleKey: string
  readonly row: MatrixRow
  /** With the pending changes. */
  readonly decision: Decision
  /** What the pending changes do to the cell. */
  readonly effect: PendingChange['kind'] | undefined
  readonly mayChange: boolean
  /** While changes are sent, no others can be collected. */
  readonly isSending: boolean
  /** The place in the grid, for the keyboard. */
  readonly place: { readonly 'data-cell': string; readonly tabIndex: number }
  readonly onToggle: (decision: Decision) => void
}

/** Shows why a role may or may not call an endpoint. A click collects the rule to add or the rules to remove. */
export function MatrixCell(props: MatrixCellProps) {
  const { roleKey, row, decision, effect, mayChange, isSending, place, onToggle } = props
  const { permission } = useTexts()
  const { why, rules } = decision
  const reason = [
    ...(effect === undefined ? [] : [permission.pendingEffects[effect]]),
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
      className={effect === undefined ? 'cell' : 'cell pending'}
      title={reason}
      {...place}
      aria-label={label}
      aria-pressed={why === 'partly' ? 'mixed' : why === 'rule'}
      // Not `disabled`, which would remove the keyboard focus.
      aria-disabled={isSending}
      onClick={() => isSending || onToggle(decision)}
    >
      <WhyMark why={why} />
      {effect !== undefined && <PendingMark kind={effect} />}
    </button>
  )
}
