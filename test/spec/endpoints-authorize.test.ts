// docs/specification.md, 26

import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { JWT_ANYWHERE } from '../support/jwt.ts'
import { sendRaw } from '../support/raw-request.ts'
import { SECRET, startService } from '../support/service.ts'
import { expectedSignature, SIGNING_SECRET } from '../support/signed-call.ts'
import { startProblem, startStandalone } from '../support/standalone.ts'

const trusted = { application: { trustProxy: ['127.0.0.1'] } }

const service = await startService({
  settings: { ...trusted, gateway: { signingSecret: SIGNING_SECRET } },
  protectedRoutes: async (routes) => {
    routes.all('/api/v1/orders', () => ({ ran: true }))
    routes.all('/api/v1/orders/:id', () => ({ ran: true }))
  },
})
afterAll(service.close)
const admin = await login(service.base)
const alice = (await loginAs(service, 'alice', [{ method: 'GET', path: '/api/v1/orders/:id' }])).token

/** Asks about a request as nginx does. */
function ask(method: string, uri: string, headers: Record<string, string> = {}) {
  return call(`${service.base}/authorize`, {
    headers: { 'x-original-method': method, 'x-original-uri': uri, ...headers },
  })
}

const withToken = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the request of each proxy', () => {
  const uri = '/api/v1/orders/7?size=2'
  test.each([
    ['nginx', '', 'GET', { 'x-original-method': 'GET', 'x-original-uri': uri }],
    [
      'Caddy',
      '',
      'GET',
      { 'x-forwarded-method': 'GET', 'x-forwarded-uri': uri, 'x-forwarded-proto': 'https' },
    ],
    [
      'Traefik',
      '',
      'GET',
      {
        'x-forwarded-method': 'GET',
        'x-forwarded-uri': uri,
        'x-forwarded-host': 'shop.example.com',
        'x-forwarded-proto': 'https',
        'x-forwarded-port': '443',
        'x-forwarded-server': 'traefik-1',
        'x-forwarded-for': '203.0.113.7',
      },
    ],
    ['Envoy', uri, 'GET', { 'content-length': '0', 'x-forwarded-for': '203.0.113.7' }],
    ['Envoy, HEAD', uri, 'HEAD', {}],
    ['any method', '', 'PATCH', { 'x-forwarded-method': 'HEAD', 'x-forwarded-uri': uri }],
  ])('%s: 200 with signed identity headers', async (_, below, method, headers) => {
    const answer = await call(`${service.base}/authorize${below}`, {
      method,
      headers: { ...headers, ...withToken(alice) },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(method === 'HEAD' ? {} : { code: 200, msg: 'OK' })
    const sent = (name: string) => answer.headers.get(`x-castellan-${name}`) ?? ''
    expect([sent('username'), sent('role-key'), sent('data-scope')]).toEqual(['alice', 'role-of-alice', '1'])
    const original = 'x-forwarded-method' in headers ? headers['x-forwarded-method'] : method
    expect(sent('signature')).toBe(
      expectedSignature(original, '/api/v1/orders/7', (name) => answer.headers.get(name)),
    )
    expect(Math.abs(Number(sent('time')) * 1000 - Date.now())).toBeLessThan(3_600_000)
  })

  test('a body is not read, whatever its type', async () => {
    const answer = await call(`${service.base}/authorize${uri}`, {
      method: 'POST',
      body: '<xml/>',
      headers: { 'content-type': 'text/xml', ...withToken(admin) },
    })
    expect([answer.status, answer.body]).toEqual([200, { code: 200, msg: 'OK' }])
  })
})

