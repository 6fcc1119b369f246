import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestEvent,
  sendToWebhook,
  signWebhookRequest,
} from '../../src/features/monitoring/events/webhooks/webhook-request.ts'
import { EXAMPLES, type ExampleProcess, startProgram } from '../support/example-process.ts'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'

const FOLDER = join(EXAMPLES, 'verify-webhooks')
const KEY = Buffer.from('a secret of at least 24 bytes')
const SECRET = `whsec_${KEY.toString('base64')}`

type Command = readonly [string, ...string[]]

async function python(): Promise<Command | undefined> {
  const program = await findOrInstall('python3', 'python3')
  return program === undefined ? undefined : [program, '-B', join(FOLDER, 'verify.py')]
}

describe.each([
  ['Node', async (): Promise<Command> => [process.execPath, join(FOLDER, 'verify.mjs')]],
  ['Python', python],
])('the receiver in %s', (language, commandOf) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let receiver: ExampleProcess | undefined

  beforeAll(async () => {
    folder = await temporaryFolder()
    const command = await commandOf()
    if (command) receiver = await startProgram(command, folder.path, { WEBHOOK_SECRET: SECRET })
  })
  afterAll(async () => {
    await receiver?.stop()
    await folder.remove()
  })
  beforeEach(({ skip }) => {
    if (!receiver) skip(`${language} is not installed here`)
  })

  const event = { ...createTestEvent(Date.now()), id: 7, text: '“王小明” 🏰' }
  const now = () => Math.floor(Date.now() / 1000)
  const send = async (headers: Readonly<Record<string, string>>, body: string): Promise<number> => {
    const response = await fetch(`${receiver?.origin}/hook`, { method: 'POST', headers, body })
    await response.text()
    return response.status
  }

  test('confirms what Castellan sends, also twice', async () => {
    const webhook = { url: `${receiver?.origin}/hook`, secret: SECRET }
    for (let i = 0; i < 2; i++) {
      expect(await sendToWebhook(webhook, event, { timeoutMs: 60_000, now: Date.now })).toEqual({
        status: 204,
      })
    }
  })

  test('accepts one of several signatures, as while a secret is replaced', async () => {
    const { headers, body } = signWebhookRequest(event, { secret: SECRET, timeSeconds: now() })
    const signatures = `v1,${Buffer.from('wrong').toString('base64')} v2,x ${headers['webhook-signature']}`
    expect(await send({ ...headers, 'webhook-signature': signatures }, body)).toBe(204)
  })

  test('refuses another body, id, time or secret, and an old request', async () => {
    const { headers, body } = signWebhookRequest(event, { secret: SECRET, timeSeconds: now() })
    expect(await send(headers, body.replace('王', '李'))).toBe(400)
    expect(await send({ ...headers, 'webhook-id': 'evt_8' }, body)).toBe(400)
    expect(await send({ ...headers, 'webhook-timestamp': String(now() + 1) }, body)).toBe(400)
    expect(await send({ ...headers, 'webhook-signature': 'v1,' }, body)).toBe(400)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const others = Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name))
      expect(await send(others, body)).toBe(400)
    }
    const forged = createHmac('sha256', 'guessed').update(`evt_7.${now()}.${body}`).digest('base64')
    expect(await send({ ...headers, 'webhook-signature': `v1,${forged}` }, body)).toBe(400)
    const old = signWebhookRequest(event, { secret: SECRET, timeSeconds: now() - 3600 })
    expect(await send(old.headers, old.body)).toBe(400)
  })
})
