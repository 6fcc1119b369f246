import { afterEach, expect, test } from 'vitest'
import { appWith } from '../../../../test/support/route-app.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import { createTokenCookie } from '../../../platform/http/responses/cookies.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { type LoginRouteOptions, loginRoute } from './login.ts'

const NO_FIELDS = { browser: '', ticket: '', secondFactorCode: '' }
const GOOD = { username: 'alice', password: 'right', uuid: 'the uuid', code: 'the code' }
const CLIENT = { address: '127.0.0.1', userAgent: 'curl/8' }
const ISSUED = { token: 'a token', expiresAt: Date.parse('2026-01-31T13:00:00Z') }

let close: () => Promise<void> = async () => {}
afterEach(() => close())

/** The route with a login that says what reaches it. */
function place(changes: Partial<LoginRouteOptions> = {}) {
  const attempts: unknown[] = []
  const refused: unknown[] = []
  const route = loginRoute({
    login: {
      async attempt(request, client) {
        const { method, body, browser, ticket, secondFactorCode, ...fields } = request
        expect({ browser, ticket, secondFactorCode }).toEqual(NO_FIELDS)
        expect(method).toBe('password')
        attempts.push([Object.assign({}, body, fields), client])
        return ISSUED
      },
      async refusedBeforehand({ username }, client, refusal) {
        refused.push([username, client, refusal.reason])
      },
    },
    captchaMethods: ['password'],
    loginBodies: {},
    appMethods: [],
    rateLimits: [],
    cookie: createTokenCookie({ enabled: true, lifetimeSeconds: 60 }),
    ...changes,
  })
  const app = appWith('POST', route)
  close = () => app.close()
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json', 'user-agent': 'curl/8', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { attempts, refused, send }
}

test('a login returns the token and its expiry, and sets the cookie', async () => {
  const { attempts, refused, send } = place()
  const response = await send({ ...GOOD, more: 'is not looked at' })
  expect(response.json()).toEqual({
    code: 200,
    msg: 'OK',
    token: 'a token',
    expire: '2026-01-31T13:00:00.000Z',
  })
  expect(response.headers['set-cookie']).toContain('jwt=a token')
  expect(attempts).toEqual([[{ ...GOOD, more: 'is not looked at' }, CLIENT]])
  expect(refused).toEqual([])
})

test('if no captcha is required, uuid and code may be missing, and other types count as empty', async () => {
  const { attempts, send } = place({ captchaMethods: [] })
  const { username, password } = GOOD
  await send({ username, password })
  await send({ username, password, uuid: 7, code: ['x'] })
  await send(GOOD)
  expect(attempts).toEqual([
    [{ username, password, uuid: '', code: '' }, CLIENT],
    [{ username, password, uuid: '', code: '' }, CLIENT],
    [GOOD, CLIENT],
  ])
})

const text = (length: number) => 'x'.repeat(length)

test.each([
  ['the shortest', { username: 'x', password: 'x', uuid: 'x', code: 'x' }],
  ['the longest', { username: text(64), password: text(256), uuid: text(64), code: text(64) }],
])('%s fields are accepted', async (_name, body) => {
  const { attempts, send } = place()
  expect((await send(body)).json().code).toBe(200)
  expect(attempts).toEqual([[body, CLIENT]])
})

/** What is wrong, the body, and what is said of it. */
const badBodies: readonly (readonly [string, unknown, string])[] = [
  ...['username', 'password', 'uuid', 'code'].flatMap((field): [string, unknown, string][] => [
    [`${field} missing`, { ...GOOD, [field]: undefined }, `${field} is missing.`],
    [`${field} empty`, { ...GOOD, [field]: '' }, `${field} must have at least 1 character.`],
    [`${field} no text`, { ...GOOD, [field]: 7 }, `${field} must be a string.`],
    [`${field} half of a character`, { ...GOOD, [field]: '\ud800' }, `${field} contains invalid Unicode.`],
    [
      `${field} too long`,
      { ...GOOD, [field]: text(field === 'password' ? 257 : 65) },
      `${field} must have at most ${field === 'password' ? 256 : 64} characters.`,
    ],
  ]),
  ['a list', [GOOD], 'the body must be an object.'],
  ['nothing', 'null', 'the body must be an object.'],
]

test.each(badBodies)(
  'a body with %s is refused, and logged as the attempt it is',
  async (_name, body, problem) => {
    const { attempts, refused, send } = place()
    expect((await send(body)).json()).toEqual({
      code: 400,
      msg: `Invalid parameters: ${problem}`,
      reason: 'invalid-parameters',
      errors: [{ field: /^(\w+) (is|must|contains)/.exec(problem)?.[1] ?? '', message: expect.any(String) }],
    })
    expect(attempts).toEqual([])
    const { username = '' } = Object(JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)))
    expect(refused).toEqual([[username, CLIENT, 'invalid-parameters']])
  },
)

