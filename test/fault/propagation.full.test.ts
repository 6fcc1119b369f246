import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { cleanUpAfterEach } from './cleanup.ts'
import { startNode } from './node.ts'
import { createRecorder } from './recorder.ts'
import { report, spread } from './report.ts'
import { rounds, timeoutFor } from './rounds.ts'
import { CLERK, CLERK_RULE, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')
const CHANGES = rounds(10)

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'two nodes: a revocation or policy change on one node takes effect on the other within the limit',
  async () => {
    const sharedDatabase = await createSharedDatabase(postgres)
    const { policyAdministration } = sharedDatabase.context
    const a = await startNode({ name: 'A', databaseUrl: sharedDatabase.url })
    const b = await startNode({ name: 'B', databaseUrl: sharedDatabase.url })
    const recorder = createRecorder()
    const newSession = async () => {
      const { session } = await recorder.login(a, CLERK)
      if (!session) throw new Error('no token')
      return session
    }
    /** Returns the milliseconds until B responds with this code, or a value above the limit if it never does. */
    const until = async (code: number, read: () => Promise<number | undefined>): Promise<number> => {
      const from = performance.now()
      while ((await read()) !== code && performance.now() - from < 120_000) await sleep(2)
      return performance.now() - from
    }

    const logouts: number[] = []
    const rules: number[] = []
    const kept = await newSession()
    kept.isEndUncertain = true // it comes and goes with the rule
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
  timeoutFor(CHANGES, 5),
)
