import type { Step } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ScopeOf } from '../../data-scope/scope-of.ts'
import { callerOf, setScope } from './request-identity.ts'

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
