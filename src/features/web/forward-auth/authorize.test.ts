import { expect, test } from 'vitest'
import type { CheckResult } from '../../../core/check/guard.ts'
import { createCorsRules } from '../../../platform/http/call/cors-rules.ts'
import { refusalResponse } from '../../../platform/http/call/refusal-response.ts'
import { createTrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { listRefusalReasons, Refusal, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import { createAuthorize } from './authorize.ts'

const request = {
  method: 'GET',
  url: '/api/v1/authorize/orders',
  headers: {},
  rawHeaders: [],
  remoteAddress: '::ffff:10.0.0.1',
  requestId: 'aB3',
}

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
}

function refused(refusal: Refusal): CheckResult {
  return { allowed: false, refusal, response: refusalResponse(refusal, 'zh') }
}

function authorizeWith(reason: RefusalReason, admit: () => void = () => {}) {
  return createAuthorize({
    guard: {
      check: async () => refused(new Refusal(reason, { retryAfterSeconds: 1 })),
      refuse: (_, refusal) => ({ allowed: false, refusal, response: refusalResponse(refusal, 'en') }),
    },
    trustedProxies: createTrustedProxies(['10.0.0.0/8']),
    rateLimit: { admit },
    cors: createCorsRules({ origins: ['https://shop.example'], credentials: false }),
    signingSecret: '',
    scopeHeaderOf: () => '{"kind":"all","version":1}',
    path: '/api/v1/authorize',
    now: () => 0,
  })
}

async function statusOf(reason: RefusalReason): Promise<number> {
  const decision = await authorizeWith(reason)(request)
  return decision.refusal ? decision.status : 200
}

test.each([
  ['token-missing', 401],
  ['token-expired', 401],
  ['session-replaced', 401],
  ['permission-denied', 403],
  ['cross-site', 403],
  ['password-change-due', 403],
  ['second-factor-due', 403],
  ['rate-limited', 429],
  ['path-not-canonical', 400],
  ['fault', 500],
  ['unavailable', 503],
] as const)('%s has the status %i', async (reason, status) => {
  expect(await statusOf(reason)).toBe(status)
})

test('no refusal has a status by which a proxy would let the request pass', async () => {
  for (const { reason } of listRefusalReasons()) {
    expect(await statusOf(reason as RefusalReason), reason).toBeGreaterThanOrEqual(400)
  }
})

test('the body is also sent as a header, in ASCII', async () => {
  const decision = await authorizeWith('token-missing')(request)
  const header = decision.headers['X-Castellan-Refusal'] ?? ''
  expect(header).toMatch(/^[ -~]+$/)
  expect(JSON.parse(header)).toEqual({ code: 401, msg: '您尚未登录。' })
  expect(decision.headers['X-Castellan-Refusal-Status']).toBe('200')
})

test('a preflight request is not refused, and has a status by which no proxy lets it pass', async () => {
  const decision = await authorizeWith('token-missing')({ ...request, ...PREFLIGHT })
  expect(decision).toMatchObject({ refusal: undefined, status: 403, body: '' })
  expect(decision.headers).toMatchObject({
    'Access-Control-Allow-Origin': 'https://shop.example',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'X-Castellan-Refusal-Status': '204',
  })
  const other = { ...PREFLIGHT.headers, origin: 'https://other.example' }
  expect(await authorizeWith('token-missing')({ ...request, ...PREFLIGHT, headers: other })).toMatchObject({
    status: 401,
    refusal: { reason: 'token-missing' },
  })
})

test.each(['authorization,if-match', 'X-Page', 'a, b ,\tc'])(
  'a page may send the headers %s',
  async (names) => {
    const headers = { ...PREFLIGHT.headers, 'access-control-request-headers': names }
    const decision = await authorizeWith('token-missing')({ ...request, ...PREFLIGHT, headers })
    expect(decision.headers['Access-Control-Allow-Headers']).toBe(names)
  },
)

test.each(['', ',', 'a b', 'a,,b', 'a:b', 'x'.repeat(1025)])(
  'malformed names of headers are not repeated: %j',
  async (names) => {
    const headers = { ...PREFLIGHT.headers, 'access-control-request-headers': names }
    const decision = await authorizeWith('token-missing')({ ...request, ...PREFLIGHT, headers })
    expect(decision.headers['Access-Control-Allow-Headers']).toBe('Authorization, Content-Type')
  },
)

test('requests that reach no check count against the rate limit', async () => {
  const authorize = authorizeWith('token-missing', () => {
    throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
  })
  for (const other of [{ remoteAddress: '192.0.2.1' }, { url: '/api/v1/authorize' }, PREFLIGHT]) {
    expect(await authorize({ ...request, ...other })).toMatchObject({ status: 429 })
  }
})

test('an unexpected error of the rate limit is not a decision', async () => {
  const authorize = authorizeWith('token-missing', () => {
    throw new Error('broken')
  })
  await expect(authorize({ ...request, remoteAddress: '192.0.2.1' })).rejects.toThrow('broken')
})
