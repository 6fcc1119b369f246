import { expect, test } from 'vitest'
import { coloursFor } from '../cli/output/colour.ts'
import { createReadableFormat } from './log-line.ts'

const plain = createReadableFormat(coloursFor({}))
const coloured = createReadableFormat(coloursFor({ isTTY: true }, { TERM: 'xterm' }))
const time = new Date(2026, 0, 2, 3, 4, 5, 67).getTime()
const lineOf = (fields: object) =>
  `${JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', ...fields })}\n`
const request = {
  reqId: 'a',
  method: 'GET',
  path: '/api/v1/role',
  status: 200,
  user: 'alice',
  address: '::1',
  ms: 1.3,
}

test('a request is one line: local time, method, path, status, reason, address, user, milliseconds', () => {
  expect(plain(lineOf(request))).toBe('03:04:05.067 GET /api/v1/role 200 ::1 alice 1.3 ms\n')
  expect(plain(lineOf({ ...request, refusal: 'permission-denied', user: undefined }))).toBe(
    '03:04:05.067 GET /api/v1/role 200 permission-denied ::1 1.3 ms\n',
  )
})

test.each([
  [{}, '\x1b[32m200\x1b[39m'],
  [{ refusal: 'token-expired' }, '\x1b[33m200\x1b[39m \x1b[33mtoken-expired\x1b[39m'],
  [{ status: 404, refusal: 'route-unknown' }, '\x1b[33m404\x1b[39m'],
  [{ status: 500, refusal: 'fault' }, '\x1b[31m500\x1b[39m \x1b[31mfault\x1b[39m'],
])('the colour of a request shows its outcome: %o', (fields, text) => {
  expect(coloured(lineOf({ ...request, ...fields }))).toContain(text)
})

test('an event has its level, its text and other fields', () => {
  expect(plain(lineOf({ level: 40, msg: 'careful' }))).toBe('03:04:05.067 WARN careful\n')
  expect(plain(lineOf({ msg: 'x', count: 3, where: 'here' }))).toBe(
    '03:04:05.067 INFO x count=3 where=here\n',
  )
  expect(coloured(lineOf({ level: 50, msg: 'bad' }))).toContain('\x1b[31mERROR\x1b[39m bad')
})

test('an error is shown with its message, and its stack on further lines', () => {
  const err = {
    type: 'Error',
    message: 'unforeseen',
    stack: 'Error: unforeseen\n    at a.ts:1\n    at b.ts:2',
  }
  expect(plain(lineOf({ level: 60, err, msg: 'exits' }))).toBe(
    '03:04:05.067 FATAL exits: unforeseen\n    at a.ts:1\n    at b.ts:2\n',
  )
  expect(plain(lineOf({ level: 50, err, msg: 'unforeseen' }))).toMatch(/ERROR unforeseen\n/)
})

test.each(['path', 'user', 'address', 'refusal', 'method'])(
  'control characters in the %s of a request reach no terminal',
  (field) => {
    const line = plain(lineOf({ ...request, [field]: 'a\x1b[2Jb\nc\u202ed' }))
    expect(line).toContain('a\uFFFD[2Jb\uFFFDc\uFFFDd')
    expect(line.split('\n')).toHaveLength(2)
  },
)

test('control characters in events and errors reach no terminal', () => {
  const err = { message: 'a\x1bb', stack: 'Error: a\x1bb\n  at \x1b]0;x\x07' }
  const line = plain(lineOf({ level: 50, msg: 'x\x1b\ny', 'k\x1b': '\x1b', err }))
  expect(line).not.toContain('\x1b')
  expect(line.split('\n')).toHaveLength(3)
})
