import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { builtPrograms } from './test/support/built-programs.ts'
import { testsThatRunAlone } from './test/support/run-alone.ts'

const ALL = ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts']
const alone = testsThatRunAlone()
// A good part of the time is spent waiting for processes and servers: two workers would leave two cores idle for a fifth of it.
const maxWorkers = Math.max(3, availableParallelism() - 1)

/** Whoever runs alone runs first: a worker that the others share is not ended for it. */
class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isAlone = ({ project: { name } }: TestSpecification): boolean => name === 'alone'
    return [...sorted.filter(isAlone), ...sorted.filter((file) => !isAlone(file))]
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: 'test/support/servers/global-setup.ts',
    sequence: { sequencer: AloneFirst },
    projects: [
      project('alone', { include: alone }),
      // Loading the same modules anew for each file would take half as long again as everything else.
      project('together', { include: ALL, exclude: alone, isolate: false }),
    ],
  },
})

function project(name: string, differs: object): TestProjectConfiguration {
  return {
    plugins: [builtPrograms()],
    test: { name, testTimeout: 30_000, hookTimeout: 60_000, pool: 'threads', maxWorkers, ...differs },
  }
}
