import { LRUCache } from 'lru-cache'
import type { Identity } from '../../platform/http/call/identity.ts'
import type { Departments } from './departments.ts'
import { NO_SCOPE_TEXTS } from './no-scope-texts.ts'
import { type NoScopeReason, type ResolvedScope, resolveScope } from './resolve-scope.ts'

/** Returns the rows that a caller may see and change. It reads nothing, never throws, and never means "no filter". */
export type ScopeOf = (identity: Identity | null | undefined) => ResolvedScope

interface ScopeOfOptions {
  readonly departments: Pick<Departments, 'current' | 'ofUser'>
  /** Called with every scope that is none. */
  readonly onNone: (reason: NoScopeReason) => void
  /** Called once per cause. */
  readonly onNewCause: (description: string) => void
}

/** How many causes are remembered, so that they are reported once. */
const MAX_CAUSES = 1000

export function createScopeOf({ departments, onNone, onNewCause }: ScopeOfOptions): ScopeOf {
  const reported = new LRUCache<string, true>({ max: MAX_CAUSES })

  function report(reason: NoScopeReason, cause: string): void {
    onNone(reason)
    const description = `${cause}: ${NO_SCOPE_TEXTS[reason].en} (${reason}), so no rows are visible`
    if (reported.get(description)) return
    reported.set(description, true)
    onNewCause(description)
  }

  return (identity) => {
    const deptId = identity ? departments.ofUser(identity.userId) : undefined
    const scope: ResolvedScope = identity
      ? resolveScope({ ...identity, deptId }, departments.current())
      : { kind: 'none', reason: 'identity-invalid' }
    if (scope.kind === 'none') report(scope.reason, causeOf(scope.reason, identity, deptId))
    return scope
  }
}

/** Names what has to be repaired, so that one cause is reported once, however many users it concerns. */
function causeOf(reason: NoScopeReason, identity: Identity | null | undefined, deptId: number | undefined) {
  if (!identity || reason === 'identity-invalid') return 'a caller'
  if (reason === 'departments-missing') return `role "${identity.roleKey}"`
  if (reason === 'scope-unknown') return `data scope "${identity.dataScope}"`
  if (reason === 'department-not-read') return 'the database'
  if (reason === 'department-missing') return `user "${identity.username}"`
  return `department ${deptId}`
}
