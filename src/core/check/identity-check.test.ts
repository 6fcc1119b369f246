import { expect, test } from 'vitest'
import { IDENTITY } from '../../../test/support/route-app.ts'
import type { Identity } from '../../platform/http/call/identity.ts'
import type { IncomingCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { EndReason } from '../token/revocation.ts'
import { createRevocations } from '../token/revocation.ts'
import { type Caller, createIdentityCheck, type IdentityCheckOptions } from './identity-check.ts'

const THE_TOKEN = 'the token'

function callTo(url: string): IncomingCall {
  return { method: 'GET', url, headers: {}, remoteAddress: '192.0.2.1' }
}

function createCheck(changes: Partial<IdentityCheckOptions> = {}) {
  return createIdentityCheck({
    readToken: () => THE_TOKEN,
    tokens: tokensOf(IDENTITY),
    revocations: () => createRevocations(),
    isStale: () => false,
    ...changes,
  })
}

/** Returns the identity that the check finds, or the reason of its refusal. */
function outcomeOf(changes: Partial<IdentityCheckOptions> = {}, url = '/'): unknown {
  try {
    return { seen: createCheck(changes)(callTo(url)).identity }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.reason : error }
  }
}

/** Returns tokens of which only `THE_TOKEN` is valid. */
const tokensOf = (identity: Identity): IdentityCheckOptions['tokens'] => ({
  verify(token) {
    if (token !== THE_TOKEN) throw new Refusal('token-malformed')
    return identity
  },
})

test('the second run of the check uses the token that the first one has read', () => {
  let reads = 0
  const check = createCheck({
    readToken() {
      reads++
      return THE_TOKEN
    },
  })
  const first = check(callTo('/'))
  expect(check(callTo('/'), first)).toBe(first)
  expect(reads).toBe(1)
})

test('the identity of a valid token is returned', () => {
  expect(outcomeOf()).toEqual({ seen: IDENTITY })
})

test('a missing token and an invalid token are refused', () => {
  const readToken = () => {
    throw new Refusal('token-missing')
  }
  expect(outcomeOf({ readToken })).toEqual({ refused: 'token-missing' })
  expect(outcomeOf({ readToken: () => 'another token' })).toEqual({ refused: 'token-malformed' })
})

test('every token is refused while the revocations are too old', () => {
  expect(outcomeOf({ isStale: () => true })).toEqual({ refused: 'unavailable' })
})

const REASONS: Record<EndReason, string> = {
  ended: 'token-revoked',
  replaced: 'session-replaced',
  'ended-by-operator': 'session-ended',
  'password-changed': 'password-changed',
  'role-ended': 'role-ended',
}

test('a token whose session has ended is refused, with the reason', () => {
  for (const reason of Object.keys(REASONS) as EndReason[]) {
    const revocation = { kind: 'session', subjectId: IDENTITY.sessionId, upToSession: 0, reason } as const
    const revocations = createRevocations([revocation])
    expect(outcomeOf({ revocations: () => revocations })).toEqual({ refused: REASONS[reason] })
  }
})

test('a user who has to set a new password may call little else', () => {
  const due = { ...IDENTITY, pwdChangeDue: true }
  const tokens = tokensOf(due)
  expect(outcomeOf({ tokens }, '/api/v1/role')).toEqual({ refused: 'password-change-due' })
  expect(outcomeOf({ tokens }, '/api/v1/user/profile')).toEqual({ seen: due })
})

test('a user who has to set up a second factor may call little else', () => {
  const due = { ...IDENTITY, secondFactorDue: true }
  const tokens = tokensOf(due)
  expect(outcomeOf({ tokens }, '/api/v1/role')).toEqual({ refused: 'second-factor-due' })
  expect(outcomeOf({ tokens }, '/api/v1/user/login-methods')).toEqual({ seen: due })
})

test('the second run refuses a session that has ended since the first one', () => {
  const earlier: Caller = { identity: IDENTITY, token: THE_TOKEN, allowedCall: { method: 'GET', path: '/x' } }
  const reason = 'ended-by-operator'
  const revocations = createRevocations([
    { kind: 'session', subjectId: IDENTITY.sessionId, upToSession: 0, reason },
  ])
  const check = createCheck({ revocations: () => revocations })
  expect(() => check(callTo('/x'), earlier)).toThrow(expect.objectContaining({ reason: 'session-ended' }))
})

test('the second run keeps the call that the permission check has allowed', () => {
  const earlier: Caller = { identity: IDENTITY, token: THE_TOKEN, allowedCall: { method: 'GET', path: '/x' } }
  expect(createCheck()(callTo('/x'), earlier)).toBe(earlier)
})
