import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { cleanUpAfterEach } from './clean-up.ts'
import { startNode } from './node.ts'
import { CLERK, CLERK_RULE, openPlace } from './place.ts'
import { createRecorder } from './recorder.ts'
import { report, spread } from './report.ts'
import { rounds, timeFor } from './rounds.ts'

const { postgres = '' } = inject('servers')
const CHANGES = rounds(10)

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'two nodes: what one ends, and a rule that is added or removed, is in force on the other within a second',
  async () => {
    const place = await openPlace(postgres)
    const { policyAdministration } = place.context
    const a = await startNode({ name: 'A', databaseUrl: place.url })
    const b = await startNode({ name: 'B', databaseUrl: place.url })
    const recorder = createRecorder()
    const newSession = async () => {
      const { session } = await recorder.login(a, CLERK)
      if (!session) throw new Error('no token')
      return session
    }
    /** How long until B answers with this code; far too long where it never does. */
    const until = async (code: number, read: () => Promise<number | undefined>): Promise<number> => {
      const from = performance.now()
      while ((await read()) !== code && performance.now() - from < 120_000) await sleep(2)
      return performance.now() - from
    }

    const logouts: number[] = []
    const rules: number[] = []
    const kept = await newSession()
    kept.isDoubtful = true // it comes and goes with the rule
    for (let i = 0; i < CHANGES; i++) {
      const session = await newSession()
      expect(await recorder.read(b, session)).toBe(200)
      expect(await recorder.logout(a, session)).toBe(200)
      logouts.push(await until(401, () => recorder.read(b, session)))
      await policyAdministration.remove([CLERK_RULE])
      rules.push(await until(401, () => recorder.read(b, kept)))
      await policyAdministration.add([CLERK_RULE])
      rules.push(await until(200, () => recorder.read(b, kept)))
    }

    report('spread of a logout to the other node (ms)', spread(logouts))
    report('spread of a rule to the other node (ms)', spread(rules))
    expect(Math.max(...logouts, ...rules)).toBeLessThan(120_000)
    expect(recorder.violations).toEqual([])
  },
  timeFor(CHANGES, 5),
)
