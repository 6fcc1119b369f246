import { describe, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { LoginLogEntry } from '../login-log/login-log-entry.ts'
import type { CredentialVerifier } from '../password/credential-verifier.ts'
import { createPasswordMethod } from '../password/password-method.ts'
import type { Sessions } from '../session/session.ts'
import type { Account } from '../user/account.store.ts'
import { createLogin, type LoginOptions } from './login.ts'
import type { LoginInput } from './login-method.ts'
import type { Settle } from './login-throttle.ts'
import type { SecondFactorStep } from './second-step.ts'

const FIELDS = { username: 'alice', password: 'right', uuid: 'the uuid', code: 'the code' }
const REQUEST: LoginInput = {
  username: FIELDS.username,
  uuid: FIELDS.uuid,
  code: FIELDS.code,
  body: FIELDS,
  method: 'password',
  browser: '',
  ticket: '',
  secondFactorCode: '',
}
const CLIENT = { address: '203.0.113.7', userAgent: 'curl/8' }
const ACCOUNT: Account = { userId: 7, roleId: 3, roleKey: 'editor', username: 'alice', dataScope: '5' }
const ISSUED = { token: 'a token', expiresAt: Date.parse('2026-01-31T13:00:00Z'), isNewNetwork: false }
const NOW = Date.UTC(2026, 0, 31, 12)

const settle: Settle = async () => {}

/** A throttle that records what becomes of its reservations. With a refusal, nobody is admitted. */
function recordingThrottle(refusal?: Refusal) {
  const outcomes: unknown[] = []
  const throttle: LoginOptions['throttle'] = {
    limit: async (work) => {
      outcomes.push('limit')
      try {
        return await work()
      } finally {
        outcomes.push('end of limit')
      }
    },
    async reserve(who) {
      outcomes.push(['reserve', who])
      return {
        isAdmitted: !refusal,
        counted: [],
        async succeed({ username }) {
          outcomes.push(['succeed', username])
          return settle
        },
        async fail() {
          outcomes.push('fail')
          if (refusal) throw refusal
        },
        async cancel() {
          outcomes.push('cancel')
        },
      }
    },
  }
  return { throttle, outcomes }
}

const noTickets = () => Promise.reject(new Error('there are no tickets'))
const noSecondFactor: SecondFactorStep = {
  check: async ({ account }) => ({ account, isLast: true }),
  required: () => Promise.reject(new Error('no second factor is required')),
  take: noTickets,
  complete: noTickets,
}
/** A step after which the login is complete or not, or that has found a wrong code. */
const secondFactor = (isLast: boolean | undefined): SecondFactorStep => ({
  ...noSecondFactor,
  check: async ({ account }) => (isLast === undefined ? undefined : { account, isLast }),
  required: async () => new Refusal('second-factor-required', { ticket: 'a ticket' }),
})
const rejecting = (reason: 'credentials-wrong' | 'unavailable'): CredentialVerifier => ({
  verify: () => Promise.reject(new Refusal(reason)),
})
const unusedSessions: Omit<Sessions, 'open'> = {
  end: () => Promise.reject(new Error('a login ends no session')),
  endUnverifiable: () => Promise.reject(new Error('a login ends no session')),
}

/** A login whose steps say that they were taken. */
function place({
  credentialVerifier,
  ...changes
}: Partial<LoginOptions> & { readonly credentialVerifier?: CredentialVerifier } = {}) {
  const steps: unknown[] = []
  const entries: LoginLogEntry[] = []
  const accounts = { find: async () => undefined }
  const { throttle } = recordingThrottle()
  const sessions: Sessions = {
    async open(account, client, given) {
      steps.push(['session', account, client])
      expect(given).toBe(settle)
      return ISSUED
    },
    ...unusedSessions,
  }
  const login = createLogin({
    async recordRoleEnds() {
      steps.push(['role ends'])
    },
    captchaMethods: ['password'],
    captcha: {
      issue: () => Promise.reject(new Error('a login issues no captcha')),
      async verify(uuid, code) {
        steps.push(['captcha', uuid, code])
      },
    },
    methods: [
      createPasswordMethod({
        credentialVerifier: credentialVerifier ?? {
          async verify(request, given) {
            steps.push(['credentials', request, given === accounts])
            return ACCOUNT
          },
        },
        accounts,
        onInvalidAccount: (error) => {
          throw error
        },
      }),
    ],
    throttle: {
      ...throttle,
      reserve(who) {
        steps.push(['throttle', who])
        return throttle.reserve(who)
      },
    },
    secondFactorStep: noSecondFactor,
    sessions,
    loginLog: {
      async record(entry) {
        steps.push('log')
        entries.push(entry)
      },
    },
    async onNewNetwork(login) {
      steps.push(['new network', login])
    },
    now: () => NOW,
    ...changes,
  })
  return { login, sessions, steps, entries }
}

test('the steps run in the order of the specification (8.2 to 8.4), and the login is logged before the response', async () => {
  const { login, steps, entries } = place()
  expect(await login.attempt(REQUEST, CLIENT)).toBe(ISSUED)
  expect(steps).toEqual([
    ['captcha', 'the uuid', 'the code'],
    ['role ends'],
    ['throttle', { username: 'alice', address: '203.0.113.7' }],
    ['credentials', FIELDS, true],
    ['session', ACCOUNT, CLIENT],
    'log',
  ])
  expect(entries).toEqual([
    expect.objectContaining({
      username: 'alice',
      newNetwork: false,
      status: '2',
      msg: 'Logged in.',
      method: 'password',
      ipaddr: '203.0.113.7',
      remark: 'curl/8',
      loginTime: '2026-01-31T12:00:00.000Z',
    }),
  ])
})

test('a login from a new network is marked in its entry, and reported after it is logged', async () => {
  const { sessions } = place()
  const { login, steps, entries } = place({
    sessions: { ...sessions, open: async () => ({ ...ISSUED, isNewNetwork: true }) },
  })
  await login.attempt(REQUEST, CLIENT)
  expect(steps.slice(-2)).toEqual(['log', ['new network', { username: 'alice', address: '203.0.113.7' }]])
  expect(entries).toMatchObject([{ newNetwork: true }])
})

test('the captcha is not verified if the method does not require one', async () => {
  const { login, steps } = place({ captchaMethods: [] })
  await login.attempt(REQUEST, CLIENT)
  expect(steps.slice(0, 2)).toEqual([['role ends'], ['throttle', expect.anything()]])
})

test('a refusal of a step ends the login, is logged and is thrown', async () => {
  const { login, steps, entries } = place({
    captcha: {
      issue: () => Promise.reject(new Error('a login issues no captcha')),
      verify: () => Promise.reject(new Refusal('captcha-wrong')),
    },
  })
  await expect(login.attempt(REQUEST, CLIENT)).rejects.toThrow('captcha-wrong')
  expect(steps).toEqual(['log'])
  expect(entries[0]).toMatchObject({
    username: 'alice',
    status: '1',
    msg: 'The captcha is wrong or has expired. Please try a new one.',
    ipaddr: '203.0.113.7',
  })
})

test('no session is created if the verifier returns undefined', async () => {
  const { login, steps, entries } = place({ credentialVerifier: { verify: async () => undefined } })
  await expect(login.attempt(REQUEST, CLIENT)).rejects.toMatchObject({ reason: 'credentials-wrong' })
  expect(steps).toEqual([
    ['captcha', 'the uuid', 'the code'],
    ['role ends'],
    ['throttle', expect.anything()],
    'log',
  ])
  expect(entries[0]).toMatchObject({ status: '1', msg: 'Wrong username or password.' })
})

test('an unexpected error is logged without its message', async () => {
  const { login, entries } = place({
    credentialVerifier: { verify: () => Promise.reject(new Error('secret of the database')) },
  })
  await expect(login.attempt(REQUEST, CLIENT)).rejects.toThrow('secret of the database')
  expect(entries).toEqual([expect.objectContaining({ status: '1', msg: 'A fault of the service.' })])
})

test('an attempt that cannot be logged is rejected, a success as well as a refusal', async () => {
  const loginLog = {
    record: () => Promise.reject(new Error('the disk is full')),
  }
  await expect(place({ loginLog }).login.attempt(REQUEST, CLIENT)).rejects.toThrow('the disk is full')
  const refusing = place({ loginLog, credentialVerifier: { verify: async () => undefined } })
  await expect(refusing.login.attempt(REQUEST, CLIENT)).rejects.toThrow('the disk is full')
})

test('an attempt with invalid parameters is logged with the given name', async () => {
  const { login, entries, steps } = place()
  await login.refusedBeforehand({ username: 'mallory', method: '' }, CLIENT, new Refusal('body-too-large'))
  expect(steps).toEqual(['log'])
  expect(entries[0]).toMatchObject({
    username: 'mallory',
    status: '1',
    msg: new Refusal('body-too-large').text('en'),
    ipaddr: '203.0.113.7',
    loginTime: '2026-01-31T12:00:00.000Z',
  })
})

const LIMITED = ['limit', ['reserve', { username: 'alice', address: '203.0.113.7' }]]
const RATE_LIMITED = new Refusal('rate-limited', { retryAfterSeconds: 1 })
const CHECK_FAILED = { ...noSecondFactor, check: () => Promise.reject(new Error('down')) }
const NO_SESSION = { open: () => Promise.reject(new Refusal('session-limit', { count: 3 })) }

describe('a reservation of the throttle', () => {
  test.each<[string, unknown[], Parameters<typeof place>[0], Refusal?]>([
    ['right credentials', [['succeed', 'alice'], 'end of limit'], {}],
    ['wrong credentials', ['end of limit', 'fail'], { credentialVerifier: rejecting('credentials-wrong') }],
    ['a verifier that is down', ['cancel', 'end of limit'], { credentialVerifier: rejecting('unavailable') }],
    ['a second factor that is down', ['cancel', 'end of limit'], { secondFactorStep: CHECK_FAILED }],
    ['a wrong second factor', ['end of limit', 'fail'], { secondFactorStep: secondFactor(undefined) }],
    ['a missing second factor', ['end of limit'], { secondFactorStep: secondFactor(false) }],
    ['right credentials that are not admitted', ['end of limit', 'fail'], {}, RATE_LIMITED],
    [
      'a missing second factor that is not admitted',
      ['end of limit', 'fail'],
      { secondFactorStep: secondFactor(false) },
      RATE_LIMITED,
    ],
    [
      'a session that cannot be opened',
      [['succeed', 'alice'], 'cancel', 'end of limit'],
      { sessions: { ...unusedSessions, ...NO_SESSION } },
    ],
  ])('%s: %j', async (_case, expected, changes, refusal) => {
    const { throttle, outcomes } = recordingThrottle(refusal)
    await place({ ...changes, throttle })
      .login.attempt(REQUEST, CLIENT)
      .catch(() => {})
    expect(outcomes).toEqual([...LIMITED, ...expected])
  })

  test('a user who has to wait gets none, and the place in the limit is free again', async () => {
    const { throttle, outcomes } = recordingThrottle()
    const { login } = place({ throttle: { ...throttle, reserve: () => Promise.reject(RATE_LIMITED) } })
    await expect(login.attempt(REQUEST, CLIENT)).rejects.toBe(RATE_LIMITED)
    expect(outcomes).toEqual(['limit', 'end of limit'])
  })
})

test('an error that only resembles a refusal is an unexpected error', async () => {
  const error = Object.assign(new Error('of the verifier'), { reason: 'credentials-wrong' })
  const { login } = place({ credentialVerifier: { verify: () => Promise.reject(error) } })
  await expect(login.attempt(REQUEST, CLIENT)).rejects.toBe(error)
})

test('a method that is not enabled is refused before the captcha, and logged', async () => {
  const { login, steps, entries } = place()
  await expect(login.attempt({ ...REQUEST, method: 'ldap' }, CLIENT)).rejects.toMatchObject({
    reason: 'invalid-parameters',
  })
  expect(steps).toEqual(['log'])
  expect(entries[0]).toMatchObject({ username: 'alice', status: '1', method: 'ldap' })
})

test('a user who is limited to other methods gets the response of wrong credentials', async () => {
  const limitedTo = (...loginMethods: string[]) =>
    place({ credentialVerifier: { verify: async () => ({ ...ACCOUNT, loginMethods }) } }).login
  await expect(limitedTo('ldap').attempt(REQUEST, CLIENT)).rejects.toMatchObject({
    reason: 'credentials-wrong',
  })
  for (const methods of [[], ['ldap', 'password']])
    expect(await limitedTo(...methods).attempt(REQUEST, CLIENT)).toBe(ISSUED)
})

describe('a method with a minimum time of refusals', () => {
  /** Logs in with such a method, whose minimum time ends when everything else has happened. */
  async function orderOf(verified: Account | undefined, throttled?: Refusal): Promise<unknown[]> {
    const order: unknown[] = []
    const { login } = place({
      methods: [
        {
          name: 'password',
          hasCaptcha: false,
          minRefusalMs: 500,
          begin: async () => ({
            username: 'alice',
            verify: async () => verified && { account: verified, hasSecondFactor: false },
          }),
        },
      ],
      throttle: recordingThrottle(throttled).throttle,
      async sleep(ms) {
        await new Promise((resolve) => setImmediate(resolve))
        order.push(ms)
      },
    })
    await login.attempt(REQUEST, CLIENT).then(
      () => order.push('logged in'),
      (error: Refusal) => order.push(error.reason),
    )
    return order
  }

  test('every login that is not admitted takes it, whether the credentials are right or not', async () => {
    const throttled = new Refusal('rate-limited', { retryAfterSeconds: 1 })
    expect(await orderOf(undefined)).toEqual([500, 'credentials-wrong'])
    expect(await orderOf({ ...ACCOUNT, loginMethods: ['ldap'] })).toEqual([500, 'credentials-wrong'])
    expect(await orderOf(undefined, throttled)).toEqual([500, 'rate-limited'])
    expect(await orderOf(ACCOUNT, throttled)).toEqual([500, 'rate-limited'])
  })

  test('a login that is admitted does not wait for it', async () => {
    expect(await orderOf(ACCOUNT)).toEqual(['logged in'])
  })
})

test('a login of a user with another name is logged with it, and succeeds for that name', async () => {
  const { throttle, outcomes } = recordingThrottle()
  const { login, entries } = place({
    credentialVerifier: { verify: async () => ({ ...ACCOUNT, username: 'bob' }) },
    throttle,
  })
  await login.attempt(REQUEST, CLIENT)
  expect(entries).toMatchObject([{ username: 'bob', reason: 'logged-in' }])
  expect(outcomes).toContainEqual(['succeed', 'bob'])
})

test('a login without its second factor is stored without the password hash', async () => {
  const stored: unknown[] = []
  const { login } = place({
    credentialVerifier: {
      verify: async () => Object.assign({}, ACCOUNT, { passwordHash: '$argon2id$', enabled: true }),
    },
    secondFactorStep: {
      check: async ({ account }) => ({ account, isLast: false }),
      async required(pending) {
        stored.push(pending.account)
        return new Refusal('second-factor-required', { ticket: 'a ticket' })
      },
      take: noTickets,
      complete: noTickets,
    },
  })
  await expect(login.attempt(REQUEST, CLIENT)).rejects.toMatchObject({ reason: 'second-factor-required' })
  expect(stored).toEqual([ACCOUNT])
})

test('the method of a second request is that of the first one', async () => {
  const pending = {
    account: ACCOUNT,
    username: 'alice',
    method: 'ldap',
    loginKey: 'of-both-steps',
    counted: [],
  } as const
  const { login, entries } = place({
    secondFactorStep: {
      check: () => Promise.reject(new Error('there is no first request')),
      required: () => Promise.reject(new Error('there is no first request')),
      take: async () => ({ ...pending, failures: 0, expiresAt: NOW + 1000 }),
      complete: ({ login: { account } }, open) => open(account, settle),
    },
  })
  const methods: string[] = []
  await login.attempt({ ...REQUEST, ticket: 'a ticket' }, CLIENT, (method) => methods.push(method))
  expect(methods).toEqual(['ldap'])
  expect(entries).toEqual([
    expect.objectContaining({ method: 'ldap', username: 'alice', loginKey: 'of-both-steps' }),
  ])
})
