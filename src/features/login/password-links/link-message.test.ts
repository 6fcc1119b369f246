import { expect, test } from 'vitest'
import { createLinkMessage } from './link-message.ts'

const LINK = 'https://castle.example.com/password-link#secret'
const EMAIL = { channel: 'email', to: 'alice@example.com' } as const
const SMS = { channel: 'sms', to: '+8613800138000' } as const

const message = (fields: Partial<Parameters<typeof createLinkMessage>[0]> = {}) =>
  createLinkMessage({
    kind: 'invitation',
    destination: EMAIL,
    language: 'en',
    name: 'Castle',
    username: 'alice',
    link: LINK,
    minutes: 4320,
    ...fields,
  })

test('an e-mail has a subject, the link, the username and how long the link is valid', () => {
  expect(message()).toEqual({
    kind: 'invitation',
    ...EMAIL,
    code: '',
    link: LINK,
    minutes: 4320,
    language: 'en',
    subject: 'Your account for Castle',
    text: `You have an account for Castle. Your username is “alice”. Set your password here: ${LINK}\nThe link is valid once, for 72 hours. Never pass it on.`,
  })
})

test.each([
  [1, '1 minute', '1 分钟'],
  [30, '30 minutes', '30 分钟'],
  [60, '60 minutes', '60 分钟'],
  [90, '90 minutes', '90 分钟'],
  [120, '2 hours', '2 小时'],
])('%d minutes are %s', (minutes, en, zh) => {
  expect(message({ minutes }).text).toContain(`for ${en}.`)
  expect(message({ minutes, language: 'zh' }).text).toContain(`${zh}内有效`)
})

test('a message to a phone has one line and no subject', () => {
  const { subject, text } = message({ kind: 'forgotten', destination: SMS })
  expect([subject, text.includes('\n'), text.includes(LINK)]).toEqual(['', false, true])
})

test('names add no lines, and a placeholder in a name is not replaced', () => {
  const { subject, text } = message({ name: 'Castle\r\nBcc: eve@example.com', username: '{link}\u2028x' })
  expect(subject).toBe('Your account for Castle Bcc: eve@example.com')
  expect(text).toContain('“{link} x”')
  expect(text.split('\n')).toHaveLength(2)
})

test('a message about a password that is kept elsewhere has no link', () => {
  const { text, link } = message({ kind: 'no-link', link: '', minutes: 0 })
  expect([link, text.includes('http'), text.includes('kept elsewhere')]).toEqual(['', false, true])
})
