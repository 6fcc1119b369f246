/**
 * Does the work now and at every interval from then on, unless the last time is still under way; answers how to stop it,
 * which waits for what is under way.
 */
export function runPeriodically(
  milliseconds: number,
  work: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => Promise<void> {
  let underWay: Promise<void> | undefined
  const begin = (): void => {
    underWay ??= work()
      .catch(onProblem)
      .finally(() => {
        underWay = undefined
      })
  }
  begin()
  const timer = setInterval(begin, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
