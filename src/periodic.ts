/** Does the work now and at every interval from then on; answers how to stop it, which waits for what is under way. */
export function every(
  milliseconds: number,
  work: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => Promise<void> {
  let underWay = work().catch(onProblem)
  const timer = setInterval(() => {
    underWay = underWay.then(work).catch(onProblem)
  }, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
