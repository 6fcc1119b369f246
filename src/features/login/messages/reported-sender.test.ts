import { expect, test } from 'vitest'
import type { CodeMessage } from './message-sender.ts'
import { reportOutages } from './reported-sender.ts'

const MESSAGE: CodeMessage = {
  kind: 'code',
  link: '',
  channel: 'sms',
  to: '+8613800138000',
  code: '493027',
  minutes: 5,
  language: 'en',
  subject: '',
  text: 'Your code is 493027',
}

test('an outage is reported once per channel, without the code and the address, and again after a recovery', async () => {
  let isUp = false
  const problems: string[] = []
  const sender = reportOutages(
    {
      async send({ text, to }) {
        if (isUp) return
        const error = new Error(`503 for ${to}: ${text}`)
        throw Object.assign(error, { request: { body: text } })
      },
    },
    (error, text) => problems.push(`${text}: ${error.message} ${JSON.stringify(error)} ${error.stack}`),
  )
  const send = (channel: CodeMessage['channel']) =>
    sender({ ...MESSAGE, channel }, new AbortController().signal)
  await send('sms')
  await send('sms')
  await send('email')
  isUp = true
  await send('sms')
  isUp = false
  await send('sms')
  const reported = (how: string) =>
    `messages cannot be sent by ${how}: 503 for [address]: Your code is [secret] {"name":"CodeNotSent"} undefined`
  expect(problems).toEqual([reported('SMS'), reported('e-mail'), reported('SMS')])
})

test('a failure to send a link is reported without the link', async () => {
  const problems: string[] = []
  const send = reportOutages(
    { send: async ({ text }) => Promise.reject(new Error(`refused secret-of-the-link: ${text}`)) },
    (error) => problems.push(error.message),
  )
  const link = 'https://castle.example.com/password-link#secret-of-the-link'
  const message = { ...MESSAGE, kind: 'forgotten', code: '', link, text: `Open ${link}` } as const
  expect(await send(message, new AbortController().signal)).toBe(false)
  expect(problems).toEqual(['refused [secret]: Open https://castle.example.com/password-link#[secret]'])
})
