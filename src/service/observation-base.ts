import type { Health } from '../core/check/http/health.ts'
import type { LoginLog } from '../core/login-log/login-log.ts'
import type { CallSource, PermissionDecision } from '../core/permission/permission.ts'
import type { RefusedCall } from '../platform/http/call/refused-call.ts'
import type { Metrics } from '../platform/observability/metrics.ts'

/** The state of the service, for its figures. Reading it must not wait for the database. */
export interface ObservedState {
  readonly health: () => Health
  readonly passwordHashes: () => { readonly running: number; readonly waiting: number }
  readonly loginLogState: LoginLog['state']
}

/** What records the work of the service. */
export interface ObservationBase extends ObservedState {
  /** Undefined if they are not enabled. */
  readonly metrics: Metrics | undefined
  /** Called for every refused request. */
  readonly refused: readonly ((call: RefusedCall) => void)[]
  /** Called for every decision about a permission. */
  readonly decided: readonly ((decision: PermissionDecision, caller: CallSource) => void)[]
  /** How many refused requests and how much usage could not be stored. */
  readonly droppedRefusals: () => number
  readonly droppedUsage: () => number
}

/** Returns what is called if no feature records anything. */
export function createObservationBase(state: ObservedState): ObservationBase {
  return {
    ...state,
    metrics: undefined,
    refused: [],
    decided: [],
    droppedRefusals: () => 0,
    droppedUsage: () => 0,
  }
}
