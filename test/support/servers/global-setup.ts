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
    /** Whether the contract tests of a project run on servers. Other projects run them on SQLite. */
    isOnServers?: boolean
    /** The path of a browser; empty if there is none. */
    chromium: string
  }
}

/**
 * Starts the servers once for the whole run, and only if a test needs them.
 * Tests get them with `inject('servers')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let servers: TestServers | undefined
  async function startFor(paths: readonly string[]): Promise<void> {
    if (servers || !isFull(project) || !(await anyNeedsServers(paths))) return
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

/** Returns whether more runs than the projects of `npm test`, which need Node only. */
function isFull({ vitest }: TestProject): boolean {
  return vitest.projects.some(({ name }) => !name.startsWith('Node'))
}

/** Fails if a server is missing, for machines such as CI that must run every test. */
function expectAll({ postgres, mysql, redis }: ServerUrls): void {
  if (!postgres || !mysql || !redis) throw new Error('TEST_SERVERS=required, and not all of them run')
}

/** Returns a browser, which only the tests of the web console need. */
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
