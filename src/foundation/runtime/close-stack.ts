/** Closes everything that was added, in reverse order, once. */
export interface CloseStack {
  add(close: () => Promise<void>): void
  close(): Promise<void>
}

export function createCloseStack(): CloseStack {
  const opened: (() => Promise<void>)[] = []
  let closed: Promise<void> | undefined
  return {
    add: (close) => opened.push(close),
    close() {
      closed ??= closeAll(opened)
      return closed
    },
  }
}

/** An error of one close function does not prevent the others from being called. */
async function closeAll(opened: readonly (() => Promise<void>)[]): Promise<void> {
  const problems: unknown[] = []
  for (const close of opened.toReversed()) await close().catch((problem: unknown) => problems.push(problem))
  if (problems.length > 0) throw new AggregateError(problems, 'some parts of the service could not be closed')
}
