import type { CallSource, PermissionDecision } from '../../../core/permission/permission.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { ServiceAccountStore } from '../../login/service-accounts/service-account.store.ts'
import { createLastUseRecorder } from './last-use-recorder.ts'
import type { UsageStore } from './usage.store.ts'
import { createUsageRecorder } from './usage-recorder.ts'

type Decided = (decision: PermissionDecision, caller: CallSource) => void

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'closing' | 'reporter'> {
  readonly storage: { readonly usage: UsageStore; readonly serviceAccounts: ServiceAccountStore }
  readonly decided: readonly Decided[]
}

/** Starts what records which routes each role calls, and the last use of service accounts. */
export function startUsageRecorders({ settings, storage, now, closing, reporter, decided }: Parts) {
  const usageRecorder = createUsageRecorder({
    store: storage.usage,
    enabled: settings.usage.keepDays > 0,
    now,
    onProblem: (error) => reporter.problem(error, 'the usage of permissions cannot be stored'),
  })
  closing.add(usageRecorder.close)
  const lastUse = createLastUseRecorder({
    store: storage.serviceAccounts,
    now,
    onProblem: (error) => reporter.problem(error, 'the last use of service accounts cannot be stored'),
  })
  closing.add(lastUse.close)
  return {
    usageRecorder,
    droppedUsage: () => usageRecorder.dropped,
    decided: [...decided, usageRecorder.record, lastUse.record],
  }
}
