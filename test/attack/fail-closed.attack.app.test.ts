import { randomBytes } from 'node:crypto'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { type Answer, bearer, call, getCaptcha, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { refusalBodyOf } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import { isDeep } from '../support/scale.ts'
import { takeProblems } from '../support/seen-responses.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { forged, HEADER } from './support/forged-token.ts'
import { startTarget } from './support/target.ts'

const { withFaultInjection, faultInjection, interceptModule } = await vi.hoisted(
  () => import('./support/fault-injection.ts'),
)

// The real dependencies of the two checks and the login, with fault injection in front of every call.
vi.mock('../../src/core/login/captcha/captcha.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/cluster/change-feed/change-feed.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/platform/database/query/transaction.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/platform/http/call/canonical-path.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/core/check/http/request.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/check/cross-site-check.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/http/call/framing.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/http/call/incoming-call.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/platform/http/call/language.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/http/call/rate-limit.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/http/responses/error-to-refusal.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/core/check/token-carriers.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/http/responses/cookies.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/password/hash-function.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login/login.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login/login-throttle.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login/login-failures.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login/login-throttle.store.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/password/stored-hash-kinds.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/password/password-hash.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/password/password-method.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/features/login/second-factor/second-factor-step.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/features/login/second-factor/second-factor.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/features/login/second-factor/second-factor.store.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/core/password/password-verifier.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login-log/login-log-entry.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/login-log/login-log.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/network/network.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/permission/exclusion-list.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/permission/permission.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/permission/policy.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/session/login-state.store.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/session/session.store.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/session/session.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/platform/cluster/short-lived/memory-store.ts', async (real) =>
  interceptModule(await real<object>()),
)
vi.mock('../../src/core/token/revocation-cache.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/token/token.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/user/account.store.ts', async (real) => interceptModule(await real<object>()))
vi.mock('../../src/core/user/user.store.ts', async (real) => interceptModule(await real<object>()))

const PASSWORD = 'the password of clerk'
const ORDERS = { method: 'GET', path: '/api/v1/orders' }
/** Has an older hash before a login, which then rehashes the password. */

// An injected fault also prevents the headers that the OpenAPI document requires.
afterEach(() => takeProblems())

const target = await startTarget({
  settings: {
    jwt: { cookie: true },
    rateLimit: { perAddress: 1e6, loginPerAddress: 1e6 },
    login: { maxFailures: 1000, maxFailuresPerNetwork: 1e6 },
  },
})
afterAll(target.close)
const clerk = (await loginAs(target, 'clerk', [ORDERS])).token
const outdated = await bcryptHash(PASSWORD, 4)
const server = await openDatabase(target.databaseUrl, { migrate: false })
afterAll(server.close)
await eventually(async () =>
  expect((await call(`${target.base}/orders`, bearer(clerk))).body).toEqual({ ran: true }),
)

beforeEach(() => {
  target.runs.take()
  faultInjection.calls.clear()
})

interface Scenario {
  /** Prepares the request without faults. Returns the function that sends it. */
  prepare(): Promise<() => Promise<Answer>>
  /** The calls that the request makes, in the order of their first occurrence. A new step must be added here. */
  readonly calls: readonly string[]
}

/** The calls that a request makes before its checks. */
const ARRIVAL = [
  'framingOf',
  'checkFraming',
  'isCanonicalPath',
  'pathOf',
  'addressOf',
  'networkOf',
  'RateLimit.admit',
  'toIncomingCall',
  'TokenReader',
]
const CHECKS = [
  'Tokens.verify',
  'ChangeFeed.isStale',
  'RevocationCache.current',
  'RevocationCache.current.endReasonOf',
  'pathOfCall',
  'ExclusionList.has',
]
const POLICY = ['Policy.current', 'Policy.current.allows', 'Permission.mayCall']

const scenarios: Record<string, Scenario> = {
  'a protected call with a token that is known': {
    prepare: async () => () => call(`${target.base}/orders`, bearer(clerk)),
    calls: [...ARRIVAL, ...CHECKS, ...POLICY],
  },
  'a protected call with a token that is new': {
    async prepare() {
      // The token is signed directly, because a login for each of hundreds of calls would be slow.
      const token = forged(HEADER, { ...claimsOf(clerk), jti: `7-${randomBytes(16).toString('base64url')}` })
      return () => call(`${target.base}/orders`, bearer(token))
    },
    calls: [...ARRIVAL, ...CHECKS, ...POLICY],
  },
  'a protected call with the cookie': {
    prepare: async () => () => call(`${target.base}/orders`, { headers: { cookie: `jwt=${clerk}` } }),
    calls: [...ARRIVAL, 'headerOf', 'CrossSiteCheck', ...CHECKS, ...POLICY],
  },
  'a call of the service’s own, on the exclusion list': {
    prepare: async () => () => call(`${target.base}/user/profile`, bearer(clerk)),
    calls: [...ARRIVAL, ...CHECKS, 'Permission.mayCall', 'UserStore.find', 'languageOf'],
  },
  'a login': {
    async prepare() {
      await server.database
        .updateTable('users')
        .set({ password_hash: outdated })
        .where('username', '=', 'clerk')
        .execute()
      const uuid = await getCaptcha(target.base)
      const body = { username: 'clerk', password: PASSWORD, uuid, code: CAPTCHA_TEXT }
      return () => call(`${target.base}/login`, postJson(body))
    },
    calls: [
      'framingOf',
      'checkFraming',
      'isCanonicalPath',
      'clientOf',
      'networkOf',
      'RateLimit.admit',
      'MemoryStore.count',
      'SharedRateLimit.admit',
      'MemoryStore.take',
      'Captcha.verify',
      'Login.attempt',
      'readLoginCookie',
      'PasswordMethod.begin',
      'PasswordMethod.begin.verify',
      'pickAccount',
      'LoginThrottle.limit',
      'LoginThrottle.reserve',
      'LoginThrottle.reserve.succeed',
      'subjectsOf',
      'LoginFailures.add',
      'LoginFailures.recordSuccess',
      'SecondFactorStep.check',
      'SecondFactors.isRequired',
      'LoginThrottleStore',
      'LoginThrottleStore.lock',
      'LoginThrottleStore.save',
      'AccountStore.findByName',
      'PasswordVerifier.verify',
      'StoredHashKinds.notice',
      'StoredHashKinds.decoys',
      'decoyOf',
      'verifyPassword',
      'PasswordHashes.matchesInEqualTime',
      'isCurrentHash',
      'PasswordHashes.isCurrent',
      'hashPassword',
      'PasswordHashes.hash',
      'UserStore.replaceHash',
      'inTransaction',
      'Sessions.open',
      'lockLoginState',
      'accountOf',
      'SessionStore',
      'SessionStore.insert',
      'Tokens.signerId',
      'Tokens.issue',
      'LoginLogEntry',
      'LoginLog.record',
      'TokenCookie.set',
      'languageOf',
    ],
  },
}

/** Calls of the request log after the response, and calls of background tasks. */
const BESIDES =
  /^(?:pathOf|pathOfCall|addressOf|unmapIPv4|inTransaction|decoyOf|kindOf|checkHashing|LoginLog\.checkWritable|UserStore\.isRoleEndDue)$|^ChangeFeed\.|\.reload$/

const faults: readonly (readonly [string, unknown])[] = [
  ['an error', new Error('injected by a test')],
  ['nothing', undefined],
]
/** Each fault takes a hundred logins. */
const deepFaults: typeof faults = [
  ['null', null],
  ['a string', 'injected'],
]
const injectedFaults = isDeep ? [...faults, ...deepFaults] : faults

describe.each(Object.entries(scenarios))('A15 %s', (_name, { prepare, calls }) => {
  test('succeeds with exactly these calls', async () => {
    const send = await prepare()
    const answer = await withFaultInjection(send)
    expect(answer.body.ran ?? answer.body.code === 200).toBe(true)
    const made = [...faultInjection.calls.keys()]
    expect(made.filter((call) => !calls.includes(call) && !BESIDES.test(call))).toEqual([])
    expect(calls.filter((call) => !made.includes(call))).toEqual([])
  })

  test.each(calls)('is refused when %s fails', async (failing) => {
    const send = await prepare()
    await withFaultInjection(send)
    const isLater = faultInjection.calls.get(failing) === 'later'
    target.runs.take()
    for (const [kind, fault] of injectedFaults) {
      for (const by of isLater ? (['throwing', 'rejecting'] as const) : (['throwing'] as const)) {
        const answer = await withFaultInjection(await prepare(), { call: failing, by, fault })
        const what = `${failing} ${by} ${kind}: ${answer.status} ${answer.text}`
        expect(target.runs.take(), what).toEqual([])
        expect([400, 401, 429, 500, 503], what).toContain(answer.body.code)
        expect(answer.body, what).toEqual(refusalBodyOf(answer, Number(answer.body.code)))
        expect(answer.headers.has('set-cookie'), what).toBe(false)
        expect(answer.text, what).not.toContain('injected')
      }
    }
  })
})

describe('A15 a refused request stays refused whichever call fails', () => {
  const refused: Record<string, () => Promise<Answer>> = {
    'no token': () => call(`${target.base}/orders`),
    'a bad token': () => call(`${target.base}/orders`, bearer(`${clerk}x`)),
    'no permission': () => call(`${target.base}/orders`, { method: 'POST', ...bearer(clerk) }),
    'another site': () =>
      call(`${target.base}/orders`, { headers: { cookie: `jwt=${clerk}`, 'sec-fetch-site': 'cross-site' } }),
    'no token on a route of the service': () => call(`${target.base}/user/profile`),
    'no permission on a route of the service': () => call(`${target.base}/sys-user`, bearer(clerk)),
    'a wrong captcha': () =>
      call(`${target.base}/login`, postJson({ username: 'a', password: 'b', uuid: 'c', code: 'd' })),
    'a malformed login': () => call(`${target.base}/login`, postJson('{')),
  }

  test.each(Object.entries(refused))('%s', async (_name, send) => {
    const whole = await withFaultInjection(send)
    expect(whole.body.code).toBeGreaterThanOrEqual(400)
    const made = [...faultInjection.calls]
    expect(made.length).toBeGreaterThan(3)
    for (const [failing, when] of made) {
      for (const [kind, fault] of injectedFaults) {
        for (const by of when === 'later' ? (['throwing', 'rejecting'] as const) : (['throwing'] as const)) {
          const answer = await withFaultInjection(send, { call: failing, by, fault })
          const what = `${failing} ${by} ${kind}: ${answer.status} ${answer.text}`
          expect(target.runs.take(), what).toEqual([])
          expect(Number(answer.body.code ?? answer.status), what).toBeGreaterThanOrEqual(400)
          expect(answer.text, what).not.toMatch(/"data"|"token"|"ran"/)
        }
      }
    }
  })
})
