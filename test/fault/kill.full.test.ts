import { expect, inject, test } from 'vitest'
import { cleanUpAfterEach } from './cleanup.ts'
import { startLoad } from './load.ts'
import { compareWithLoginLog, NO_DIFFERENCES } from './login-log-comparison.ts'
import { startNode } from './node.ts'
import { createRecorder } from './recorder.ts'
import { report } from './report.ts'
import { progress, rounds, timeoutFor } from './rounds.ts'
import { createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const KILLS = rounds(3)
const RESPONSES_PER_ROUND = 80

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'kill -9 of a node under load: no acknowledged attempt is lost, and no revoked token becomes valid',
  async () => {
    const sharedDatabase = await createSharedDatabase(postgres)
    const nodes = await Promise.all(
      ['A', 'B'].map((name) => startNode({ name, databaseUrl: sharedDatabase.url })),
    )
    const recorder = createRecorder()

    for (let round = 0; round < KILLS; round++) {
      progress('kill -9', round, KILLS)
      const load = startLoad({ recorder, nodes, clients: 6 })
      await load.waitForResponses(RESPONSES_PER_ROUND)
      const victim = nodes[round % nodes.length]
      await victim?.kill()
      // The other node continues alone.
      await load.waitForResponses(RESPONSES_PER_ROUND / 4)
      await load.stop()
      await victim?.start()
      // Sessions that ended before the kill are refused by the new process from its first response on.
      for (const session of load.sessions) for (const node of nodes) await recorder.read(node, session)
      expect(recorder.violations).toEqual([])
    }

    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0])
    const logged = await compareWithLoginLog(sharedDatabase, recorder)
    report('kill -9 under load', { kills: KILLS, ...recorder.numbers(), ...logged })
    expect(logged).toMatchObject(NO_DIFFERENCES)
  },
  timeoutFor(KILLS, 15),
)
