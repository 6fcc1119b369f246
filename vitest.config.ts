import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsIn, testsThatRunAlone } from './test/support/test-files.ts'

/** Needs servers, a browser, other languages, a package registry or much time: `npm run test:full`. */
const NEEDS_MORE_THAN_NODE = [
  'test/adapters/',
  'test/attack/login-ldap',
  'test/attack/mapped-rights-ldap',
  'test/attack/login-timing',
  'test/attack/protocol-slow',
  'test/authority/',
  'test/cli/administration',
  'test/cli/doctor',
  'test/cli/key.',
  'test/cli/ldap',
  'test/cli/package',
  'test/cli/processes',
  'test/cli/serve',
  'test/cli/terminal',
  'test/deploy/',
  'test/docs/access-request',
  'test/docs/client',
  'test/docs/commands',
  'test/docs/login-method',
  'test/docs/migration',
  'test/docs/own-login-page',
  'test/docs/routes-lock',
  'test/docs/security',
  'test/docs/service-account',
  'test/docs/verify-tokens',
  'test/e2e/',
  'test/examples/',
  'test/fault/',
  'test/fuzz/',
  'test/gateway/',
  'test/spec/login-ldap',
  'test/support/servers/',
]
/** Takes long and tests no code of the service that other tests do not: `npm run test:deep`. */
const ONLY_DEEP = [
  'test/bench/',
  'test/examples/fastapi-websocket',
  'test/examples/spring',
  'test/generated-clients/',
  'test/packages/',
  'test/support/servers/servers.',
  'test/support/servers/watchdog',
]
const isDeep = process.env.CASTELLAN_DEEP === '1'
const startsWithAny = (path: string, starts: readonly string[]) =>
  starts.some((start) => path.startsWith(start))
const all = ['src', 'packages/client/src', 'console/src', 'test']
  .flatMap(testsIn)
  .filter((path) => isDeep || !startsWithAny(path, ONLY_DEEP))
const needsMoreThanNode = all.filter((path) => startsWithAny(path, [...NEEDS_MORE_THAN_NODE, ...ONLY_DEEP]))
/** Runs on SQLite in `npm test`, and on PostgreSQL, MariaDB and Redis in `npm run test:full`. */
const contracts = testsIn('test/contract')
/** Compares the responses that tests get with the OpenAPI document. */
const CHECK_RESPONSES = 'test/support/check-responses.ts'
const alone = testsThatRunAlone()
/**
 * Tests of the hash itself, of response times, and of the built service under load. All others replace the cost of a password hash with
 * the least one.
 */
const AT_FULL_HASH_COST = [
  'src/core/password/',
  'test/attack/login-timing',
  'test/fault/',
  'test/contract/stores.plans',
]
const LEAST_HASH_COST = {
  find: /^.*\/hash-cost\.ts$/,
  replacement: join(import.meta.dirname, 'test/support/least-hash-cost.ts'),
}
// A good part of the time is spent waiting for processes and servers, so there are more workers than two cores.
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

/**
 * The attack tests that also run against an embedding app. The others test what belongs to the app there: its log, its proxy
 * settings, and its responses to malformed HTTP.
 */
const ATTACKS_ON_AN_APP = testsIn('test/attack').filter((path) => path.includes('.app.'))

/** What attacks the protocol, signatures, carriers, captchas, directories and the host app does not depend on the database. */
const INDEPENDENT_OF_DATABASE = [
  'browser-',
  'carriers',
  'coverage',
  'embedded',
  'four-eyes-chains',
  'four-eyes.attack',
  'hostile-json',
  'large-input',
  'login-audio',
  'login-body',
  'login-captcha',
  'login-code',
  'login-cost',
  'login-json',
  'login-ldap',
  'permission-decisions',
  'permission-method',
  'permission-path',
  'permission-pattern',
  'protocol-',
  'token-header',
  'token-identity',
  'token-signature',
]
const ATTACKS_ON_A_DATABASE = testsIn('test/attack').filter(
  (path) => !INDEPENDENT_OF_DATABASE.some((name) => path.startsWith(`test/attack/${name}`)),
)
/** What hardly depends on the database runs on servers with `npm run test:deep` only. */
const HARDLY_DEPENDS_ON_DATABASE = [
  'endpoints',
  'fail-closed',
  'first-run',
  'login-assertion',
  'login-limit',
  'login-networks',
  'login-oidc',
  'login-passkey',
  'login-password',
  'login-second-factor',
  'login-service',
  'login-timing',
  'login-two-nodes',
  'token-claims',
]
const ATTACKS_ON_POSTGRESQL = ATTACKS_ON_A_DATABASE.filter(
  (path) =>
    isDeep || !HARDLY_DEPENDS_ON_DATABASE.some((name) => path.startsWith(`test/attack/${name}.attack`)),
)
/** Beside the contract tests, MariaDB gets the attacks with texts, and those on what decides about rules and sessions. */
const ATTACKS_ON_MARIADB = ATTACKS_ON_A_DATABASE.filter(
  (path) => isDeep || /\/(?:hostile-text|login-log|login-text|permission-rules|token-sessions)\./.test(path),
)

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: 'test/support/servers/global-setup.ts',
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...projects(
        'Node',
        all.filter((path) => !needsMoreThanNode.includes(path)),
      ),
      ...projects('full', [...needsMoreThanNode, ...contracts], { provide: { isOnServers: true } }),
      ...projects('PostgreSQL', ATTACKS_ON_POSTGRESQL, onDatabase('postgres')),
      ...projects('MariaDB', ATTACKS_ON_MARIADB, onDatabase('mysql')),
      ...projects('embedded', ATTACKS_ON_AN_APP, { provide: { attackHost: 'embedded' } }),
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
  const isAtFullCost = (path: string) => startsWithAny(path, AT_FULL_HASH_COST)
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
