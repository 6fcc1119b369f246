import { createClient } from '@redis/client'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startRedis } from '../support/servers/redis.ts'
import type { ThrowawayServer } from '../support/servers/throwaway-server.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { cleanUpAfterAll, onCleanUp } from './cleanup.ts'
import { type InProcessNode, startInProcessNode } from './in-process-node.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { report } from './report.ts'
import { progress, rounds, slowRounds, timeoutFor } from './rounds.ts'
import { CLERK, createSharedDatabase } from './shared-database.ts'

const servers = inject('servers')
const CAPTCHAS = rounds(3)
const OUTAGES = slowRounds(1)
const TRIES = 100

cleanUpAfterAll()

describe.skipIf(!servers.postgres || !servers.redis)('several nodes and one Redis', () => {
  let redis: ThrowawayServer
  let nodes: readonly [InProcessNode, InProcessNode, InProcessNode]
  beforeAll(async () => {
    redis = await startRedis()
    onCleanUp(redis.remove)
    const { url } = await createSharedDatabase(servers.postgres ?? '')
    const places = { databaseUrl: url, redisUrl: redis.url }
    nodes = [
      await startInProcessNode('A', places),
      await startInProcessNode('B', places),
      await startInProcessNode('C', places),
    ]
  })

  test(
    'a captcha issued by one node and used for a hundred logins on all nodes yields one token',
    async () => {
      const recorder = createRecorder()
      for (let round = 0; round < CAPTCHAS; round++) {
        progress('one captcha', round, CAPTCHAS)
        const uuid = await captchaOf(nodes[round % nodes.length])
        expect(await tokensFor(recorder, nodes, uuid)).toBe(1)
        expect(await tokensFor(recorder, nodes, uuid)).toBe(0)
      }
      expect(recorder.violations).toEqual([])
      report('one captcha, 100 logins at once', { captchas: CAPTCHAS, ...recorder.numbers() })
    },
    timeoutFor(CAPTCHAS, 10),
  )

  test.for([
    { outage: 'stopped', begin: () => redis.stop(), end: () => redis.start() },
    { outage: 'paused', begin: () => redis.pause(), end: () => redis.resume() },
  ])(
    '$outage: no captcha is issued or skipped, and sessions stay valid; afterwards logins work again, each captcha once',
    { timeout: timeoutFor(OUTAGES, 30) },
    async ({ outage, begin, end }) => {
      const [a] = nodes
      const recorder = createRecorder()
      const { session } = await recorder.login(a, { ...CLERK, uuid: await captchaOf(a), code: CAPTCHA_TEXT })
      if (!session) throw new Error('no token')

      for (let round = 0; round < OUTAGES; round++) {
        progress(`Redis ${outage}`, round, OUTAGES)
        const uuid = await captchaOf(a)
        // Some attempts are sent before the outage and some during it.
        const tries = tokensFor(recorder, nodes, uuid)
        await begin()
        const tokens = await tries
        expect(tokens).toBeLessThanOrEqual(1)
        expect(await recorder.login(a, { ...CLERK, uuid, code: CAPTCHA_TEXT })).toEqual({ code: 503 })
        expect((await call(`${a.base}/getCaptcha`)).status).toBe(503)
        expect(await recorder.read(a, session)).toBe(200)

        await end()
        const fresh = await eventually(() => captchaOf(a))
        expect(tokens + (await tokensFor(recorder, nodes, uuid))).toBeLessThanOrEqual(1)
        await eventually(async () => expect(await Promise.all(nodes.map(captchaOf))).toHaveLength(3))
        expect(await tokensFor(recorder, nodes, fresh)).toBe(1)
      }
      expect(recorder.violations).toEqual([])
      report(`Redis ${outage}`, { outages: OUTAGES, ...recorder.numbers() })
    },
  )

  test('flushed: captchas issued before are invalid, and new ones work', async () => {
    const recorder = createRecorder()
    const uuid = await captchaOf(nodes[0])
    const client = await createClient({ url: redis.url }).connect()
    await client.flushAll()
    await client.close()
    expect(await tokensFor(recorder, nodes, uuid)).toBe(0)
    expect(await tokensFor(recorder, nodes, await captchaOf(nodes[1]))).toBe(1)
    report('Redis flushed', recorder.numbers())
  })
})

async function captchaOf(node: InProcessNode | undefined): Promise<string> {
  const { body } = await call(`${node?.base}/getCaptcha`)
  if (typeof body.uuid !== 'string') throw new Error(`no captcha: ${JSON.stringify(body)}`)
  return body.uuid
}

/** Returns the number of tokens that a hundred concurrent logins get with one captcha and its right text. */
async function tokensFor(recorder: Recorder, nodes: readonly InProcessNode[], uuid: string): Promise<number> {
  const logins = Array.from({ length: TRIES }, async (_, i) => {
    const node = nodes[i % nodes.length]
    return node && recorder.login(node, { ...CLERK, uuid, code: CAPTCHA_TEXT })
  })
  const outcomes = await Promise.all(logins)
  return outcomes.filter((outcome) => outcome?.session !== undefined).length
}
