import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import {
  createKeyAdministration,
  type KeyAdministration,
} from '../../src/core/token/keys/key-administration.ts'
import { createKeyFolder } from '../../src/core/token/keys/key-folder.ts'
import { type Answer, bearer, call, login } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { headerOf } from '../support/jwt.ts'
import { newPrivateKey, pemOf } from '../support/key-files.ts'
import { keyFolderForTests } from '../support/key-folder.ts'
import { createLogLines } from '../support/log-lines.ts'
import { startService, type TestService } from '../support/service.ts'

const folder = keyFolderForTests()
const started: TestService[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.close()
})

async function start(logger = createLogLines().logger): Promise<TestService> {
  const service = await startService({
    settings: { jwt: { keys: folder.path(), algorithm: 'EdDSA' } },
    replacements: { logger },
  })
  started.push(service)
  return service
}

/** Creates the key administration that `castellan key` uses. */
function administration(): KeyAdministration {
  return createKeyAdministration({
    folder: createKeyFolder({ path: folder.path(), mustExist: false, strongSecretRequired: true }),
    algorithm: 'EdDSA',
    tokenLifetimeSeconds: 3600,
    strongSecretRequired: true,
    now: Date.now,
  })
}

const profile = (node: TestService, token: string): Promise<Answer> =>
  call(`${node.base}/user/profile`, bearer(token))

test('keys rotate under load on two nodes, through every algorithm, and no request is refused', async () => {
  const keys = administration()
  await keys.rotate('EdDSA', { leadSeconds: 0 })
  const nodes = [await start(), await start()] as const
  const tokens = [await login(nodes[0].base)]
  const refused: unknown[] = []
  let requests = 0
  let done = false

  const use = async (node: TestService, token: string): Promise<void> => {
    const { body } = await profile(node, token)
    requests++
    if (body.code !== 200) refused.push({ body, header: headerOf(token) })
  }
  // Limits the load so that the event loop is not saturated.
  const pause = (): Promise<void> => sleep(60)
  // Each new token is sent immediately to the node that did not issue it.
  const logIn = async (at: TestService, other: TestService): Promise<void> => {
    while (!done) {
      const token = await login(at.base)
      tokens.push(token)
      await use(other, token)
      await pause()
    }
  }
  const callOn = async (node: TestService): Promise<void> => {
    for (let i = 0; !done; i++) {
      await use(node, tokens[i % tokens.length] ?? '')
      await pause()
    }
  }
  const load = [logIn(nodes[0], nodes[1]), logIn(nodes[1], nodes[0]), callOn(nodes[0]), callOn(nodes[1])]

  const kids: unknown[] = [headerOf(tokens[0] ?? '').kid]
  for (const algorithm of ['ES256', 'RS256', 'HS256'] as const) {
    const { kid } = await keys.rotate(algorithm, { leadSeconds: 3 })
    await expect
      .poll(() => tokens.filter((token) => headerOf(token).kid === kid).length, { timeout: 120_000 })
      .toBeGreaterThan(5)
    kids.push(kid)
  }
  done = true
  await Promise.all(load)
  expect(refused).toEqual([])
  expect(requests).toBeGreaterThan(100)
  expect([...new Set(tokens.map((token) => headerOf(token).kid))]).toEqual(kids)
  for (const node of nodes) for (const token of tokens) expectSuccess(await profile(node, token))
})

test('a compromised key: its tokens are refused within two seconds, cached or not', async () => {
  const keys = administration()
  await keys.rotate('EdDSA', { leadSeconds: 0 })
  const node = await start()
  const [known, unknown] = [await login(node.base), await login(node.base)]
  expectSuccess(await profile(node, known))
  await keys.rotate('EdDSA', { leadSeconds: 0, overlapSeconds: 0, isEmergency: true })
  await eventually(async () => expectRefused(await profile(node, known), 401))
  expectRefused(await profile(node, unknown), 401)
  expectSuccess(await profile(node, await login(node.base)))
})

test('deleting a key file revokes the tokens signed with it', async () => {
  folder.put('a.pem', pemOf(newPrivateKey.EdDSA()))
  const node = await start()
  const token = await login(node.base)
  expectSuccess(await profile(node, token))
  const since = new Date(Date.now() - 1000).toISOString()
  folder.put('b.pem', `signs-from: ${since}\n${pemOf(newPrivateKey.ES256())}`)
  await eventually(async () => expect(headerOf(await login(node.base)).kid).toBe('b'))
  expectSuccess(await profile(node, token))
  rmSync(folder.path('a.pem'))
  await eventually(async () => expectRefused(await profile(node, token), 401))
  expect((await call(`${node.base}/jwks.json`)).body.keys).toMatchObject([{ kid: 'b' }])
})

test('an invalid key file in a running service: logged once, health degraded, all tokens valid; recovers when it is fixed', async () => {
  folder.put('a.pem', pemOf(newPrivateKey.EdDSA()))
  const log = createLogLines()
  const node = await start(log.logger)
  const token = await login(node.base)
  const statusOf = async () => (await call(`${node.base}/health`)).body.data
  expect(await statusOf()).toEqual({ status: 'up' })
  folder.put('b.pem', pemOf(newPrivateKey.EdDSA()), 0o644)
  await eventually(async () => expect(await statusOf()).toEqual({ status: 'degraded' }))
  expectSuccess(await profile(node, token))
  expectSuccess(await profile(node, await login(node.base)))
  folder.put('b.pem', pemOf(newPrivateKey.EdDSA()))
  await eventually(async () => expect(await statusOf()).toEqual({ status: 'up' }))
  const told = log
    .text()
    .split('\n')
    .filter((line) => line.includes('can be read by others'))
  expect(told).toHaveLength(1)
})
