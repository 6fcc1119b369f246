import { expect, test } from 'vitest'
import { refusalLines } from './explanation-lines.ts'

const REFUSAL = {
  requestId: 'a1',
  refusedAt: '2026-11-17T07:00:00.123Z',
  reason: 'permission-denied',
  code: 401,
  method: 'PUT',
  path: '/orders/7',
  address: '192.0.2.1',
  meaning: 'No rule.',
  fix: 'Add it.',
}

test('a refusal is printed with who, what, when, why, the fix and the command', () => {
  const access = {
    allowed: false,
    why: 'denied',
    roleKey: 'reader',
    command: 'castellan policy add reader PUT /orders/7',
  } as const
  const user = { userId: 7, username: 'rita' }
  const list = [{ ...REFUSAL, user, roleKey: 'reader', sessionId: 3, access }]
  expect(refusalLines({ keepMinutes: 60, list })).toEqual([
    'PUT /orders/7',
    '  who      rita, role reader, session 3',
    '  from     192.0.2.1',
    '  when     2026-11-17T07:00:00Z',
    '  request  a1',
    '  why      permission-denied (code 401): No rule.',
    '  fix      Add it.',
    '  now:',
    '    no: no rule allows it',
    '    To allow it: castellan policy add reader PUT /orders/7',
  ])
})

test('a refusal by the handler is printed with the decision about the needed call', () => {
  const access = { allowed: false, why: 'denied', roleKey: 'reader' } as const
  const list = [{ ...REFUSAL, needed: { method: 'GET', path: '/users' }, access }]
  expect(refusalLines({ keepMinutes: 60, list })).toContain('  now, for GET /users:')
})

test('without a user, the lines say whether there was no valid token or the token was not checked', () => {
  const whoOf = (reason: string) => refusalLines({ keepMinutes: 60, list: [{ ...REFUSAL, reason }] })[1]
  expect(whoOf('token-missing')).toBe('  who      nobody: no valid token')
  expect(whoOf('path-not-canonical')).toBe('  who      not known: the token was not checked')
  expect(whoOf('credentials-wrong')).toBe('  who      not known: the token was not checked')
})

test('a command that allows more than the call says so', () => {
  const access = {
    allowed: false,
    why: 'denied',
    roleKey: 'few',
    allowsMore: true,
    command: 'castellan policy add few GET /orders/:name/y',
  } as const
  const lines = refusalLines({ keepMinutes: 60, list: [{ ...REFUSAL, access }] })
  expect(lines).toContainEqual(expect.stringContaining('allows more than this call'))
})

test('without a refusal, the lines say how long refusals are kept', () => {
  expect(refusalLines({ keepMinutes: 60, list: [] })).toEqual([
    'No refused request was found. They are kept for 60 minutes (explain.keepMinutes); in a flood of refusals, some are not recorded.',
  ])
  expect(refusalLines({ keepMinutes: 0, list: [] })).toEqual([
    'Refused requests are not recorded: set explain.keepMinutes.',
  ])
})
