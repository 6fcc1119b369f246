import type { ServiceContext } from '../../../core/service/context.ts'
import type { RefusedCall } from '../../../platform/http/call/refused-call.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { RefusalStore } from './refusal.store.ts'
import { createRefusalRecorder } from './refusal-recorder.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'closing' | 'reporter'> {
  readonly storage: { readonly refusals: RefusalStore }
  readonly refused: readonly ((call: RefusedCall) => void)[]
}

/** Starts what records refused requests. */
export function startRefusalRecorder({ settings, storage, now, closing, reporter, refused }: Parts) {
  const refusalRecorder = createRefusalRecorder({
    store: storage.refusals,
    keepMinutes: settings.explain.keepMinutes,
    now,
    onProblem: (error) => reporter.problem(error, 'refused requests cannot be stored'),
    onDropped: (count) =>
      reporter.warn(`${counted(count, 'refused request')} arrived too fast to be stored for policy explain`),
  })
  closing.add(refusalRecorder.close)
  return {
    refusalRecorder,
    droppedRefusals: () => refusalRecorder.dropped,
    refused: [...refused, refusalRecorder.record],
  }
}
