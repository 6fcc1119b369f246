import type { LoginLog } from '../core/login-log/login-log.ts'
import { checkHashing } from '../core/password/hash-function.ts'
import type { ServiceContext } from '../core/service/context.ts'
import { within } from '../platform/database/time-limits.ts'
import { createOutageLog } from '../platform/runtime/outage-log.ts'
import { runPeriodically } from '../platform/runtime/periodic.ts'

const CHECK_INTERVAL_MS = 5000
const MAX_CHECK_MS = 5000

/**
 * Checks every few seconds what a login depends on besides the database and Redis. Returns a function that returns whether
 * logins fail, by the last results: a request for the health must not cause a write.
 */
export function watchLoginDependencies(
  { closing, reporter }: Pick<ServiceContext, 'closing' | 'reporter'>,
  loginLog: Pick<LoginLog, 'checkWritable'>,
): () => boolean {
  const watched = [
    watchDependency(loginLog.checkWritable, (error) =>
      reporter.problem(error, 'the data folder cannot be written to, so every login is refused'),
    ),
    watchDependency(checkHashing, (error) =>
      reporter.problem(error, 'passwords cannot be hashed, so every login with a password fails'),
    ),
  ]
  for (const { stop } of watched) closing.add(stop)
  return () => watched.some(({ outage }) => outage.isFailing)
}

/** Runs a check at intervals. A check that takes too long has failed, and is not started again before it ends. */
export function watchDependency(
  check: () => Promise<void>,
  onProblem: (error: unknown) => void,
  { intervalMs = CHECK_INTERVAL_MS, maxCheckMs = MAX_CHECK_MS } = {},
) {
  const outage = createOutageLog(onProblem)
  let pending: Promise<void> | undefined
  const run = async (): Promise<void> => {
    pending ??= check().finally(() => {
      pending = undefined
    })
    await within(maxCheckMs, pending, () => new Error(`no result within ${maxCheckMs} ms`))
    outage.recovered()
  }
  return { outage, stop: runPeriodically(intervalMs, run, outage.failed) }
}
