import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const ENOUGH_MILLISECONDS = 600_000

/** What every run measures, whatever the figures are. */
const IDS = [
  'protected-overhead',
  'protected-whole',
  'protected-growth',
  ...[10, 100].flatMap((rules) =>
    ['hit', 'miss'].flatMap((outcome) =>
      ['', '-casbin', '-cedar', '-casl'].map((peer) => `decision-${rules}-${outcome}${peer}`),
    ),
  ),
  'identity-warm',
  'identity-cold',
  'logins',
  'storm',
  'storm-all-calls',
  'storm-errors',
  'storm-logins',
  'captcha',
  'captcha-delay',
  'login-log',
  'login-log-lost',
  'snapshot',
  'snapshot-memory',
  'snapshot-requests',
  'start',
  'start-memory',
  'processes',
]

/** What tells more about another figure, and has no target of its own. */
const UNBOUND = new Set(['storm-all-calls', 'storm-logins'])

// With tiny sizes: the figures mean nothing here, but every measurement runs to its end.
test(
  'the bench measures all that it promises, and prints JSON and nothing else',
  async () => {
    const page = readFileSync(join(root, 'docs', 'benchmarks.md'), 'utf8')
    const args = ['--import', 'tsx', join(root, 'bench', 'bench.ts'), '--smoke', '--json']
    const bench = spawn(process.execPath, args, { cwd: root, timeout: ENOUGH_MILLISECONDS })
    const [output, problems] = await Promise.all([
      text(bench.stdout),
      text(bench.stderr),
      once(bench, 'close'),
    ])
    expect(bench.exitCode, problems).toBe(0)

    const { results, ...nothing } = JSON.parse(output)
    expect(nothing).toEqual({})
    expect(results.map(({ id }: { id: string }) => id)).toEqual(IDS)
    for (const { id, ...result } of results) {
      expect(result, id).toEqual({
        value: expect.any(Number),
        unit: expect.stringMatching(/./),
        against: expect.stringMatching(/./),
        ratio: result.ratio === null ? null : expect.any(Number),
        spread: result.spread === null ? null : [expect.any(Number), expect.any(Number)],
        target: UNBOUND.has(id)
          ? 'none'
          : expect.stringMatching(/^(ratio|value) (at most|at least|under) [\d.]+/),
        ok: expect.any(Boolean),
      })
    }
    // What must hold whatever the machine.
    const measured = (id: string) => results.find((result: { id: string }) => result.id === id)?.value
    expect([measured('storm-errors'), measured('login-log-lost')]).toEqual([0, 0])
    // A run that means nothing leaves the documented figures alone.
    expect(readFileSync(join(root, 'docs', 'benchmarks.md'), 'utf8')).toBe(page)
  },
  ENOUGH_MILLISECONDS,
)
