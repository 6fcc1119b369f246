import type { ScopeOf } from '../../../authorization/data-scope/scope-of.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import { callerOf, setScope } from './request-identity.ts'
import type { Step } from './step.ts'

/**
 * Whose data a route concerns: that of the users in the operator's data scope (`scoped`), that of everybody, so that the data
 * scope must be all (`all-only`), or nobody's but the caller's (`unscoped`).
 */
export type DataAccess = 'scoped' | 'all-only' | 'unscoped'

/** Resolves the data scope of the operator, and refuses operators who are limited on routes for all data. */
export function scopeStep(scopeOf: ScopeOf, data: Exclude<DataAccess, 'unscoped'>): Step {
  return (request) => {
    const scope = scopeOf(callerOf(request)?.identity)
    if (data === 'all-only' && scope.kind !== 'all') throw new Refusal('all-data-required')
    setScope(request, scope)
  }
}
