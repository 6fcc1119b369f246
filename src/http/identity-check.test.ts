import fastify, { type FastifyReply, type FastifyRequest, type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { IDENTITY } from '../../test/support/route-app.ts'
import { Refusal } from '../refusal.ts'
import type { EndReason } from '../token/revocation.ts'
import { createRevocations } from '../token/revocation.ts'
import type { Identity } from '../token/token-payload.ts'
import { toHook } from './check.ts'
import { createIdentityCheck, type IdentityCheckOptions } from './identity-check.ts'
import { callerOf, provideIdentity, setCaller } from './request-identity.ts'

const THE_TOKEN = 'the token'
const NOW = 1_800_000_000_000

/** Who is calling as the handler sees it, or why it was not reached. */
async function outcomeOf(
  changes: Partial<IdentityCheckOptions> = {},
  request: InjectOptions = { url: '/' },
): Promise<unknown> {
  const app = fastify()
  provideIdentity(app)
  let seen: Identity | null | undefined
  let refused: unknown
  app.setErrorHandler((error, _request, reply) => {
    refused = error instanceof Refusal ? error.reason : error
    return reply.send({})
  })
  const check = createIdentityCheck({
    readToken: () => THE_TOKEN,
    tokens: known(IDENTITY),
    revocations: () => createRevocations(),
    isStale: () => false,
    now: () => NOW,
    ...changes,
  })
  app.get('/*', { onRequest: toHook(check) }, async (request) => {
    seen = request.identity
    return {}
  })
  await app.inject(request)
  await app.close()
  return seen === undefined ? { refused } : { seen }
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
  const readToken = () => {
    reads++
    return THE_TOKEN
  }
  const check = createIdentityCheck({
    readToken,
    tokens: known(IDENTITY),
    revocations: () => createRevocations(),
    isStale: () => false,
    now: () => NOW,
  })
  const app = fastify()
  app.get('/', { onRequest: [toHook(check), toHook(check)] }, async () => ({}))
  expect((await app.inject('/')).statusCode).toBe(200)
  expect(reads).toBe(1)
  await app.close()
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
    expect(await outcomeOf({ tokens, isStale: (time) => time === NOW })).toEqual({
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
    expect(await outcomeOf({ tokens }, { url: '/api/v1/role' })).toEqual({ refused: 'password-change-due' })
    expect(await outcomeOf({ tokens }, { url: '/api/v1/user/profile' })).toEqual({ seen: due })
  },
)

test('the second run keeps the call that the permission check has allowed', () => {
  const check = createIdentityCheck({
    readToken: () => THE_TOKEN,
    tokens: known(IDENTITY),
    revocations: () => createRevocations(),
    isStale: () => false,
    now: () => NOW,
  })
  const request = {} as FastifyRequest
  const caller = { identity: IDENTITY, token: THE_TOKEN, allowedCall: { method: 'GET', path: '/x' } }
  setCaller(request, caller)
  check(request, {} as FastifyReply)
  expect(callerOf(request)).toBe(caller)
})
