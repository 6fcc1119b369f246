import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { DISABLED } from '../../src/user/user.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { cleanUpAfterEach, onCleanUp } from './clean-up.ts'
import { countLogged, NONE_ASTRAY } from './login-rows.ts'
import { type Node, startNode } from './node.ts'
import { CLERK, CLERK_RULE, openPlace } from './place.ts'
import { createRecorder, IN_FORCE_MILLISECONDS, type Recorder, type Session } from './recorder.ts'
import { report, spread } from './report.ts'
import { progress, slowRounds, timeFor } from './rounds.ts'

const { postgres = '' } = inject('servers')
const ROUNDS = slowRounds(1)
const MAX_STALENESS_SECONDS = 2
const MAX_STALENESS_MILLISECONDS = MAX_STALENESS_SECONDS * 1000

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'one of two nodes cut from the database: last good snapshot, then 503, no token; healed, it follows all within a second',
  async () => {
    const place = await openPlace(postgres)
    const { context } = place
    const proxy = await startTcpProxy(place.url)
    onCleanUp(proxy.close)
    const flags = [`cluster.maxStalenessSeconds=${MAX_STALENESS_SECONDS}`]
    const a = await startNode({ name: 'A', databaseUrl: place.url, flags })
    const b = await startNode({ name: 'B', databaseUrl: proxy.url, flags })
    const recorder = createRecorder({ spreadsWithin: MAX_STALENESS_MILLISECONDS + IN_FORCE_MILLISECONDS })
    const followed: number[] = []

    for (let round = 0; round < ROUNDS; round++) {
      progress('cut from the database', round, ROUNDS)
      const fired = await place.addUser(`fired-${round}`)
      const [kept, ended, ofFired] = [
        await sessionOf(recorder, a, CLERK),
        await sessionOf(recorder, b, CLERK),
        await sessionOf(recorder, b, fired),
      ]
      for (const session of [kept, ended, ofFired]) expect(await recorder.read(b, session)).toBe(200)

      proxy.cut()
      const cutAt = performance.now()
      // What A acknowledges now cannot reach B.
      expect(await recorder.logout(a, ended)).toBe(200)
      await context.userAdministration.setStatus(fired.username, DISABLED)
      ofFired.ended = { at: performance.now(), by: 'a command' }
      const duringOutage = [await recorder.read(b, kept), await recorder.read(b, ended)]
      if (performance.now() - cutAt < MAX_STALENESS_MILLISECONDS - 500)
        expect(duringOutage).toEqual([200, 200])
      expect(await recorder.read(a, ended)).toBe(401)
      // No token without the database.
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
      kept.isDoubtful = true // the rule that let it in is gone
      const inForce = async () => (await recorder.read(b, kept)) === 401
      while (!(await inForce()) && performance.now() - healedAt < 120_000) await sleep(5)
      followed.push(performance.now() - healedAt)
      for (const session of [kept, ended, ofFired]) expect(await recorder.read(b, session)).toBe(401)
      expect(await recorder.health(b)).toBe('up')
      await context.policyAdministration.add([CLERK_RULE])
      await vi.waitFor(async () => expect(await recorder.read(b, kept)).toBe(200))
    }

    expect(Math.max(...followed)).toBeLessThan(120_000)
    expect(recorder.violations).toEqual([])
    expect([await a.stop(), await b.stop()]).toEqual([0, 0])
    const logged = await countLogged(place, recorder)
    const { p50, max } = spread(followed)
    const numbers = { 'healed p50 ms': p50, 'healed max ms': max }
    report('node cut from the database', {
      cuts: ROUNDS,
      ...recorder.numbers(),
      ...logged,
      lost: 0,
      ...numbers,
    })
    expect(logged).toMatchObject(NONE_ASTRAY)
  },
  timeFor(ROUNDS, 15),
)

async function sessionOf(recorder: Recorder, node: Node, credentials: typeof CLERK): Promise<Session> {
  const { session } = await recorder.login(node, credentials)
  if (!session) throw new Error(`no token for ${credentials.username}`)
  return session
}
