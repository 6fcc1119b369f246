import type { CloseStack } from '../close-stack.ts'
import { checkHashing } from '../login/hash-function.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import { createOutageLog } from '../outage-log.ts'
import { runPeriodically } from '../periodic.ts'
import type { Reporter } from '../reporter.ts'

const CHECK_INTERVAL_MS = 5000
const MAX_CHECK_MS = 5000

export interface LoginNeedsOptions {
  readonly loginLog: Pick<LoginLog, 'checkWritable'>
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/**
 * Checks every few seconds what a login needs besides the database and Redis. Health reads the last result: a request must
 * not cause a write. Returns whether logins fail.
 */
export function watchLoginNeeds({ loginLog, closing, reporter }: LoginNeedsOptions): () => boolean {
  const watched = [
    watchNeed(loginLog.checkWritable, (error) =>
      reporter.problem(error, 'the data folder cannot be written to, so that every login is refused'),
    ),
    watchNeed(checkHashing, (error) =>
      reporter.problem(error, 'passwords cannot be hashed, so that every login with a password fails'),
    ),
  ]
  for (const { stop } of watched) closing.add(stop)
  return () => watched.some(({ outage }) => outage.isFailing)
}

/** Runs a check at intervals. One that takes too long has failed, and is not started again before it ends. */
export function watchNeed(
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
    await within(maxCheckMs, pending)
    outage.recovered()
  }
  return { outage, stop: runPeriodically(intervalMs, run, outage.failed) }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${milliseconds} ms`)), milliseconds)
    timer.unref()
  })
  // The other promise may be rejected later.
  work.catch(() => {})
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