test('a login without a password is refused in dev too', async () => {
  const { attempts, send } = place({ captchaMethods: [] })
  for (const body of [{ username: 'alice' }, { password: 'right' }, { username: '', password: 'x' }]) {
    expect((await send(body)).json().code).toBe(400)
  }
  expect(attempts).toEqual([])
})

test('a body above 16 KiB is refused and logged without a username', async () => {
  const { attempts, refused, send } = place()
  const long = (bytes: number) => `${JSON.stringify(GOOD)}${' '.repeat(bytes - JSON.stringify(GOOD).length)}`
  expect((await send(long(16 * 1024))).json().code).toBe(200)
  expect((await send(long(16 * 1024 + 1))).statusCode).toBe(413)
  expect(attempts).toHaveLength(1)
  expect(refused).toEqual([['', CLIENT, 'body-too-large']])
})

test('a body that is not JSON is refused, and inherited properties are not read as the username', async () => {
  const { refused, send } = place()
  expect((await send('{')).json().code).toBe(400)
  expect((await send('"text"')).json().code).toBe(400)
  expect((await send('{"toString":1}')).json().code).toBe(400)
  expect(refused).toEqual(Array(3).fill(['', CLIENT, 'invalid-parameters']))
})

/** Creates a limit that admits `count` requests and records the addresses it has counted. */
function limitTo(count: number): RateLimit & { readonly counted: string[] } {
  const counted: string[] = []
  return {
    counted,
    async admit(address) {
      counted.push(address)
      if (counted.length > count) throw new Refusal('rate-limited', { retryAfterSeconds: 9 })
    },
  }
}

test('every limit counts each attempt once, and an attempt above a limit is logged and not verified', async () => {
  const rateLimits = [limitTo(1), limitTo(5)]
  const { attempts, refused, send } = place({ rateLimits })
  expect((await send(GOOD)).json().code).toBe(200)
  const response = await send(GOOD)
  expect(response.json().code).toBe(429)
  expect(response.headers['retry-after']).toBe('9')
  expect(attempts).toHaveLength(1)
  expect(refused).toEqual([['alice', CLIENT, 'rate-limited']])
  expect(rateLimits.map(({ counted }) => counted)).toEqual([['127.0.0.1', '127.0.0.1'], ['127.0.0.1']])
})

test('a malformed body counts too, and is refused as rate limited above the limit', async () => {
  const rateLimits = [limitTo(1)]
  const { refused, send } = place({ rateLimits })
  expect((await send('{')).json().code).toBe(400)
  expect((await send('{')).json().code).toBe(429)
  expect(refused.map((entry) => Array.isArray(entry) && entry[2])).toEqual([
    'invalid-parameters',
    'rate-limited',
  ])
  expect(rateLimits[0]?.counted).toHaveLength(2)
})

test('a rate limit that rejects without an error does not hide the validation error', async () => {
  const { send } = place({ rateLimits: [{ admit: () => Promise.reject('no error') }] })
  expect((await send('{')).json().code).toBe(400)
})

test('an attempt that the login refuses is logged once', async () => {
  const { refused, send } = place({
    login: {
      attempt: () => Promise.reject(new Refusal('credentials-wrong')),
      refusedBeforehand: async () => {
        refused.push('logged twice')
      },
    },
  })
  expect((await send(GOOD)).json()).toEqual({
    code: 400,
    msg: 'Wrong username or password.',
    reason: 'credentials-wrong',
  })
  expect(refused).toEqual([])
})

test('an unexpected error before the login is logged as an attempt, and a failed login sets no cookie', async () => {
  const failing = { admit: () => Promise.reject(new Error('down')) }
  const { refused, send } = place({ rateLimits: [failing] })
  expect((await send(GOOD)).statusCode).toBe(500)
  expect(refused).toEqual([['alice', CLIENT, 'fault']])

  const cookie = createTokenCookie({ enabled: true, lifetimeSeconds: 60 })
  const breaking = place({
    cookie: {
      ...cookie,
      set(request, reply, token) {
        cookie.set(request, reply, token)
        throw new Error('broken after it was set')
      },
    },
  })
  const response = await breaking.send(GOOD)
  expect(response.statusCode).toBe(500)
  expect(response.headers['set-cookie']).toBeUndefined()
})
