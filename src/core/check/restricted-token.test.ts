import { expect, test } from 'vitest'
import { restrictionOf } from './restricted-token.ts'

const call = (method: string, path: string) => ({ method, url: `/api/v1${path}` })

test('a token without restrictions allows every call', () => {
  expect(restrictionOf({}, call('GET', '/role'))).toBeUndefined()
})

test('before the second factor is set up, only its enrolment and the own account are open', () => {
  const due = { secondFactorDue: true }
  for (const [method, path] of [
    ['GET', '/getinfo'],
    ['GET', '/user/profile'],
    ['GET', '/user/login-methods'],
    ['POST', '/user/second-factor'],
    ['POST', '/user/second-factor/confirm'],
    ['POST', '/logout'],
  ] as const) {
    expect(restrictionOf(due, call(method, path)), path).toBeUndefined()
  }
  for (const [method, path] of [
    ['PUT', '/user/pwd/set'],
    ['DELETE', '/user/second-factor'],
    ['POST', '/user/second-factor/recovery-codes'],
    ['POST', '/user/passkey/options'],
    ['POST', '/user/second-factor/confirm/'],
    ['GET', '/sys-user'],
  ] as const) {
    expect(restrictionOf(due, call(method, path)), path).toBe('second-factor-due')
  }
})

test('if both are due, the password comes first', () => {
  const due = { pwdChangeDue: true, secondFactorDue: true }
  expect(restrictionOf(due, call('PUT', '/user/pwd/set'))).toBeUndefined()
  expect(restrictionOf(due, call('POST', '/user/second-factor'))).toBe('password-change-due')
})
