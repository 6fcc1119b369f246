import { expect, test } from 'vitest'
import { IDENTITY } from '../../../test/support/route-app.ts'
import type { EndReason } from '../../authentication/token/revocation.ts'
import { createRevocations } from '../../authentication/token/revocation.ts'
import type { Identity } from '../../foundation/identity/identity.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Caller } from './caller.ts'
import { createIdentityCheck, type IdentityCheckOptions } from './identity-check.ts'
import type { IncomingCall } from './incoming-call.ts'

const THE_TOKEN = 'the token'
const NOW = 1_800_000_000_000

function callTo(url: string): IncomingCall {
  return { method: 'GET', url, headers: {}, remoteAddress: '192.0.2.1' }
}

function createCheck(changes: Partial<IdentityCheckOptions> = {}) {
  return createIdentityCheck({
    readToken: () => THE_TOKEN,
    tokens: known(IDENTITY),
    revocations: () => createRevocations(),
    isStale: () => false,
    now: () => NOW,
    ...changes,
  })
}

/** Returns the identity that the check finds, or the reason of its refusal. */
async function outcomeOf(changes: Partial<IdentityCheckOptions> = {}, url = '/'): Promise<unknown> {
  try {
    return { seen: (await createCheck(changes)(callTo(url))).identity }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.reason : error }
  }
}

const never = () => Promise.reject(new Error('not asked for'))
const known = (identity: Identity): IdentityCheckOptions['tokens'] => ({
  findVerified: (token) => (token === THE_TOKEN ? identity : undefined),
  verify: never,
})
const unknown = (verify: (token: string) => Promise<Identity>): IdentityCheckOptions['tokens'] => ({
  findVerified: () => undefined,
  verify,
})

const KINDS: readonly (readonly [string, IdentityCheckOptions['tokens']])[] = [
  ['seen before', known(IDENTITY)],
  ['not seen before', unknown(async (token) => ({ ...IDENTITY, username: `of ${token}` }))],
]

test('a cached token is not verified again', async () => {
  expect(await outcomeOf()).toEqual({ seen: IDENTITY })
})

test('the second run of the check uses the token that the first one has read', async () => {
  let reads = 0
  const check = createCheck({
    readToken() {
      reads++
      return THE_TOKEN
    },
  })
  const first = await check(callTo('/'))
  expect(await check(callTo('/'), first)).toBe(first)
  expect(reads).toBe(1)
})

test('a token that is not cached is verified', async () => {
  const tokens = unknown(async (token) => ({ ...IDENTITY, username: `of ${token}` }))
  expect(await outcomeOf({ tokens })).toEqual({ seen: { ...IDENTITY, username: 'of the token' } })
})

test('a missing token and an invalid token are refused', async () => {
  const readToken = () => {
    throw new Refusal('token-missing')
  }
  expect(await outcomeOf({ readToken })).toEqual({ refused: 'token-missing' })
  const tokens = unknown(() => Promise.reject(new Refusal('token-expired')))
  expect(await outcomeOf({ tokens })).toEqual({ refused: 'token-expired' })
})

test.each(KINDS)(
  'a token %s is refused while it is unknown who was shut out since',
  async (_name, tokens) => {
    expect(await outcomeOf({ tokens, isStale: () => true })).toEqual({
      refused: 'unavailable',
    })
  },
)

test('the expiry of a cached token is checked at the current time', async () => {
  const times: number[] = []
  const tokens: IdentityCheckOptions['tokens'] = {
    ...known(IDENTITY),
    findVerified(_token, time) {
      times.push(time)
      return IDENTITY
    },
  }
  expect(await outcomeOf({ tokens })).toEqual({ seen: IDENTITY })
  expect(times).toEqual([NOW])
})

const REASONS: Record<EndReason, string> = {
  ended: 'token-revoked',
  replaced: 'session-replaced',
  'ended-by-operator': 'session-ended',
  'password-changed': 'password-changed',
}

test.each(KINDS)('a token %s whose session has ended is refused, with the reason', async (_name, tokens) => {
  for (const reason of Object.keys(REASONS) as EndReason[]) {
    const mark = { kind: 'session', subjectId: IDENTITY.sessionId, upToSession: 0, reason } as const
    const revocations = createRevocations([mark])
    expect(await outcomeOf({ tokens, revocations: () => revocations })).toEqual({ refused: REASONS[reason] })
  }
})

test.each(KINDS)(
  'a token %s of one who has to set a new password first is good for little else',
  async (_name, of) => {
    const due = { ...IDENTITY, pwdChangeDue: true }
    const tokens = of.findVerified(THE_TOKEN, NOW) ? known(due) : unknown(async () => due)
    expect(await outcomeOf({ tokens }, '/api/v1/role')).toEqual({ refused: 'password-change-due' })
    expect(await outcomeOf({ tokens }, '/api/v1/user/profile')).toEqual({ seen: due })
  },
)

test.each(KINDS)(
  'a token %s of one who has to set up a second factor first is good for little else',
  async (_name, of) => {
    const due = { ...IDENTITY, secondFactorDue: true }
    const tokens = of.findVerified(THE_TOKEN, NOW) ? known(due) : unknown(async () => due)
    expect(await outcomeOf({ tokens }, '/api/v1/role')).toEqual({ refused: 'second-factor-due' })
    expect(await outcomeOf({ tokens }, '/api/v1/user/login-methods')).toEqual({ seen: due })
  },
)

test('the second run keeps the call that the permission check has allowed', async () => {
  const earlier: Caller = { identity: IDENTITY, token: THE_TOKEN, allowedCall: { method: 'GET', path: '/x' } }
  expect(await createCheck()(callTo('/x'), earlier)).toBe(earlier)
  const tokens = unknown(async () => ({ ...IDENTITY }))
  expect(await createCheck({ tokens })(callTo('/x'), earlier)).toBe(earlier)
})
