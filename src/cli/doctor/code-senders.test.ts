import { expect, test } from 'vitest'
import { resolveSettings } from '../../settings/load-settings.ts'
import { checkCodeSenders } from './code-senders.ts'

const SMTP = { host: 'mail.example.com', from: 'no-reply@example.com' }

function check(methods: readonly ('password' | 'code')[], smtp: object) {
  return checkCodeSenders(resolveSettings({ login: { methods, code: { smtp } } }).login)
}

test('without logins by one-time codes there is nothing to check', () => {
  expect(check(['password'], {})).toEqual([])
})

test('what stops the start is a problem', () => {
  expect(check(['password', 'code'], { from: SMTP.from })).toEqual([
    {
      status: 'problem',
      found: 'login.code.smtp.host is empty',
      fix: 'Set it to your SMTP server, or use another sender',
    },
  ])
  expect(check(['password', 'code'], {})).toMatchObject([
    { found: 'login.code.smtp.host is empty' },
    { found: 'login.code.smtp.from is empty' },
  ])
})

test('a CA file without certificates is a problem', () => {
  expect(check(['password', 'code'], { ...SMTP, caFile: import.meta.filename })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('contains no certificate') },
  ])
  expect(check(['password', 'code'], { ...SMTP, caFile: '/nowhere/ca.pem' })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('does not exist') },
  ])
})

test('complete settings are reported', () => {
  expect(check(['password', 'code'], SMTP)).toMatchObject([{ status: 'ok' }])
})
