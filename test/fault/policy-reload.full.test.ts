import { expect, inject, test, vi } from 'vitest'
import { DISABLED } from '../../src/core/user/status.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { cleanUpAfterEach, onCleanUp } from './cleanup.ts'
import { startNode } from './node.ts'
import { createRecorder } from './recorder.ts'
import { report } from './report.ts'
import { CLERK, CLERK_RULE, createSharedDatabase } from './shared-database.ts'

const { postgres = '' } = inject('servers')

cleanUpAfterEach()

test.skipIf(postgres === '')(
  'a policy reload that fails halfway: the last good policy stays in force, revocations are applied, and the node recovers',
  async () => {
    const sharedDatabase = await createSharedDatabase(postgres)
    const { url, context } = sharedDatabase
    const node = await startNode({ name: 'A', databaseUrl: url })
    const recorder = createRecorder()
    const [{ session: kept }, { session: ofFired }] = [
      await recorder.login(node, CLERK),
      await recorder.login(node, await sharedDatabase.addUser('fired')),
    ]
    if (!kept || !ofFired) throw new Error('no token')
    const { database, close } = await openDatabase(url, { migrate: false })
    onCleanUp(close)
    const client = await sharedDatabase.connect()

    // The node can read the change but not the rules.
    await client.query('alter table policy_rules rename to policy_rules_away')
    await createChangeWriter(database, Date.now).write([{ kind: 'policy' }], async () => {})
    await vi.waitFor(async () => expect(await recorder.health(node)).toBe('degraded'), { timeout: 120_000 })
    expect(await recorder.read(node, kept)).toBe(200)
    expect(await recorder.read(node, kept, '/role')).toBe(401)

    // The node still applies revocations.
    await context.userAdministration.setStatus('fired', DISABLED)
    ofFired.ended = { at: performance.now(), by: 'a command' }
    await vi.waitFor(async () => expect(await recorder.read(node, ofFired)).toBe(401), {
      timeout: 120_000,
      interval: 20,
    })
    expect(await recorder.health(node)).toBe('degraded')

    await client.query('alter table policy_rules_away rename to policy_rules')
    const mendedAt = performance.now()
    await vi.waitFor(async () => expect(await recorder.health(node)).toBe('up'), {
      timeout: 120_000,
      interval: 10,
    })
    const recovered = performance.now() - mendedAt
    expect(recovered).toBeLessThan(120_000)
    await context.policyAdministration.add([{ ...CLERK_RULE, path: '/api/v1/role' }])
    await vi.waitFor(async () => expect(await recorder.read(node, kept, '/role')).toBe(200), {
      timeout: 120_000,
      interval: 20,
    })
    expect(await node.stop()).toBe(0)
    report('policy reload fails half way', { ...recorder.numbers(), 'recovered ms': Math.round(recovered) })
  },
)
