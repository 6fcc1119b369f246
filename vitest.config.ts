import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsAtFullHashCost, testsIn, testsThatRunAlone } from './test/support/test-files.ts'

const isDeep = process.env.CASTELLAN_DEEP === '1'
/** The words before `.test.ts` say where a test runs, if not in `npm test`: see docs/architecture.md. */
const isMarked = (path: string, ...marks: readonly string[]) =>
  basename(path)
    .split('.')
    .some((part) => marks.includes(part))
const all = ['src', 'packages/client/src', 'console/src', 'test']
  .flatMap(testsIn)
  .filter((path) => isDeep || !isMarked(path, 'deep'))
/** Runs on SQLite in `npm test`, and on PostgreSQL, MariaDB and Redis in `npm run test:full`. */
const contracts = testsIn('test/contract')
/** Compares the responses that tests get with the OpenAPI document. */
const CHECK_RESPONSES = 'test/support/check-responses.ts'
const alone = testsThatRunAlone()
const atFullHashCost = testsAtFullHashCost()
const LEAST_HASH_COST = {
  find: /^.*\/hash-cost\.ts$/,
  replacement: join(import.meta.dirname, 'test/support/least-hash-cost.ts'),
}
// A good part of the time is spent waiting for processes and servers, so there are more workers than two cores.
// Tests create many short-lived objects: package.json starts Node with a larger space for new objects, which saves 5 to 10 % of the CPU time.
const maxWorkers = Math.max(4, availableParallelism() - 1)

/** The projects whose test files share loaded modules. Loading them anew takes about two seconds per file. */
const SHARED_PROJECTS = ['full', 'PostgreSQL', 'MariaDB', 'embedded', 'Node']

/** What takes longest begins first, so that no worker is left with it at the end. */
const SLOWEST_FIRST = [
  'test/fuzz/',
  'test/e2e/',
  'test/authority/',
  'test/cli/',
  'test/fault/',
  'test/attack/',
  'test/contract/',
  'test/',
]

/**
 * Tests of the small projects run first, then one large project after the other: a worker keeps its modules as long as the next file is of
 * the same project.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ project: { name, config }, moduleId }: TestSpecification): number {
  if (!SHARED_PROJECTS.includes(name)) return -1
  const folder = SLOWEST_FIRST.findIndex((path) => moduleId.startsWith(join(config.root, path)))
  const place = folder === -1 ? SLOWEST_FIRST.length : folder
  return SHARED_PROJECTS.indexOf(name) * 100 + place
}

const attacks = testsIn('test/attack')
const attacksOn = (...marks: readonly string[]) =>
  attacks.filter((path) => (isDeep ? !isMarked(path, 'sqlite') : isMarked(path, ...marks)))

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: 'test/support/servers/global-setup.ts',
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...projects(
        'Node',
        all.filter((path) => !isMarked(path, 'full', 'deep')),
      ),
      ...projects('full', [...all.filter((path) => isMarked(path, 'full', 'deep')), ...contracts], {
        provide: { isOnServers: true },
      }),
      ...projects('PostgreSQL', attacksOn('databases', 'postgres'), onDatabase('postgres')),
      ...projects('MariaDB', attacksOn('databases'), onDatabase('mysql')),
      ...projects(
        'embedded',
        attacks.filter((path) => isMarked(path, 'app')),
        { provide: { attackHost: 'embedded' } },
      ),
    ],
  },
})

function onDatabase(attackDatabase: 'postgres' | 'mysql'): object {
  return {
    provide: { attackDatabase },
    setupFiles: [CHECK_RESPONSES, 'test/support/servers/skip-without-server.ts'],
  }
}

/** Three projects: for the files that need isolated modules, for those that need the full cost of a hash, and for all others. */
function projects(name: string, files: readonly string[], differs: object = {}): TestProjectConfiguration[] {
  const isolated = files.filter((path) => alone.includes(path))
  const shared = files.filter((path) => !alone.includes(path))
  const isAtFullCost = (path: string) => atFullHashCost.includes(path)
  const alias = [LEAST_HASH_COST]
  return [
    project(`${name}, alone`, { ...differs, alias, include: isolated }),
    project(`${name}, full hash cost`, { ...differs, include: shared.filter(isAtFullCost), isolate: false }),
    project(name, {
      ...differs,
      alias,
      include: shared.filter((path) => !isAtFullCost(path)),
      isolate: false,
    }),
  ]
}

function project(name: string, differs: object): TestProjectConfiguration {
  return {
    test: {
      name,
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
      pool: 'threads',
      setupFiles: CHECK_RESPONSES,
      ...differs,
    },
  }
}
