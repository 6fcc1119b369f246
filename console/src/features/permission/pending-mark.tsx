import type { PendingChange } from './pending-changes.ts'

/** Shows by a sign, as well as by colour, that something is added or removed when the pending changes are applied. */
export function PendingMark({ kind }: Pick<PendingChange, 'kind'>) {
  return (
    <span className={`pending-mark pending-${kind}`} aria-hidden="true">
      {kind === 'add' ? '+' : '−'}
    </span>
  )
}
