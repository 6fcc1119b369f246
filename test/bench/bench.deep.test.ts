import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const TIMEOUT_MS = 600_000

/** The rows of every run. */
const IDS = [
  'protected-overhead',
  'protected-whole',
  'protected-growth',
  'protected-scope',
  ...['user', 'profile', 'getinfo', 'users', 'sessions', 'login-log', 'audit-log'].map(
    (page) => `page-${page}`,
  ),
  'gateway',
  ...[10, 100].flatMap((rules) =>
    ['hit', 'miss'].flatMap((outcome) =>
      ['', '-casbin', '-cedar', '-casl'].map((peer) => `decision-${rules}-${outcome}${peer}`),
    ),
  ),
  'longest-path',
  'identity-warm',
  'identity-cold',
  'tokens',
  'logins',
  'storm',
  'storm-calm',
  'storm-errors',
  'captcha',
  'login-log',
  'login-log-lost',
  'snapshot',
  'snapshot-memory',
  'start',
  'idle',
  'memory',
  'memory-captchas',
  'processes',
]

/** They only add to other rows. */
const hasNoTarget = (id: string) =>
  /^(decision-|storm-calm$|page-(users|sessions|login-log|audit-log)$)/.test(id)

beforeAll(async () => {
  const script = join(root, 'tools', 'install-packages.mjs')
  await promisify(execFile)(process.execPath, [script, 'bench'])
}, TIMEOUT_MS)

// With tiny sizes: the values are meaningless, but every measurement runs.
test(
  'the benchmark measures every row and prints only JSON',
  async () => {
    const { results, ...rest } = await smoke()
    expect(rest).toEqual({})
    expect(results.map(({ id }: { id: string }) => id)).toEqual(IDS)
    for (const { id, ...result } of results) {
      expect(result, id).toEqual({
        value: expect.any(Number),
        unit: expect.stringMatching(/./),
        against: expect.stringMatching(/./),
        ratio: result.ratio === null ? null : expect.any(Number),
        spread: result.spread === null ? null : [expect.any(Number), expect.any(Number)],
        target: hasNoTarget(id) ? 'none' : expect.stringMatching(/^(ratio|value) (at most|at least) [\d.]+$/),
        reached: hasNoTarget(id) ? 'no target' : expect.stringMatching(/^(yes|not certain|no)$/),
      })
    }
    // Holds on every machine.
    const measured = (id: string) => results.find((result: { id: string }) => result.id === id)?.value
    expect([measured('storm-errors'), measured('login-log-lost')]).toEqual([0, 0])
  },
  TIMEOUT_MS,
)

test(
  'the growth is measured for every operation, on SQLite and PostgreSQL',
  async () => {
    const { growth, ...rest } = await smoke('--growth')
    expect(rest).toEqual({})
    const operations = growth.map(({ operation }: { operation: string }) => operation)
    expect(new Set(operations).size).toBe(operations.length)
    expect(operations).toEqual(
      expect.arrayContaining(['start', 'login', 'search for users', 'policy change']),
    )
    const cost = { small: expect.any(Number), large: expect.any(Number) }
    for (const { operation, values } of growth) {
      expect(values, operation).toEqual({ SQLite: cost, PostgreSQL: cost })
      for (const { small, large } of Object.values<{ small: number; large: number }>(values)) {
        expect(Math.min(small, large), operation).toBeGreaterThan(0)
      }
    }
  },
  TIMEOUT_MS,
)

/** Runs the benchmark with tiny sizes. Such a run does not change the page. */
async function smoke(...options: readonly string[]) {
  const page = () => readFileSync(join(root, 'docs', 'contributing', 'benchmarks.md'), 'utf8')
  const before = page()
  const args = ['--import', 'tsx', join(root, 'tools', 'bench', 'bench.ts'), '--smoke', '--json', ...options]
  const bench = spawn(process.execPath, args, { cwd: root, timeout: TIMEOUT_MS })
  const [output, problems] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'close')])
  expect(bench.exitCode, problems).toBe(0)
  expect(page()).toBe(before)
  return JSON.parse(output)
}
