import { afterAll, afterEach } from 'vitest'

const opened: (() => unknown)[] = []

/** Done after the test, or after all of them, the last one first, also where it fails. */
export function onCleanUp(work: () => unknown): void {
  opened.push(work)
}

/** Call it once at the top of a test file. */
export function cleanUpAfterEach(): void {
  afterEach(cleanUp)
}

/** The same for a file whose tests share what they open. */
export function cleanUpAfterAll(): void {
  afterAll(cleanUp)
}

async function cleanUp(): Promise<void> {
  const problems: unknown[] = []
  for (const work of opened.splice(0).toReversed()) {
    await Promise.resolve()
      .then(work)
      .catch((problem: unknown) => problems.push(problem))
  }
  if (problems.length > 0) throw new AggregateError(problems, 'not everything could be cleared up')
}
