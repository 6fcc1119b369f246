import { afterAll, afterEach } from 'vitest'

const opened: (() => unknown)[] = []

/** Registers work to run after the test, or after all tests, in reverse order. A failure does not skip the rest. */
export function onCleanUp(work: () => unknown): void {
  opened.push(work)
}

/** Runs the registered work after each test. Call it once at the top of a test file. */
export function cleanUpAfterEach(): void {
  afterEach(cleanUp)
}

/** Runs the registered work after all tests, for a file whose tests share resources. */
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
  if (problems.length > 0) throw new AggregateError(problems, 'clean-up failed')
}
