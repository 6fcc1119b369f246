import type { CallSource, PermissionDecision } from '../core/permission/permission.ts'
import { combineObservers } from '../platform/http/call/refused-call.ts'
import type { Core } from './core.ts'
import { observeWithFeatures } from './features.ts'
import { createObservationBase, type ObservedState } from './observation-base.ts'

export type ObservabilityParts = Awaited<ReturnType<typeof createObservabilityParts>>

/** Creates what records the work of the service: refused requests, the usage of permissions, and metrics. */
export async function createObservabilityParts(core: Core, state: ObservedState) {
  const observed = await observeWithFeatures({ ...core, ...createObservationBase(state) })
  const { refused, decided } = observed
  return {
    ...observed,
    onRefusal: combineObservers(refused, (fault) =>
      core.reporter.problem(fault, 'a refused request could not be observed'),
    ),
    onDecision(decision: PermissionDecision, caller: CallSource): void {
      for (const record of decided) record(decision, caller)
    },
  }
}
