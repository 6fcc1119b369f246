/**
 * Measures the performance of the service against peers and bare baselines.
 *
 *   npm run bench                 all measurements; prints a table and writes docs/contributing/benchmarks.md and its plot
 *   npm run bench -- --quick      a short run during development; writes nothing
 *   npm run bench -- --json       prints the results as JSON
 *   npm run bench -- --only storm one measurement
 *   npm run bench -- --smoke      tiny sizes, only to check that every measurement runs
 *   npm run bench -- --despite-load  although other programs are busy
 *   npm run bench -- --growth     the same operations with a small and a large database, on SQLite and PostgreSQL; writes the
 *                                 section "Growth" of the page, unless it is a short run or has --users
 *   npm run bench -- --growth --users 50000   a smaller large database
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureCaptcha } from './captcha.ts'
import { measureDecisions } from './decision.ts'
import { measureGateway } from './gateway.ts'
import { measureGrowth, sizeOf } from './growth/growth.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import type { Result } from './harness/result.ts'
import { measureIdentity } from './identity.ts'
import { measureIdle } from './idle.ts'
import { measureLoginLog } from './login-log.ts'
import { measureLogins } from './logins.ts'
import { measureLongestPath } from './longest-path.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { measureProtected, measureProtectedScope } from './protected.ts'
import { growthSection } from './report/growth-table.ts'
import { writeGrowth, writePage } from './report/page.ts'
import { tableOf } from './report/table.ts'
import { removeFirstPlace } from './servers/place.ts'
import { measureSnapshot } from './snapshot.ts'
import { measureStart } from './start.ts'
import { measureStorm } from './storm.ts'
import { measureTokens } from './tokens.ts'

const measurements: Readonly<Record<string, (effort: Effort) => Promise<Result[]>>> = {
  protected: measureProtected,
  'protected-scope': measureProtectedScope,
  pages: measurePages,
  gateway: measureGateway,
  decision: measureDecisions,
  'longest-path': measureLongestPath,
  identity: measureIdentity,
  tokens: measureTokens,
  logins: measureLogins,
  storm: measureStorm,
  captcha: measureCaptcha,
  'login-log': measureLoginLog,
  snapshot: measureSnapshot,
  start: measureStart,
  idle: measureIdle,
  processes: measureProcesses,
}

/** The load of the last minute above which results say little. */
const MAX_LOAD = 1
const LARGE_USERS: ByEffort<number> = { full: 1_000_000, quick: 50_000, smoke: 200 }

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    'despite-load': { type: 'boolean', default: false },
    users: { type: 'string' },
    only: { type: 'string', multiple: true, default: Object.keys(measurements) },
  },
})
const effort: Effort = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full'

if (values.growth) await runGrowth()
else await runMeasurements()

async function runMeasurements(): Promise<void> {
  const isComplete = values.only.length === Object.keys(measurements).length
  const writesPage = effort === 'full' && isComplete
  const [loadBefore = 0] = loadavg()
  console.error(`load before the start: ${loadBefore.toFixed(2)}`)
  if (writesPage && loadBefore >= MAX_LOAD && !values['despite-load'])
    throw new Error(
      `the load is ${loadBefore.toFixed(2)}, so other programs are busy: wait until it is below ${MAX_LOAD}, or use --despite-load`,
    )
  const results: Result[] = []
  try {
    for (const name of values.only) {
      const measure = measurements[name]
      if (!measure) throw new Error(`--only expects one of ${Object.keys(measurements).join(', ')}`)
      const begin = performance.now()
      results.push(...(await measure(effort)))
      // Standard output is for the results only.
      console.error(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    }
  } finally {
    await removeFirstPlace()
  }

  console.log(values.json ? JSON.stringify({ results }) : tableOf(results))
  if (writesPage) writePage(results, loadBefore)
}

async function runGrowth(): Promise<void> {
  const users = Number(values.users ?? LARGE_USERS[effort])
  if (!Number.isInteger(users) || users < 1) throw new Error('--users expects a whole number from 1')
  const size = sizeOf(users)
  const growth = await measureGrowth(effort, size)
  const section = growthSection(growth, size)
  console.log(values.json ? JSON.stringify({ growth }) : section.join('\n'))
  if (effort === 'full' && values.users === undefined) writeGrowth(section)
}
