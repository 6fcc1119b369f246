import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService, type TestService } from '../support/service.ts'
import { HOSTS, type OnRun, PROXY, ROUTES, type RunningHost } from './hosts.ts'

const HOUR_MS = 3_600_000
const PER_ADDRESS = 150
const FRIEND = 'https://friend.example'
const ORDER = '/api/v1/orders/7'

// The same routes and the same requests in every framework.
describe.each(HOSTS)('%s', (_name, start) => {
  let service: TestService
  let host: RunningHost
  let clerk: string
  let stranger: string
  let admin: string
  let runs: Parameters<OnRun>[0][] = []
  /** Does not move by itself, so that a window of the rate limit ends only when a test says so. */
  let time = Date.now()

  beforeAll(async () => {
    service = await startService({
      settings: {
        jwt: { cookie: true },
        cors: { origins: [FRIEND] },
        application: { trustProxy: [PROXY] },
        rateLimit: { perAddress: PER_ADDRESS },
        permission: { exclude: [{ method: 'GET', path: '/api/v1/notice', reason: 'for tests' }] },
      },
      replacements: { now: () => time },
    })
    host = await start(service.service, (run) => runs.push(run))
    const rules = [
      { method: 'GET', path: '/api/v1/orders/:id' },
      { method: 'POST', path: '/api/v1/orders' },
      { method: 'GET', path: '/api/v1/missing/:id' },
      // A second spelling must not open what the rule for the first one does not.
      { method: '*', path: '/API/v1/orders/:id' },
      { method: '*', path: '/api/v1/orders/:id/' },
    ]
    clerk = (await loginAs(service, 'clerk', rules)).token
    stranger = (await loginAs(service, 'stranger')).token
    admin = await login(service.base)
    await eventuallyAt(ORDER, clerk, 200)
  })
  beforeEach(() => {
    runs = []
    // A new window of the rate limit.
    time += 1000
  })
  afterAll(async () => {
    await host?.close()
    await service?.close()
  })

  const get = (path: string, token: string) => call(`${host.origin}${path}`, bearer(token))
  const raw = (target: string, headers: readonly string[], method = 'GET') =>
    sendRaw(host.origin, { method, target, headers })
  /** Waits until calls are handled, or until they are refused with 401. */
  const eventuallyAt = (path: string, token: string, code: 200 | 401) =>
    eventually(async () => {
      // A new window of the rate limit for each attempt.
      time += 1000
      expect((await get(path, token)).body.code ?? 200).toBe(code)
    })
  const authorization = (token: string) => `Authorization: Bearer ${token}`

  test('an allowed call is handled with the identity of the caller', async () => {
    const answer = await get(ORDER, clerk)
    expect(answer.body).toEqual({ ran: 'clerk', body: null })
    expect(runs).toMatchObject([
      { method: 'GET', identity: { username: 'clerk', roleKey: 'role-of-clerk', dataScope: '1' } },
    ])
    expect(Object.isFrozen(runs[0]?.identity)).toBe(true)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('an allowed call with a body reaches the handler with it', async () => {
    const request = postJson({ item: 'lamp' }, { authorization: `Bearer ${clerk}` })
    const { body } = await call(`${host.origin}/api/v1/orders`, request)
    expect(body).toEqual({ ran: 'clerk', body: { item: 'lamp' } })
  })

  test('the endpoints of the service work in the app', async () => {
    const base = `${host.origin}/api/v1`
    const token = await login(base)
    expect((await call(`${base}/getinfo`, bearer(token))).body).toMatchObject({ code: 200 })
    expectRefused(await call(`${base}/sys-user`, bearer(clerk)), 401)
    expectRefused(await call(`${base}/sys-user`), 401)
    const malformed = await call(`${base}/login`, postJson('{"username":'))
    expectRefused(malformed, 400)
    const { status } = await exchange(
      `GET /api/v1/x/../getinfo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization(token)}\r\n\r\n`,
    )
    expect([400, 404]).toContain(status)
    expect((await call(`${base}/logout`, { method: 'POST', ...bearer(token) })).body).toMatchObject({
      code: 200,
    })
    expectRefused(await get('/api/v1/news', token), 401)
  })

  test('a large list is compressed', async () => {
    const request = { headers: { authorization: `Bearer ${admin}`, 'accept-encoding': 'gzip' } }
    const { headers, body } = await call(`${host.origin}/api/v1/route`, request)
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(body).toMatchObject({ code: 200 })
  })

  test('HEAD needs the permission for GET, and a refusal has no body', async () => {
    expect((await raw(ORDER, [authorization(clerk)], 'HEAD')).status).toBe(200)
    expect(runs).toHaveLength(1)
    const refused = await raw(ORDER, [authorization(stranger)], 'HEAD')
    expect([refused.text, refused.headers.get('x-castellan-reason')]).toEqual(['', 'permission-denied'])
    expect(runs).toHaveLength(1)
  })

  const refusals: readonly (readonly [string, string, () => readonly string[]])[] = [
    ['no token', 'token-missing', () => []],
    ['a malformed token', 'token-malformed', () => [authorization('abc')]],
    ['no token after the scheme', 'token-malformed', () => ['Authorization: Bearer']],
    [
      'two Authorization headers',
      'token-malformed',
      () => [authorization(clerk), `authorization: Bearer ${clerk}`],
    ],
    ['two cookies', 'token-malformed', () => [`Cookie: jwt=${clerk}; jwt=${clerk}`]],
    [
      'the cookie from another site',
      'cross-site',
      () => [`Cookie: jwt=${clerk}`, 'Sec-Fetch-Site: cross-site', 'Origin: https://evil.example'],
    ],
    [
      'the cookie with the origin of another site',
      'cross-site',
      () => [`Cookie: jwt=${clerk}`, 'Origin: https://evil.example'],
    ],
    ['a role without a rule', 'permission-denied', () => [authorization(stranger)]],
  ]
  test.each(refusals)('%s is refused', async (_case, reason, headers) => {
    const answer = await raw(ORDER, headers())
    expectRefused(answer, 401)
    expect(Object.keys(answer.body)).toEqual(['code', 'msg'])
    expect({
      reason: answer.headers.get('x-castellan-reason'),
      type: answer.headers.get('content-type'),
      caching: answer.headers.get('cache-control'),
    }).toEqual({ reason, type: 'application/json; charset=utf-8', caching: 'no-store' })
    expect(runs).toEqual([])
  })

  test('the message of a refusal is in the language of the client', async () => {
    const { body } = await raw(ORDER, ['Accept-Language: zh-CN'])
    expect(body).toEqual({ code: 401, msg: '您尚未登录。' })
  })

  test('the query and the cookie carry a token, each exactly one', async () => {
    expect((await raw(`${ORDER}?token=${clerk}`, [])).body).toMatchObject({ ran: 'clerk' })
    expect((await raw(ORDER, [`Cookie: jwt=${clerk}`])).body).toMatchObject({ ran: 'clerk' })
    runs = []
    const twice = await raw(`${ORDER}?token=${clerk}&token=${clerk}`, [])
    expectRefused(twice, 401)
    expect(twice.headers.get('referrer-policy')).toBe('no-referrer')
    expect(runs).toEqual([])
  })

  test('a page of a configured origin can send a request and read the response', async () => {
    const preflight = await exchange(
      `OPTIONS ${ORDER} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nOrigin: ${FRIEND}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
    )
    expect(preflight.status).toBe(204)
    expect(preflight.answer.toLowerCase()).toContain('access-control-allow-methods: get, head\r\n')
    expect(runs).toEqual([])
    for (const token of [clerk, 'abc']) {
      const { headers } = await raw(ORDER, [`Origin: ${FRIEND}`, authorization(token)])
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([FRIEND, 'Origin'])
    }
  })

  test('a revoked token and an expired token are refused', async () => {
    const { token } = await loginAs(service, 'leaver', [{ method: 'GET', path: '/api/v1/orders/:id' }])
    await eventuallyAt(ORDER, token, 200)
    runs = []
    await call(`${service.base}/logout`, { method: 'POST', ...bearer(token) })
    const revoked = await get(ORDER, token)
    expectRefused(revoked, 401)
    expect(revoked.headers.get('x-castellan-reason')).toBe('token-revoked')
    time += 100 * 24 * HOUR_MS
    const expired = await get(ORDER, clerk)
    expectRefused(expired, 401)
    expect(expired.headers.get('x-castellan-reason')).toBe('token-expired')
    expect(runs).toEqual([])
    admin = await login(service.base)
    clerk = await login(service.base, { username: 'clerk', password: 'the password of clerk' })
    stranger = await login(service.base, { username: 'stranger', password: 'the password of stranger' })
  })

  test('no spelling of a path but the declared one reaches a handler', async () => {
    for (const target of [
      '/API/v1/orders/7',
      '/api/v1/Orders/7',
      '/api/v1/orders/7/',
      '/api/v1//orders/7',
      '//api/v1/orders/7',
      '/api/v1/./orders/7',
      '/api/v1/x/../orders/7',
      '/api/v1/%6Frders/7',
      '/api/v1/orders%2F7',
      '/api/v1/orders/7;x',
      '/api/v1/orders/7%00',
      '/api/v1/notice/',
      '/API/V1/news',
      '/api/v1/news#x',
      `${host.origin}/api/v1/news`,
      '\\api\\v1\\news',
      `/api/v1/orders/${'a'.repeat(4082)}`,
      `/api/v1/orders${'/a'.repeat(254)}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        // A new connection each time: after a malformed request the others on it are refused.
        const bytes = `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization(admin)}\r\n\r\n`
        const { status } = await exchange(bytes)
        expect(runs, `${method} ${target}: ${status}`).toEqual([])
        expect([400, 404], `${method} ${target}`).toContain(status)
      }
    }
  })

  test('a path of 4,096 bytes is handled, and a longer one is refused before the checks', async () => {
    const longest = `/api/v1/missing/${'a'.repeat(4080)}`
    expect((await get(longest, clerk)).headers.get('x-castellan-reason')).toBe('not-found')
    const longer = await get(`${longest}a`, clerk)
    expectRefused(longer, 400, 400)
    expect(longer.headers.get('x-castellan-reason')).toBe('path-not-canonical')
  })

  test.each(['PUT', 'DELETE', 'PROPFIND', 'OPTIONS', 'TRACE'])(
    '%s reaches no handler of another method',
    async (method) => {
      await exchange(
        `${method} ${ORDER} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization(admin)}\r\n\r\n`,
      )
      expect(runs).toEqual([])
    },
  )

  test.each([
    ['two hosts', 'Host: a\r\nHost: b'],
    ['two media types', 'Host: a\r\nContent-Type: text/plain\r\nContent-Type: application/json'],
    ['two codings', 'Host: a\r\nTransfer-Encoding: gzip, chunked'],
  ])('a request with %s, which can be read in two ways, is refused', async (_case, head) => {
    const { status } = await exchange(
      `GET ${ORDER} HTTP/1.1\r\n${head}\r\nConnection: close\r\n${authorization(clerk)}\r\n\r\n`,
    )
    expect(status).toBe(400)
    expect(runs).toEqual([])
  })

  test('an excluded call and a route without permission check need only a valid token', async () => {
    for (const path of ['/api/v1/notice', '/api/v1/news']) {
      runs = []
      expect((await get(path, stranger)).body).toEqual({ ran: 'stranger', body: null })
      expect(runs).toHaveLength(1)
      expectRefused(await call(`${host.origin}${path}`), 401)
      expect(runs).toHaveLength(1)
    }
  })

  test('the list of routes has the routes of the app with their checks', async () => {
    const { body } = await call(`${service.base}/route`, bearer(admin))
    const routes = (body.data as { origin: string; method: string; path: string; checks: string }[])
      .filter(({ origin }) => origin === 'app')
      .map(({ method, path, checks }) => `${method} ${path} ${checks}`)
    expect(routes.sort()).toEqual(
      ROUTES.map((route) => `${route} ${route.endsWith('/news') ? 'identity' : 'both'}`).sort(),
    )
  })

  test('before a required password change, only a few calls of the service are allowed', async () => {
    const password = 'a password to be changed'
    const roleKey = 'role-of-clerk'
    await service.context.userAdministration.add({
      username: 'newcomer',
      password,
      roleKey,
      pwdChangeDue: true,
    })
    const token = await login(service.base, { username: 'newcomer', password })
    for (const path of [ORDER, '/api/v1/notice', '/api/v1/news']) expectRefused(await get(path, token), 409)
    expect(runs).toEqual([])
  })

  test('a refusal that a handler throws is sent in the form of the others', async () => {
    const answer = await get('/api/v1/missing/7', clerk)
    expectRefused(answer, 404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a caller who is locked out while the body arrives does not reach the handler', async () => {
    const { token } = await loginAs(service, 'late', [{ method: '*', path: '/api/v1/orders' }])
    const body = '{"item":"lamp"}'
    const { socket, finish } = open(
      `POST /api/v1/orders HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization(token)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 1)}`,
    )
    await service.context.userAdministration.change('late', { status: '1' })
    await eventuallyAt('/api/v1/news', token, 401)
    runs = []
    socket.write(body.slice(1))
    expect(await finish()).toContain('"code":401')
    expect(runs).toEqual([])
  })

  test.each(['/api/v1/orders', '/api/v1/login'])(
    'a client that waits for "100 Continue" gets it only after the checks: %s',
    async (path) => {
      const body = '{"item":"lamp"}'
      const send = (given: string) => {
        const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${given}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
        return open(head)
      }
      const isOwn = path.endsWith('login')
      const allowed = send(isOwn ? 'X-A: b' : authorization(clerk))
      expect(String(await once(allowed.socket, 'data'))).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
      allowed.socket.write(body)
      const [answer] = await once(allowed.socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(String(answer)).not.toMatch(/connection: close/i)
      allowed.socket.destroy()

      const refused = send(isOwn ? 'Expect: 100-continue' : authorization(stranger))
      const received = await refused.finish()
      expect(received).toMatch(isOwn ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 200 OK\r\n/)
      expect(received).toContain(isOwn ? '"code":400' : '"code":401')
      expect(received).toMatch(/connection: close/i)
      expect(received).not.toContain('100 Continue')
      expect(runs.map(({ method }) => method)).toEqual(isOwn ? [] : ['POST'])
    },
  )

  test('a body that arrives without waiting needs no "100 Continue"', async () => {
    const body = '{"item":"lamp"}'
    const { finish } = open(
      `POST /api/v1/orders HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization(clerk)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body}`,
    )
    const received = await finish()
    expect(received).toContain('{"ran":"clerk","body":{"item":"lamp"}}')
    expect(received.match(/HTTP\/1\.1 (?!100)/g)).toHaveLength(1)
  })

  test('the rate limit counts by the address of the client, which a trusted proxy forwards', async () => {
    const from = (address: string) =>
      call(`${host.origin}${ORDER}`, {
        headers: { authorization: `Bearer ${clerk}`, 'x-forwarded-for': `198.51.100.1, ${address}` },
      })
    for (let count = 0; count < PER_ADDRESS; count++) await from('192.0.2.7')
    expect(runs).toHaveLength(PER_ADDRESS)
    const limited = await from('192.0.2.7')
    expectRefused(limited, 429)
    expect(limited.headers.get('retry-after')).toBe('1')
    expect(runs).toHaveLength(PER_ADDRESS)
    expect((await from('192.0.2.8')).body).toMatchObject({ ran: 'clerk' })
  })

  // The last test: it ends the service.
  test('calls are refused with 503 when the state is too old', async () => {
    await service.service.close()
    const realNow = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + HOUR_MS)
    time += 60_000
    try {
      for (const path of [ORDER, '/api/v1/news']) {
        expectRefused(await raw(path, [authorization(clerk)]), 503, 503)
      }
    } finally {
      clock.mockRestore()
    }
    expect(runs).toEqual([])
  })

  /** Sends bytes; `finish` waits until the host closes the connection and returns all that it has sent. */
  function open(bytes: string) {
    const { hostname, port } = new URL(host.origin)
    const socket = connect(Number(port), hostname)
    // A host may close the connection before it has read everything.
    socket.on('error', () => {})
    socket.write(bytes)
    const received = text(socket).catch(() => '')
    return { socket, finish: () => received }
  }

  async function exchange(bytes: string): Promise<{ status: number; answer: string }> {
    const answer = await open(bytes).finish()
    return { status: Number(answer.split(' ')[1]), answer }
  }
})
