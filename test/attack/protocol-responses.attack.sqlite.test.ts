import { afterAll, expect, test } from 'vitest'
import { type Answer, bearer, call, getCaptcha, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

const target = await startTarget()
afterAll(target.close)
const limited = await startTarget({ settings: { rateLimit: { perAddress: 1 } } })
afterAll(limited.close)
const admin = await login(target.base)
const guest = (await loginAs(target, 'guest')).token

/** The limit is one request per second: of several concurrent requests one is refused, unless a new second begins. */
async function exceedRateLimit(): Promise<Answer> {
  return eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(`${limited.base}/health`)))
    const refused = answers.find(({ body }) => body.code === 429)
    if (!refused) throw new Error('none was refused')
    return refused
  })
}

const raw = (bytes: string) => sendRaw(target.origin, { bytes })
const good = async () => ({
  username: 'admin',
  password: ADMIN_PASSWORD,
  uuid: await getCaptcha(target.base),
  code: CAPTCHA_TEXT,
})

/** One response of every kind, with its code. */
const answers: [string, number, () => Promise<Answer>][] = [
  ['a login', 200, async () => call(`${target.base}/login`, postJson(await good()))],
  ['a captcha', 200, () => call(`${target.base}/getCaptcha`)],
  ['a profile', 200, () => call(`${target.base}/user/profile`, bearer(admin))],
  ['a collection', 200, () => call(`${target.base}/sys-user`, bearer(admin))],
  ['health', 200, () => call(`${target.base}/health`)],
  ['no token', 401, () => call(`${target.base}/user/profile`)],
  ['a bad token', 401, () => call(`${target.base}/user/profile`, bearer('x.y.z'))],
  ['no permission', 401, () => call(`${target.base}/sys-user`, bearer(guest))],
  [
    'wrong credentials',
    400,
    async () => call(`${target.base}/login`, postJson({ ...(await good()), password: 'wrong' })),
  ],
  ['bad parameters', 400, () => call(`${target.base}/sys-user?pageSize=x`, bearer(admin))],
  ['malformed JSON', 400, () => call(`${target.base}/login`, postJson('{'))],
  ['an unknown id', 404, () => call(`${target.base}/sys-user/999999`, bearer(admin))],
  ['an unknown route', 404, () => call(`${target.base}/nowhere`)],
  ['an unknown route elsewhere', 404, () => call(`${target.origin}/nowhere`)],
  ['a wrong method', 405, () => call(`${target.base}/login`)],
  [
    'a path that is not canonical',
    400,
    () => raw('GET /api/v1/./x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  ],
  [
    'a path that cannot be decoded',
    400,
    () => raw('GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  ],
  [
    'a parameter of 2,000 characters',
    400,
    () => call(`${target.base}/sys-user/${'7'.repeat(2000)}`, bearer(admin)),
  ],
  ['a large body', 413, () => call(`${target.base}/login`, postJson({ username: 'x'.repeat(20_000) }))],
  [
    'another media type',
    415,
    () => call(`${target.base}/login`, postJson('{}', { 'content-type': 'text/plain' })),
  ],
  ['nonsense', 400, () => raw('nonsense\r\n\r\n')],
  ['no host', 400, () => raw('GET /api/v1/health HTTP/1.1\r\n\r\n')],
  ['a bad expectation', 400, () => raw('GET /api/v1/health HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n')],
  ['CONNECT', 400, () => raw('CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['large headers', 431, () => raw(`GET /api/v1/health HTTP/1.1\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`)],
  ['too many requests', 429, () => exceedRateLimit()],
]

test.each(answers)(
  'P04 %s (%i): no-store, nosniff, no framing, no server name',
  async (_name, code, request) => {
    const answer = await request()
    expect(answer.body.code).toBe(code)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\w-]+$/),
    })
    for (const name of [
      'server',
      'x-powered-by',
      'via',
      'access-control-allow-origin',
      'set-cookie',
      'strict-transport-security',
    ]) {
      expect(answer.headers.has(name), name).toBe(false)
    }
    const said = [...answer.headers].flat().join('\n') + answer.text.replace(/"data:image[^"]*"/, '')
    expect(said).not.toMatch(
      /fastify|node\.?js|castellan\/|sqlite|kysely|stack|\bat .*\.[jt]s\b|\/src\/|FST_|HPE_|ERR_/i,
    )
  },
)

test.each<[string, string | null, () => Promise<Answer>]>([
  ['with a query', 'no-referrer', () => call(`${target.base}/sys-user?pageSize=x`, bearer(admin))],
  ['with an unknown path and a query', 'no-referrer', () => call(`${target.base}/nowhere?token=x`)],
  ['that cannot be read', 'no-referrer', () => raw('nonsense\r\n\r\n')],
  ['without a query', null, () => call(`${target.base}/sys-user`, bearer(admin))],
])('P04 no referrer is sent if the URL may contain a token: a request %s', async (_name, policy, request) => {
  expect((await request()).headers.get('referrer-policy')).toBe(policy)
})

test('P04 the message of a refusal does not repeat the input', async () => {
  const marked = 'MARKED-BY-THE-CLIENT'
  const requests = [
    call(`${target.base}/${marked}`),
    call(`${target.base}/sys-user?pageSize=${marked}`, bearer(admin)),
    call(`${target.base}/sys-user/${marked}`, bearer(admin)),
    call(`${target.base}/login`, postJson({ username: [marked] })),
    call(`${target.base}/login`, postJson(`{"${marked}`)),
    call(`${target.base}/login`, postJson('{}', { 'content-type': `text/${marked}` })),
    call(`${target.base}/user/profile`, bearer(marked)),
    raw(`${marked} / HTTP/1.1\r\nHost: x\r\n\r\n`),
    raw(`GET /${marked}\\ HTTP/1.1\r\nHost: x\r\n\r\n`),
  ]
  for (const answer of await Promise.all(requests)) {
    expect([...answer.headers].flat().join('\n') + answer.text).not.toContain(marked)
    expect(answer.body.code).toBeGreaterThanOrEqual(400)
  }
})

test('P04 no request header is reflected in a response header', async () => {
  const headers = [
    'X-Request-Id: chosen-by-the-client',
    'Origin: http://evil.example',
    'X-Forwarded-Host: evil.example',
  ]
  const answer = await sendRaw(target.origin, { target: '/api/v1/health', headers })
  expect([...answer.headers].flat().join('\n')).not.toMatch(/chosen-by-the-client|evil/)
})
