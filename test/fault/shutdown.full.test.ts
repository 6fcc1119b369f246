import { Agent } from 'node:http'
import { expect, inject, test } from 'vitest'
import { sendAccepted } from '../support/accepted-request.ts'
import { eventually } from '../support/eventually.ts'
import { cleanUpAfterEach, onCleanUp } from './cleanup.ts'
import { startNode } from './node.ts'
import { report } from './report.ts'
import { progress, rounds, timeoutFor } from './rounds.ts'
import { CLERK, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const ROUNDS = rounds(1)
const REQUESTS = 24
/** Well below `application.shutdownSeconds`: the process must not wait once all responses are sent. */
const ENDS_WITHIN_MILLISECONDS = 120_000

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'SIGTERM with requests in flight: each gets a response and is logged, and the process exits with code 0',
  async () => {
    const sharedDatabase = await createSharedDatabase(postgres)
    const node = await startNode({ name: 'A', databaseUrl: sharedDatabase.url })
    const agent = new Agent({ keepAlive: true })
    onCleanUp(() => agent.destroy())
    const durations: number[] = []
    const codes: unknown[] = []
    const exitCodes: (number | null)[] = []

    for (let round = 0; round < ROUNDS; round++) {
      progress('SIGTERM', round, ROUNDS)
      if (round > 0) await node.start()
      const requests = await Promise.all(
        Array.from({ length: REQUESTS }, (_, i) =>
          sendAccepted(`${node.base}/login`, {
            agent,
            // Some need a hash and two database queries, some are refused immediately.
            body: i % 4 === 3 ? { username: 'nobody' } : CLERK,
            headers: { 'x-forwarded-for': addressOf(round, i) },
          }),
        ),
      )
      const early = requests.slice(0, REQUESTS / 2)
      for (const one of early) one.sendBody()
      const stoppedAt = performance.now()
      const stopped = node.stop()
      await eventually(() => expect(node.log()).toContain('SIGTERM received, closing'))
      // The other half sends its body to a node that is already shutting down.
      for (const one of requests.slice(REQUESTS / 2)) one.sendBody()
      const answers = await Promise.allSettled(requests.map((one) => one.answer))
      codes.push(...answers.map((one) => (one.status === 'fulfilled' ? one.value.body.code : 'no answer')))
      exitCodes.push(await stopped)
      durations.push(performance.now() - stoppedAt)
    }

    const client = await sharedDatabase.connect()
    const { rows } = await client.query('select ipaddr from login_log')
    const sent = Array.from({ length: ROUNDS * REQUESTS }, (_, n) =>
      addressOf(Math.floor(n / REQUESTS), n % REQUESTS),
    )
    report('SIGTERM with requests in flight', {
      stops: ROUNDS,
      sent: sent.length,
      answered: codes.filter((code) => code !== 'no answer').length,
      rows: rows.length,
      'slowest stop ms': Math.round(Math.max(...durations)),
    })
    expect(codes).toEqual(sent.map((_, n) => (n % 4 === 3 ? 400 : 200)))
    expect(exitCodes).toEqual(exitCodes.map(() => 0))
    expect(Math.max(...durations)).toBeLessThan(ENDS_WITHIN_MILLISECONDS)
    expect(rows.map(({ ipaddr }) => ipaddr).toSorted()).toEqual(sent.toSorted())
  },
  timeoutFor(ROUNDS, 15),
)

function addressOf(round: number, request: number): string {
  return `10.${round >> 8}.${round & 255}.${request}`
}
