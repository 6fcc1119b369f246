/**
 * Runs the work immediately and at every multiple of the interval, unless the previous run is still in progress. Returns
 * a function that stops it and waits for the run in progress.
 */
export function runPeriodically(
  milliseconds: number,
  work: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => Promise<void> {
  let current: Promise<void> | undefined
  let timer: NodeJS.Timeout
  const run = (): void => {
    timer = setTimeout(run, untilNextRun(milliseconds)).unref()
    current ??= work()
      .catch(onProblem)
      .finally(() => {
        current = undefined
      })
  }
  run()
  return async () => {
    clearTimeout(timer)
    await current
  }
}

/** A timer can fire early, by less than this share of the interval. That run replaces the one that it was set for. */
const EARLY_SHARE = 0.1

/**
 * Returns the time until the next multiple of the interval. All periodic tasks run at common times, because waking up an idle
 * process costs more than most of them.
 */
function untilNextRun(milliseconds: number): number {
  const now = performance.now()
  return Math.ceil((Math.floor(now / milliseconds + EARLY_SHARE) + 1) * milliseconds - now)
}