describe('the decision is that of a protected route', () => {
  const sent: [string, string, string, () => Record<string, string>][] = [
    ['without a token', 'GET', '/orders/7', () => ({})],
    ['with a token', 'GET', '/orders/7', () => withToken(alice)],
    ['HEAD with a rule for GET', 'HEAD', '/orders/7', () => withToken(alice)],
    ['a method without a rule', 'DELETE', '/orders/7', () => withToken(alice)],
    ['a path without a rule', 'GET', '/orders', () => withToken(alice)],
    ['the admin', 'DELETE', '/orders/7', () => withToken(admin)],
    ['a cookie', 'GET', '/orders/7', () => ({ cookie: `jwt=${alice}` })],
    ['two tokens in the cookie', 'GET', '/orders/7', () => ({ cookie: `jwt=${alice}; jwt=${alice}` })],
    [
      'a cookie from another site',
      'GET',
      '/orders/7',
      () => ({ cookie: `jwt=${alice}`, 'sec-fetch-site': 'cross-site' }),
    ],
    ['a malformed token', 'GET', '/orders/7', () => withToken('x.y.z')],
    ['a refusal in Chinese', 'GET', '/orders/7', () => ({ 'accept-language': 'zh-CN' })],
  ]
  test.each(sent)('%s', async (_, method, path, headersOf) => {
    const headers = headersOf()
    const direct = await call(`${service.base}${path}`, { method, headers })
    const asked = await ask(method, `/api/v1${path}`, headers)
    const isAllowed = direct.body.ran === true || (method === 'HEAD' && direct.status === 200)
    expect(asked.status === 200).toBe(isAllowed)
    if (isAllowed) return
    expect(asked.text).toBe(direct.text)
    for (const name of ['x-castellan-reason', 'content-type', 'cache-control']) {
      expect(asked.headers.get(name), name).toBe(direct.headers.get(name))
    }
    // For proxies that cannot forward the body.
    expect(JSON.parse(asked.headers.get('x-castellan-refusal') ?? '')).toEqual(direct.body)
    expect(asked.headers.get('x-castellan-refusal-status')).toBe(String(direct.status))
    expect(asked.headers.get('x-castellan-signature')).toBeNull()
  })

  test('a token in the query of the original request', async () => {
    expect((await ask('GET', `/api/v1/orders/7?token=${alice}`)).status).toBe(200)
    expect((await ask('GET', `/api/v1/orders/7?token=${alice}&token=${alice}`)).status).toBe(401)
    const { status } = await call(`${service.base}/authorize?token=${alice}`, {
      headers: { 'x-original-method': 'GET', 'x-original-uri': '/api/v1/orders/7' },
    })
    expect(status).toBe(401)
  })

  test.each([
    '%74oken=TOKEN',
    'a=1&tok%65n=TOKEN&b=2',
    'token=x&token=y',
    'token=TOKEN&%74oken=x',
    '?token=TOKEN',
    'token=TOKEN;x',
    'token=%65TOKEN',
  ])('400 for the query %s, whose token a proxy cannot remove', async (query) => {
    const target = `/api/v1/orders/7?${query.replaceAll('TOKEN', alice)}`
    const { status, body } = await ask('GET', target, withToken(alice))
    expect([status, body.code, body.reason]).toEqual([400, 400, 'request-malformed'])
  })

  test.each(['X-Castellan-Admin', 'x_castellan_user_id'])(
    '400 for the header %s, which the proxy has not removed',
    async (name) => {
      const headers = { ...withToken(admin), [name]: '1' }
      const { status, body } = await ask('GET', '/api/v1/orders/7', headers)
      expect([status, body.code, body.reason]).toEqual([400, 400, 'request-malformed'])
    },
  )

  test('endpoints of the service get both checks too: the proxy may send the request to any service', async () => {
    expect((await ask('POST', '/api/v1/login')).status).toBe(401)
    expect((await ask('GET', '/api/v1/health')).status).toBe(401)
    expect((await ask('GET', '/api/v1/getinfo', withToken(alice))).status).toBe(403)
    // On the exclusion list.
    expect((await ask('GET', '/api/v1/user/profile', withToken(alice))).status).toBe(200)
  })
})

