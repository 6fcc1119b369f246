import { afterEach } from 'vitest'

const opened: (() => unknown)[] = []

/** Done after the test, the last one first, also where it fails. */
export function onCleanUp(work: () => unknown): void {
  opened.push(work)
}

/** Call it once at the top of a test file. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    const problems: unknown[] = []
    for (const work of opened.splice(0).toReversed()) {
      await Promise.resolve()
        .then(work)
        .catch((problem: unknown) => problems.push(problem))
    }
    if (problems.length > 0) throw new AggregateError(problems, 'not everything could be cleared up')
  })
}
