import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startPostgres } from '../support/servers/postgres.ts'
import type { ThrowawayServer } from '../support/servers/throwaway-server.ts'
import { cleanUpAfterEach } from './cleanup.ts'
import { startLoad } from './load.ts'
import { compareWithLoginLog, NO_DIFFERENCES } from './login-log-comparison.ts'
import { startNode } from './node.ts'
import { createRecorder, PROPAGATION_LIMIT_MS } from './recorder.ts'
import { report, spread } from './report.ts'
import { isSoak, progress, slowRounds, timeoutFor } from './rounds.ts'
import { CLERK, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const ROUNDS = slowRounds(1)
const MAX_STALENESS_SECONDS = 2
/** In a soak test an outage lasts longer than every statement timeout. */
const OUTAGE_MILLISECONDS = isSoak ? 15_000 : 500
/** More than `application.shutdownSeconds`. */
const STOPS_WITHIN_MILLISECONDS = 150_000

const outages = [
  {
    outage: 'stopped and started again',
    begin: (server: ThrowawayServer) => server.stop(),
    end: (server: ThrowawayServer) => server.start(),
  },
  {
    outage: 'paused and resumed',
    begin: (server: ThrowawayServer) => server.pause(),
    end: (server: ThrowawayServer) => server.resume(),
  },
]

cleanUpAfterEach()

describe.skipIf(postgres === '')('the database', () => {
  let server: ThrowawayServer
  beforeAll(async () => {
    server = await startPostgres()
    return () => server.remove()
  })

  test.for(outages)(
    '$outage under load: requests are refused during the outage, then it recovers, and every acknowledged attempt is logged',
    { timeout: timeoutFor(ROUNDS, 60) },
    async ({ outage, begin, end }) => {
      const sharedDatabase = await createSharedDatabase(server.url)
      const flags = [`cluster.maxStalenessSeconds=${MAX_STALENESS_SECONDS}`]
      const [a, b] = await Promise.all(
        ['A', 'B'].map((name) => startNode({ name, databaseUrl: sharedDatabase.url, flags })),
      )
      if (!a || !b) throw new Error('there are no nodes')
      const recorder = createRecorder({
        propagationLimitMs: MAX_STALENESS_SECONDS * 1000 + PROPAGATION_LIMIT_MS,
      })
      const { session: kept } = await recorder.login(a, CLERK)
      if (!kept) throw new Error('no token')
      const recovered: number[] = []

      for (let round = 0; round < ROUNDS; round++) {
        progress(outage, round, ROUNDS)
        const load = startLoad({ recorder, nodes: [a, b], clients: 4 })
        await load.waitForResponses(40)
        await begin(server)
        for (const node of [a, b]) {
          await vi.waitFor(async () => expect(await recorder.health(node)).toBe('down'), { timeout: 120_000 })
          expect(await recorder.read(node, kept)).toBe(503)
        }
        const issued = load.sessions.length
        await sleep(OUTAGE_MILLISECONDS)
        expect(load.sessions.length).toBe(issued) // no token without the database
        // Its spool contains attempts that could not be stored, whether it is killed or shuts down gracefully.
        const leftAt = performance.now()
        await (round % 2 === 0 ? a.kill() : a.stop())
        expect(performance.now() - leftAt).toBeLessThan(STOPS_WITHIN_MILLISECONDS)
        await end(server)
        const endedAt = performance.now()
        await vi.waitFor(async () => expect(await recorder.health(b)).toBe('up'), {
          timeout: 120_000,
          interval: 10,
        })
        recovered.push(performance.now() - endedAt)
        expect(await recorder.read(b, kept)).toBe(200)
        await a.start()
        await load.waitForResponses(40)
        await load.stop()
        for (const session of load.sessions) for (const node of [a, b]) await recorder.read(node, session)
        expect(recorder.violations).toEqual([])
      }

      expect([await a.stop(), await b.stop()]).toEqual([0, 0])
      const logged = await compareWithLoginLog(sharedDatabase, recorder)
      const { p50, max } = spread(recovered)
      const numbers = {
        ...recorder.numbers(),
        ...logged,
        lost: 0,
        'up again p50 ms': p50,
        'up again max ms': max,
      }
      report(`database ${outage}`, { outages: ROUNDS, ...numbers })
      expect(logged).toMatchObject(NO_DIFFERENCES)
      expect(max).toBeLessThan(120_000)
    },
  )
})
