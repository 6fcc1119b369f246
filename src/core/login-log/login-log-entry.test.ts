import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLoginLogEntry, type LoginAttempt } from './login-log-entry.ts'

const attempt: LoginAttempt = {
  username: 'alice',
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  msg: 'Wrong username or password.',
  reason: 'credentials-wrong',
  method: 'password',
  at: new Date('2026-01-02T03:04:05.678Z'),
}

function usernameOf(username: unknown): string {
  return createLoginLogEntry({ ...attempt, username }).username
}

test('an attempt becomes an entry with the fields of go-admin', () => {
  expect(createLoginLogEntry(attempt, () => 'key-1')).toEqual({
    key: 'key-1',
    username: 'alice',
    status: '1',
    ipaddr: '192.0.2.1',
    loginLocation: '',
    browser: 'Firefox 120.0',
    os: 'Linux',
    platform: 'desktop',
    loginTime: '2026-01-02T03:04:05.678Z',
    remark: attempt.userAgent,
    msg: 'Wrong username or password.',
    reason: 'credentials-wrong',
    method: 'password',
    loginKey: '',
    newNetwork: false,
  })
})

test('each attempt has its own key', () => {
  expect(createLoginLogEntry(attempt).key).not.toBe(createLoginLogEntry(attempt).key)
})

test('L29: characters that break the line or move the cursor are escaped', () => {
  expect(usernameOf('a\r\nb')).toBe('a\\u000d\\u000ab')
  expect(usernameOf('\u001b[2J\u0000\u009b')).toBe('\\u001b[2J\\u0000\\u009b')
  expect(usernameOf('a\u2028b\u2029c')).toBe('a\\u2028b\\u2029c')
  expect(usernameOf('\u202eadmin\u2066\u200b')).toBe('\\u202eadmin\\u2066\\u200b')
  expect(usernameOf('a\ud800b')).toBe('a\\ud800b')
  expect(usernameOf('\u{e0041}')).toBe('\\u{e0041}')
})

test('readable names are not changed', () => {
  for (const name of ['王小明', 'DOMAIN\\user', '😀', 'a b', 'Zoë']) expect(usernameOf(name)).toBe(name)
})

test('L29: a long text is cut to the limit, and no escape is cut in half', () => {
  expect(usernameOf('x'.repeat(255))).toBe('x'.repeat(255))
  expect(usernameOf('x'.repeat(10_000))).toBe(`${'x'.repeat(254)}…`)
  expect(usernameOf('😀'.repeat(10_000))).toBe(`${'😀'.repeat(254)}…`)
  expect(usernameOf('\n'.repeat(10_000))).toBe(`${'\\u000a'.repeat(42)}…`)
  const { remark, msg } = createLoginLogEntry({
    ...attempt,
    userAgent: 'x'.repeat(10_000),
    msg: 'y'.repeat(999),
  })
  expect([remark.length, msg.length]).toEqual([512, 255])
})

test('a username that is not a text is logged as JSON', () => {
  expect(usernameOf(undefined)).toBe('')
  expect(usernameOf(42)).toBe('42')
  expect(usernameOf(['admin'])).toBe('["admin"]')
  expect(usernameOf({ $ne: null })).toBe('{"$ne":null}')
  expect(usernameOf(1n)).toBe('')
})

test('every entry is bounded and on one line, whatever the client sent', () => {
  const text = fc.array(fc.nat(0xffff), { maxLength: 700 }).map((units) => String.fromCharCode(...units))
  const anyDate = fc.date({ noInvalidDate: false })
  fc.assert(
    fc.property(fc.anything(), text, anyDate, (username, sent, at) => {
      const entry = createLoginLogEntry({
        ...attempt,
        username,
        userAgent: sent,
        address: sent,
        msg: sent,
        at,
      })
      const { newNetwork, ...texts } = entry
      expect(newNetwork).toBe(false)
      expect(Object.values(texts).every((value) => typeof value === 'string')).toBe(true)
      expect(Object.values(entry).join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      for (const value of [entry.username, entry.ipaddr, entry.msg])
        expect([...value].length).toBeLessThan(256)
      expect([...entry.remark].length).toBeLessThan(513)
    }),
  )
})