describe('real statuses', () => {
  const refusalOf = async (asked: ReturnType<typeof ask>) => {
    const { status, headers, body } = await asked
    return [status, body.code, headers.get('x-castellan-reason'), headers.get('www-authenticate')]
  }

  test('401 without a valid token', async () => {
    expect(await refusalOf(ask('GET', '/orders'))).toEqual([401, 401, 'token-missing', 'Bearer'])
    const { token } = await loginAs(service, 'leaving', [{ method: 'GET', path: '/orders' }])
    expect((await ask('GET', '/orders', withToken(token))).status).toBe(200)
    await call(`${service.base}/logout`, { method: 'POST', ...bearer(token) })
    expect(await refusalOf(ask('GET', '/orders', withToken(token)))).toEqual([
      401,
      401,
      'token-revoked',
      'Bearer',
    ])
  })

  test('403 without permission', async () => {
    const refused = await refusalOf(ask('GET', '/secret', withToken(alice)))
    expect(refused).toEqual([403, 401, 'permission-denied', null])
  })

  test('403 before a required password change', async () => {
    const password = 'the first password of due'
    await service.context.userAdministration.add({
      username: 'due',
      password,
      roleKey: 'admin',
      pwdChangeDue: true,
    })
    const token = await login(service.base, { username: 'due', password })
    expect(await refusalOf(ask('GET', '/x', withToken(token)))).toEqual([
      403,
      409,
      'password-change-due',
      null,
    ])
  })

  test.each([
    '/orders/../x',
    '/orders/%37',
    '//orders',
    'orders',
    'http://x/orders',
    '/a#b',
    '/orders\\7',
    '',
  ])('400 for the target %j, and the connection stays open', async (uri) => {
    const { status, headers, body } = await ask('GET', uri, withToken(admin))
    expect([status, body.code, body.reason]).toEqual([400, 400, 'path-not-canonical'])
    expect(headers.get('connection')).not.toBe('close')
  })

  test('400 for a target below the path of the endpoint that is not canonical', async () => {
    for (const target of ['/orders/../x', '//orders', '/%6Frders', '/..']) {
      const headers = [`Authorization: Bearer ${admin}`]
      const answer = await sendRaw(service.origin, { target: `/api/v1/authorize${target}`, headers })
      expect([answer.status, answer.body.reason]).toEqual([400, 'path-not-canonical'])
    }
  })

  test.each([
    ['no header', []],
    ['no method', ['X-Forwarded-Uri: /orders']],
    ['two URIs', ['X-Forwarded-Uri: /orders', 'X-Forwarded-Uri: /orders', 'X-Forwarded-Method: GET']],
    [
      'two pairs that differ',
      ['X-Forwarded-Uri: /orders', 'X-Forwarded-Method: GET', 'X-Original-URI: /x', 'X-Original-Method: GET'],
    ],
    ['halves of two pairs', ['X-Forwarded-Uri: /orders', 'X-Original-Method: GET']],
    ['an unknown method', ['X-Forwarded-Uri: /orders', 'X-Forwarded-Method: FOO']],
  ])('400 with %s', async (_, lines) => {
    const headers = [...lines, `Authorization: Bearer ${admin}`]
    const answer = await sendRaw(service.origin, { target: '/api/v1/authorize', headers })
    expect([answer.status, answer.body.reason]).toEqual([400, 'original-request-unclear'])
  })

  test('429 for the client whose address the proxy forwards, and not for others', async () => {
    const time = Date.now()
    const limited = await startService({
      settings: { ...trusted, rateLimit: { perAddress: 3 } },
      // All requests are in one window.
      replacements: { now: () => time },
    })
    try {
      const askFrom = async (address: string): Promise<number> => {
        const headers = { 'x-original-method': 'GET', 'x-original-uri': '/x', 'x-forwarded-for': address }
        const answer = await call(`${limited.base}/authorize`, { headers })
        if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('1')
        return answer.status
      }
      const statuses: number[] = []
      for (const address of Array<string>(4).fill('203.0.113.7')) statuses.push(await askFrom(address))
      expect(statuses).toEqual([401, 401, 401, 429])
      expect(await askFrom('203.0.113.8')).toBe(401)
      // The entry that the trusted proxy has added counts, not what the client has made up.
      expect(await askFrom('203.0.113.9, 203.0.113.7')).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('only proxies in application.trustProxy', () => {
  async function askFrom(localAddress: string, headers: Record<string, string>) {
    const request = httpRequest(`${service.base}/authorize`, { localAddress, headers, agent: false })
    request.end()
    const [response] = await once(request, 'response')
    const body: Record<string, unknown> = JSON.parse(await text(response))
    return { status: response.statusCode, body, headers: response.headers }
  }

  test('others get 403, even if they forward the address of a proxy', async () => {
    const headers = { 'x-original-method': 'GET', 'x-original-uri': '/api/v1/orders/7', ...withToken(alice) }
    expect((await askFrom('127.0.0.1', headers)).status).toBe(200)
    for (const forwarded of [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }]) {
      const refused = await askFrom('127.0.0.2', { ...headers, ...forwarded })
      expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
        403,
        403,
        'proxy-not-trusted',
      ])
      expect(JSON.stringify(refused.headers)).not.toContain('alice')
    }
  })
})

test('nothing in the response is accepted as a token', async () => {
  const { headers, text: body } = await ask('GET', '/api/v1/orders/7', withToken(alice))
  const values = [...headers].map(([, value]) => value)
  const signature = headers.get('x-castellan-signature') ?? ''
  expect([...values, body].join('\n')).not.toMatch(JWT_ANYWHERE)
  const encode = (value: string): string => Buffer.from(value).toString('base64url')
  const header = encode('{"alg":"HS256","typ":"JWT"}')
  const payload = encode(body)
  const candidates = [
    ...values,
    ...body.split('"'),
    `${header}.${payload}.${signature}`,
    `${header}.${payload}.${Buffer.from(signature, 'hex').toString('base64url')}`,
    `${header}.${encode(values.join())}.${signature}`,
  ]
  for (const candidate of candidates.filter((value) => /^[ -~]*$/.test(value))) {
    for (const init of [
      { headers: { authorization: `Bearer ${candidate}` } },
      { headers: { cookie: `jwt=${candidate}` } },
      { headers: Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-castellan-'))) },
    ]) {
      expect((await call(`${service.base}/orders/7`, init)).body.code, candidate).toBe(401)
    }
    const query = new URLSearchParams({ token: candidate })
    expect((await call(`${service.base}/orders/7?${query}`)).body.code, candidate).toBe(401)
  }
})

test('without gateway.signingSecret, the decision comes without identity headers', async () => {
  const unsigned = await startService({ settings: trusted })
  try {
    const token = await login(unsigned.base)
    const answer = await call(`${unsigned.base}/authorize/orders`, bearer(token))
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-castellan-'))).toEqual([])
  } finally {
    await unsigned.close()
  }
})

test('the secret of the identity headers must not be the secret of the tokens', async () => {
  expect(await startProblem({ gateway: { signingSecret: SECRET } })).toContain(
    'gateway.signingSecret must differ from jwt.secret',
  )
})

test('the route list has the endpoint, for every method that a rule can name', async () => {
  const { body } = await call(`${service.base}/route`, bearer(admin))
  for (const path of ['/api/v1/authorize', '/api/v1/authorize/*']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect(body.data).toContainEqual({ method, path, checks: 'none', origin: 'service', class: 'policy' })
  }
})

test('the access log has the original request without its query, and the caller', async () => {
  const standalone = await startStandalone({ ...trusted, logger: { level: 'info' } })
  try {
    const token = await login(standalone.base)
    const headers = { 'x-original-method': 'PUT', 'x-original-uri': `/orders/7?token=${token}` }
    expect((await call(`${standalone.base}/authorize`, { headers })).status).toBe(200)
    const entry = standalone
      .logged()
      .split('\n')
      .find((line) => line.includes('PUT /orders/7'))
    expect(JSON.parse(entry ?? '{}')).toMatchObject({
      method: 'GET',
      path: '/api/v1/authorize',
      original: 'PUT /orders/7',
      user: 'admin',
      status: 200,
    })
    expect(standalone.logged()).not.toContain(token)
  } finally {
    await standalone.close()
  }
})
