/**
 * Runs the work now and then at every interval, unless the previous run is still in progress. Returns a function that
 * stops it and waits for the run in progress.
 */
export function runPeriodically(
  milliseconds: number,
  work: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => Promise<void> {
  let current: Promise<void> | undefined
  const run = (): void => {
    current ??= work()
      .catch(onProblem)
      .finally(() => {
        current = undefined
      })
  }
  run()
  const timer = setInterval(run, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
