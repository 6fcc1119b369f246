import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { behaviours, startWebhookReceiver } from '../../../../test/support/webhook-receiver.ts'
import type { CodeMessage } from './message-sender.ts'
import { createWebhookSender } from './webhook-sender.ts'

const TIME = 1_800_000_000_000
const KEY = Buffer.from('k'.repeat(32))
const MESSAGE: CodeMessage = {
  kind: 'code',
  link: '',
  channel: 'sms',
  to: '+8613800138000',
  code: '493027',
  minutes: 5,
  language: 'zh',
  subject: '',
  text: '验证码 493027',
}

const receiver = await startWebhookReceiver()
afterAll(receiver.close)

const sender = () =>
  createWebhookSender({
    url: receiver.url,
    secret: `whsec_${KEY.toString('base64')}`,
    timeoutMs: 60_000,
    now: () => TIME,
  })

test('the request is signed and contains the message', async () => {
  await sender().send(MESSAGE, new AbortController().signal)
  const request = receiver.received.at(-1)
  if (!request) throw new Error('nothing was received')
  const { headers, body } = request
  expect(headers['webhook-id']).toMatch(/^code_[\da-f]{32}$/)
  const signed = `${String(headers['webhook-id'])}.${TIME / 1000}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`)
  const { kind: _kind, link: _link, ...data } = MESSAGE
  expect(JSON.parse(body)).toEqual({ type: 'login.code', timestamp: new Date(TIME).toISOString(), data })
})

test('a link to set a password has a type of its own', async () => {
  const link = 'https://admin.example.com/password-link#secret'
  await sender().send({ ...MESSAGE, kind: 'invitation', code: '', link }, new AbortController().signal)
  const { type, data } = JSON.parse(receiver.received.at(-1)?.body ?? '{}')
  expect(type).toBe('password.invitation')
  expect(data).toMatchObject({ to: MESSAGE.to, link })
  expect(data).not.toHaveProperty('code')
})

test('a failure names its reason without the code, the number and the URL, and is not repeated', async () => {
  const before = receiver.received.length
  for (const [behaviour, reason] of [
    [behaviours.fail, 'status 500'],
    [behaviours.redirect, 'status 302: redirects are not followed'],
    [behaviours.disconnect, 'ECONNRESET'],
  ] as const) {
    receiver.next.push(behaviour)
    await expect(sender().send(MESSAGE, new AbortController().signal)).rejects.toThrow(
      `the webhook of login.code did not accept it: ${reason}`,
    )
  }
  expect(receiver.received.length - before).toBe(3)
})
