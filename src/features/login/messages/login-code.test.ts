import { describe, expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import { problemsOfCodeSenders } from './login-code.ts'

const SECRET = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
const SMTP = { host: 'smtp.example.com', from: 'no-reply@example.com' }

type Code = NonNullable<
  Exclude<Parameters<typeof resolveSettings>[0], { settings: unknown }>['login']
>['code']

const read = (code: Code) => resolveSettings({ login: { code } }).login.code
const problemOf = (code: Code) => {
  const [found] = problemsOfCodeSenders(read(code))
  return found && `${found.key} ${found.problem}`
}

test('the defaults', () => {
  const { texts, ...others } = read({})
  expect(others).toEqual({
    channels: ['email'],
    digits: 6,
    lifetimeSeconds: 300,
    maxAttempts: 5,
    maxPerHour: 5,
    maxPerDay: 10,
    maxPerNetworkPerDay: 100,
    maxTotalPerDay: 10_000,
    emailSender: 'smtp',
    timeoutSeconds: 10,
    smtp: { host: '', port: 587, tls: 'starttls', caFile: '', username: '', password: '', from: '' },
    webhook: { url: '', secret: '' },
  })
  for (const { emailSubject, email, sms } of [texts.en, texts.zh]) {
    expect(emailSubject).toContain('{name}')
    for (const text of [email, sms]) expect(text).toMatch(/(?=.*\{code\})(?=.*\{minutes\})(?=.*\{name\})/)
  }
})

describe('the senders', () => {
  test('complete settings have no problem', () => {
    expect(problemOf({ smtp: SMTP })).toBeUndefined()
    expect(problemOf({ smtp: { ...SMTP, username: 'a', password: 'b' } })).toBeUndefined()
    expect(problemOf({ smtp: { ...SMTP, host: '127.0.0.1', tls: 'none' } })).toBeUndefined()
    expect(problemOf({ smtp: { ...SMTP, host: '::1', tls: 'none' } })).toBeUndefined()
    const webhook = { url: 'https://sms.example.com/', secret: SECRET }
    expect(problemOf({ channels: ['sms'], webhook })).toBeUndefined()
    expect(problemOf({ emailSender: 'webhook', webhook })).toBeUndefined()
    expect(problemOf({ channels: ['sms', 'email'], webhook, smtp: SMTP })).toBeUndefined()
  })

  test.each<[Code, string]>([
    [{}, 'login.code.smtp.host is empty'],
    [{ smtp: { host: 'smtp.example.com' } }, 'login.code.smtp.from is empty'],
    [
      { smtp: { ...SMTP, tls: 'none' } },
      'login.code.smtp.tls is none, which is allowed only for a server on this',
    ],
    [{ smtp: { ...SMTP, host: '127.0.0.1.example.com', tls: 'none' } }, 'login.code.smtp.tls is none'],
    [{ smtp: { ...SMTP, username: 'a' } }, 'login.code.smtp.username needs login.code.smtp.password'],
    [{ channels: ['sms'] }, 'login.code.webhook.url is empty, but codes of the channel sms'],
    [
      { channels: ['sms'], webhook: { url: 'https://sms.example.com' } },
      'login.code.webhook.secret is empty',
    ],
    [{ emailSender: 'webhook' }, 'login.code.webhook.url is empty, but codes of the channel email'],
    [{ channels: [] }, 'login.code.channels is empty'],
  ])('%j is refused', (code, problem) => {
    expect(problemOf(code)).toContain(problem)
  })
})

test.each<[Code, RegExp]>([
  [{ channels: ['fax'] }, /login\.code\.channels .*is not one of email, sms/],
  [{ digits: 4 }, /login\.code\.digits .*from 6 to 10/],
  [{ smtp: { from: 'Castle <a@example.com>' } }, /login\.code\.smtp\.from .*must be an e-mail address/],
  [{ smtp: { from: 'a@example.com\nBcc: b@example.com' } }, /must be an e-mail address/],
  [
    { webhook: { url: 'http://sms.example.com' } },
    /anyone on the network path can read the codes\. Use https/,
  ],
  [
    { webhook: { url: 'https://user:pass@sms.example.com' } },
    /has a password: the receiver verifies the signature/,
  ],
  [{ webhook: { secret: 'short' } }, /whsec_/],
  [{ texts: { en: { email: 'Hello' } } }, /login\.code\.texts\.en\.email .*must contain \{code\}/],
  [{ texts: { en: { sms: '{code} {user}' } } }, /has the placeholder \{user\}; allowed are \{code\}/],
  [{ texts: { zh: { sms: '{code}\nx' } } }, /must be one line/],
  [{ texts: { en: { emailSubject: 'a\r\nBcc: b@example.com' } } }, /must be one line/],
  [{ texts: { en: { sms: `{code}${'x'.repeat(500)}` } } }, /at most 500 characters/],
])('%j is refused', (code, problem) => {
  expect(() => read(code)).toThrow(problem)
})
