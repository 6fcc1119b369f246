import { createOutageLog } from '../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../platform/runtime/periodic.ts'
import type { ServiceContext } from './context.ts'

/** Runs work periodically. A failure is reported once per outage, with this text. Returns a function that stops it. */
export function startPeriodicWork(
  { reporter }: Pick<ServiceContext, 'reporter'>,
  intervalMs: number,
  work: () => Promise<unknown>,
  problem: string,
): () => Promise<void> {
  const outage = createOutageLog((error) => reporter.problem(error, problem))
  return runPeriodically(intervalMs, () => work().then(outage.recovered), outage.failed)
}
