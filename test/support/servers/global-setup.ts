import type { TestProject } from 'vitest/node'
import { findChromium } from '../../e2e/support/chromium.ts'
import { mariadbKind } from './mariadb.ts'
import { anyNeedsServers } from './needs-servers.ts'
import { postgresKind } from './postgres.ts'
import { redisKind } from './redis.ts'
import { type ServerUrls, startTestServers, type TestServers } from './test-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    servers: ServerUrls
    /** The program of a browser; empty where there is none. */
    chromium: string
  }
}

/**
 * Starts the servers once for the whole run, and only for a run that has a test in need of them.
 * Tests find them by `inject('servers')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let servers: TestServers | undefined
  async function startFor(paths: readonly string[]): Promise<void> {
    if (servers || !(await anyNeedsServers(paths))) return
    servers = await startTestServers({ postgres: postgresKind, mysql: mariadbKind, redis: redisKind }, say)
    project.provide('servers', servers.urls)
    if (process.env.TEST_SERVERS === 'required') expectAll(servers.urls)
  }
  project.provide('servers', {})
  await startFor(project.vitest.state.getPaths())
  project.provide('chromium', await browserFor(project.vitest.state.getPaths()))
  project.onTestsRerun((tests) => startFor(tests.map((test) => test.moduleId)))
  return async () => servers?.remove()
}

/** For a machine that is known to have them: nothing is left untested without a failure. */
function expectAll({ postgres, mysql, redis }: ServerUrls): void {
  if (!postgres || !mysql || !redis) throw new Error('TEST_SERVERS=required, and not all of them run')
}

/** For the tests of the web console alone. */
async function browserFor(paths: readonly string[]): Promise<string> {
  if (!paths.some((path) => /[\\/]test[\\/]e2e[\\/]/.test(path))) return ''
  const program = await findChromium(say)
  if (program !== undefined) return program
  if (process.env.TEST_SERVERS === 'required')
    throw new Error('TEST_SERVERS=required, and there is no Chromium')
  say('SKIPPED: the web console is not tested in a browser, there is no Chromium here')
  return ''
}

function say(line: string): void {
  process.stderr.write(`\n  *** ${line}\n`)
}
