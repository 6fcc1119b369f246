import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { DISABLED } from '../../src/core/user/status.ts'
import { eventually } from '../support/eventually.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { cleanUpAfterEach, onCleanUp } from './cleanup.ts'
import { compareWithLoginLog, NO_DIFFERENCES } from './login-log-comparison.ts'
import { type Node, startNode } from './node.ts'
import { createRecorder, PROPAGATION_LIMIT_MS, type Recorder, type Session } from './recorder.ts'
import { report, spread } from './report.ts'
import { progress, slowRounds, timeoutFor } from './rounds.ts'
import { CLERK, CLERK_RULE, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const ROUNDS = slowRounds(1)
const MAX_STALENESS_SECONDS = 2
const MAX_STALENESS_MILLISECONDS = MAX_STALENESS_SECONDS * 1000

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'one of two nodes loses the database: it uses the last snapshot, then returns 503 and issues no token; after recovery it is up to date within the limit',
  async () => {
    const sharedDatabase = await createSharedDatabase(postgres)
    const { context } = sharedDatabase
    const proxy = await startTcpProxy(sharedDatabase.url)
    onCleanUp(proxy.close)
    const flags = [`cluster.maxStalenessSeconds=${MAX_STALENESS_SECONDS}`]
    const a = await startNode({ name: 'A', databaseUrl: sharedDatabase.url, flags })
    const b = await startNode({ name: 'B', databaseUrl: proxy.url, flags })
    const recorder = createRecorder({ propagationLimitMs: MAX_STALENESS_MILLISECONDS + PROPAGATION_LIMIT_MS })
    const followed: number[] = []

    for (let round = 0; round < ROUNDS; round++) {
      progress('cut from the database', round, ROUNDS)
      const fired = await sharedDatabase.addUser(`fired-${round}`)
      const [kept, ended, ofFired] = [
        await sessionOf(recorder, a, CLERK),
        await sessionOf(recorder, b, CLERK),
        await sessionOf(recorder, b, fired),
      ]
      for (const session of [kept, ended, ofFired]) expect(await recorder.read(b, session)).toBe(200)

      proxy.cut()
      const cutAt = performance.now()
      // Changes that A acknowledges now cannot reach B.
      expect(await recorder.logout(a, ended)).toBe(200)
      await context.userAdministration.setStatus(fired.username, DISABLED)
      ofFired.ended = { at: performance.now(), by: 'a command' }
      const duringOutage = [await recorder.read(b, kept), await recorder.read(b, ended)]
      if (performance.now() - cutAt < MAX_STALENESS_MILLISECONDS - 500)
        expect(duringOutage).toEqual([200, 200])
      expect(await recorder.read(a, ended)).toBe(401)
      // No token is issued without the database.
      const refused = await Promise.all([1, 2, 3].map(() => recorder.login(b, CLERK)))
      expect(refused).toEqual(refused.map(() => ({ code: 503 })))

      await vi.waitFor(async () => expect(await recorder.read(b, kept)).toBe(503), { timeout: 120_000 })
      expect(performance.now() - cutAt).toBeGreaterThan(MAX_STALENESS_MILLISECONDS - 1000)
      await context.policyAdministration.remove([CLERK_RULE])
      for (const session of [kept, ended, ofFired]) expect(await recorder.read(b, session)).toBe(503)
      expect(await recorder.health(b)).toBe('down')
      expect(await recorder.login(b, CLERK)).toEqual({ code: 503 })

      proxy.heal()
      const healedAt = performance.now()
      kept.isEndUncertain = true // the rule that let it in is gone
      const inForce = async () => (await recorder.read(b, kept)) === 401
      while (!(await inForce()) && performance.now() - healedAt < 120_000) await sleep(5)
      followed.push(performance.now() - healedAt)
      for (const session of [kept, ended, ofFired]) expect(await recorder.read(b, session)).toBe(401)
      // After its next heartbeat, too.
      await eventually(async () => expect(await recorder.health(b)).toBe('up'))
      await context.policyAdministration.add([CLERK_RULE])
      await eventually(async () => expect(await recorder.read(b, kept)).toBe(200))
    }

    expect(Math.max(...followed)).toBeLessThan(120_000)
    expect(recorder.violations).toEqual([])
    expect([await a.stop(), await b.stop()]).toEqual([0, 0])
    const logged = await compareWithLoginLog(sharedDatabase, recorder)
    const { p50, max } = spread(followed)
    const numbers = { 'healed p50 ms': p50, 'healed max ms': max }
    report('node cut from the database', {
      cuts: ROUNDS,
      ...recorder.numbers(),
      ...logged,
      lost: 0,
      ...numbers,
    })
    expect(logged).toMatchObject(NO_DIFFERENCES)
  },
  timeoutFor(ROUNDS, 15),
)

async function sessionOf(recorder: Recorder, node: Node, credentials: typeof CLERK): Promise<Session> {
  const { session } = await recorder.login(node, credentials)
  if (!session) throw new Error(`no token for ${credentials.username}`)
  return session
}
