import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsThatRunAlone } from './test/support/run-alone.ts'

const ALL = ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts']
/** Compares the responses that tests get with the OpenAPI document. */
const CHECK_RESPONSES = 'test/support/check-responses.ts'
const alone = testsThatRunAlone()
// A good part of the time is spent waiting for processes and servers: two workers would leave two cores idle for a fifth of it.
const maxWorkers = Math.max(3, availableParallelism() - 1)

/** What takes longest begins first, so that no worker is left with it at the end. */
const SLOWEST_FIRST = ['test/e2e/', 'test/cli/', 'test/fault/', 'test/attack/', 'test/contract/', 'test/']

/** Whoever runs alone runs first: a worker that the others share is not ended for it. */
class AloneAndSlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ project: { name, config }, moduleId }: TestSpecification): number {
  if (name === 'alone') return -1
  const place = SLOWEST_FIRST.findIndex((folder) => moduleId.startsWith(join(config.root, folder)))
  return place === -1 ? SLOWEST_FIRST.length : place
}

/**
 * The attack tests that also run against an embedding app. The others test what belongs to the app there: its log, its proxy
 * settings, and its responses to malformed HTTP.
 */
const ATTACKS_ON_AN_APP = [
  'browser-cors',
  'endpoints',
  'fail-closed',
  'login-body',
  'login-captcha',
  'login-json',
  'login-log',
  'login-password',
  'permission-path',
  'permission-pattern',
  'permission-rules',
].map((name) => `test/attack/${name}.attack.test.ts`)

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: 'test/support/servers/global-setup.ts',
    sequence: { sequencer: AloneAndSlowFirst },
    projects: [
      project('alone', { include: alone }),
      // Loading the same modules anew for each file would take half as long again as everything else.
      project('together', { include: ALL, exclude: alone, isolate: false }),
      project('PostgreSQL', attacksOn('postgres')),
      project('MariaDB', attacksOn('mysql')),
      project('embedded', { include: ATTACKS_ON_AN_APP, provide: { attackHost: 'embedded' } }),
    ],
  },
})

/** The attack tests on a database server. Left out are tests of the protocol, of decisions in memory and of directories, which do not depend on it. */
function attacksOn(attackDatabase: 'postgres' | 'mysql'): object {
  return {
    include: ['test/attack/*.test.ts'],
    exclude: [
      'test/attack/protocol-*.test.ts',
      'test/attack/permission-decisions.attack.test.ts',
      'test/attack/login-ldap.attack.test.ts',
    ],
    provide: { attackDatabase },
    setupFiles: [CHECK_RESPONSES, 'test/support/servers/skip-without-server.ts'],
  }
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
