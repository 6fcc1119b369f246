export type CloseStack = ReturnType<typeof createCloseStack>

/** Creates a stack that closes everything that was added, in reverse order, once. */
export function createCloseStack() {
  const opened: (() => Promise<void>)[] = []
  let closed: Promise<void> | undefined
  return {
    add: (close: () => Promise<void>): void => void opened.push(close),
    close(): Promise<void> {
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
