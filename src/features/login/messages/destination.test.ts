import { expect, test } from 'vitest'
import { emailOf } from '../../../platform/text/email-address.ts'
import { destinationOf, phoneOf } from './destination.ts'

test.each([
  'alice@example.com',
  "o'brien+castle@sub.example.co",
  'root@localhost',
  `${'a'.repeat(64)}@example.com`,
  'a@xn--fsqu00a.xn--0zwm56d',
])('%s is a usable e-mail address', (address) => {
  expect(emailOf(` ${address} `)).toBe(address)
})

test.each([
  '',
  'alice',
  'alice@',
  '@example.com',
  'a@b@example.com',
  'alice@example.com, eve@example.com',
  'alice@example.com;eve@example.com',
  'alice@example.com\r\nBcc: eve@example.com',
  'alice@example.com\nDATA',
  'Alice <alice@example.com>',
  '"alice\r\n"@example.com',
  'alice @example.com',
  'alice@exa mple.com',
  'alice@[127.0.0.1]',
  'alice@example.com>',
  '<eve@example.com> alice@example.com',
  'alice(eve@example.com)@example.com',
  'alice@-example.com',
  'alice@example..com',
  '.alice@example.com',
  'alice@example.com\u0000',
  'alice@example\u2028.com',
  'älice@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(200)}com`,
])('%j is not a usable e-mail address', (address) => {
  expect(emailOf(address)).toBeUndefined()
})

test('a phone number is reduced to its digits', () => {
  expect(['+86 138-0013-8000', '(030) 123.456', '13800138000'].map(phoneOf)).toEqual([
    '+8613800138000',
    '030123456',
    '13800138000',
  ])
})

test.each([
  '',
  '110',
  '+',
  '+49 30 1234567 ext. 5',
  '1'.repeat(16),
  `5${' '.repeat(70)}55555`,
  '++4930123456',
])('%j is not a usable phone number', (number) => {
  expect(phoneOf(number)).toBeUndefined()
})

test('a user gets messages by the first channel for which there is an address', () => {
  const user = { email: 'alice@example.com', phone: '13800138000' }
  expect(destinationOf(user, ['sms', 'email'])).toEqual({ channel: 'sms', to: '13800138000' })
  expect(destinationOf({ ...user, phone: 'none' }, ['sms', 'email'])).toEqual({
    channel: 'email',
    to: 'alice@example.com',
  })
  expect(destinationOf({ ...user, email: '' }, ['email'])).toBeUndefined()
})
