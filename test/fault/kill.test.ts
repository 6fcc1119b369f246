import { expect, inject, test } from 'vitest'
import { cleanUpAfterEach } from './clean-up.ts'
import { startLoad } from './load.ts'
import { countLogged, NONE_ASTRAY } from './login-rows.ts'
import { startNode } from './node.ts'
import { openPlace } from './place.ts'
import { createRecorder } from './recorder.ts'
import { report } from './report.ts'
import { progress, rounds, timeFor } from './rounds.ts'

const { postgres = '' } = inject('servers')
const KILLS = rounds(3)
const ANSWERS_A_ROUND = 80

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'kill -9 of a node under load: no answered attempt is lost, no ended session comes back',
  async () => {
    const place = await openPlace(postgres)
    const nodes = await Promise.all(['A', 'B'].map((name) => startNode({ name, databaseUrl: place.url })))
    const recorder = createRecorder()

    for (let round = 0; round < KILLS; round++) {
      progress('kill -9', round, KILLS)
      const load = startLoad({ recorder, nodes, clients: 6 })
      await load.answered(ANSWERS_A_ROUND)
      const victim = nodes[round % nodes.length]
      await victim?.kill()
      // The other one goes on alone.
      await load.answered(ANSWERS_A_ROUND / 4)
      await load.stop()
      await victim?.start()
      // What was ended before the kill is dead on the new process from its first answer on.
      for (const session of load.sessions) for (const node of nodes) await recorder.read(node, session)
      expect(recorder.violations).toEqual([])
    }

    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0])
    const logged = await countLogged(place, recorder)
    report('kill -9 under load', { kills: KILLS, ...recorder.numbers(), ...logged })
    expect(logged).toMatchObject(NONE_ASTRAY)
  },
  timeFor(KILLS, 15),
)
