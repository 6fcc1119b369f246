import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  IDENTITY_HEADER_NAMES,
  isReservedHeader,
} from '../../src/features/web/forward-auth/identity-headers.ts'
import { REMOVED_HEADERS } from '../../src/features/web/gateway/removed-headers.ts'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { addLargeDepartments } from '../support/large-departments.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService, type TestService } from '../support/service.ts'
import { expectedSignature, SIGNING_SECRET } from '../support/signed-call.ts'
import { type ProxyProcess, startProxy } from './support/proxy-process.ts'
import { connectTo, requestText } from './support/raw-client.ts'
import {
  BREAKING_ID,
  CACHED_ID,
  type ReceivedRequest,
  type RecordingUpstream,
  startRecordingUpstream,
} from './support/recording-upstream.ts'

/** More requests than a file sends from 127.0.0.1. */
const REQUESTS_PER_ADDRESS = 150

/** Headers that the gateway removes too, in several spellings. */
const CLAIMS = REMOVED_HEADERS.flatMap(({ names, examples = [] }) => [...names, ...examples])
  .filter((name) => !name.includes('*'))
  .flatMap((name) => (name.includes('-') ? [name, name.replaceAll('-', '_')] : [name]))

/** Fewer than a server accepts. */
const HEADERS_PER_REQUEST = 60

/** An id that Castellan has created. */
const OWN_ID = /^[\w-]{8}\d+$/

function headerValue({ headers }: Pick<ReceivedRequest, 'headers'>, name: string): string | undefined {
  const values = headers.filter(([given]) => given === name).map(([, value]) => value)
  expect(values.length, name).toBeLessThan(2)
  return values[0]
}

function expectSigned(received: ReceivedRequest, path: string): void {
  expect(headerValue(received, 'x-castellan-signature')).toBe(
    expectedSignature(received.method, path, (name) => headerValue(received, name)),
  )
}

describe.each(['nginx', 'caddy', 'envoy'] as const)('%s', (name) => {
  let service: TestService | undefined
  let upstream: RecordingUpstream
  let proxy: ProxyProcess | undefined
  let base: string
  let admin: string
  let alice: string
  let frozenAt: number | undefined

  beforeAll(async () => {
    const started = await startService({
      settings: {
        application: { trustProxy: ['127.0.0.1'] },
        gateway: { signingSecret: SIGNING_SECRET },
        rateLimit: { perAddress: REQUESTS_PER_ADDRESS },
      },
      replacements: { now: () => frozenAt ?? Date.now() },
    })
    service = started
    upstream = await startRecordingUpstream()
    proxy = await startProxy(name, {
      castellanPort: Number(new URL(started.origin).port),
      ordersPort: upstream.port,
    })
    if (!proxy) return
    base = `${proxy.origin}/api/v1`
    // Through the proxy: captcha and login are not guarded.
    admin = await login(base)
    const rules = [{ method: 'GET', path: '/api/v1/orders/:id' }]
    alice = (await loginAs({ base, context: started.context }, 'alice', rules)).token
  })
  afterAll(async () => {
    await proxy?.stop()
    await upstream?.close()
    await stopCastellan()
  })
  async function stopCastellan(): Promise<void> {
    const running = service
    service = undefined
    await running?.close()
  }
  beforeEach(({ skip }) => {
    if (!proxy) skip(`${name} is not installed here`)
    upstream.take()
  })

  test.each(['M%C3%A4rz', 'a%20b', '1+1', '1%2B1', 'a:b@c', 'a%3Ab%40c', 'a%3Fb', '50%25', "!$&'()*,=~"])(
    'the signature is valid for the path /%s as the service gets it',
    async (id) => {
      const target = `/api/v1/orders/${id}`
      const headers = [`Authorization: Bearer ${alice}`]
      expect((await sendRaw(new URL(base).origin, { target, headers })).status).toBe(200)
      const [received] = upstream.take()
      expect(decodeURIComponent(received?.url ?? '')).toBe(decodeURIComponent(target))
      if (received) expectSigned(received, received.url)
    },
  )

  test('an allowed request reaches the service with a signed identity and without the token', async () => {
    const headers = { authorization: `Bearer ${alice}`, cookie: 'theme=dark; jwt=other; lang=en' }
    const answer = await call(`${base}/orders/7?size=2`, { headers })
    expect([answer.status, answer.body]).toEqual([200, { code: 200, served: true }])
    const [received, ...others] = upstream.take()
    expect(others).toEqual([])
    expect(received).toMatchObject({ method: 'GET', url: '/api/v1/orders/7?size=2' })
    if (!received) return
    expectSigned(received, '/api/v1/orders/7')
    expect(headerValue(received, 'x-castellan-username')).toBe('alice')
    expect(headerValue(received, 'x-castellan-role-key')).toBe('role-of-alice')
    const scope = await call(`${base}/data-scope`, bearer(alice))
    expect(JSON.parse(headerValue(received, 'x-castellan-resolved-scope') ?? '')).toEqual(scope.body.data)
    expect(headerValue(received, 'authorization')).toBeUndefined()
    expect(headerValue(received, 'cookie')).toBe('theme=dark; lang=en')
  })

  test('responses of the service are not stored, unless it allows it', async () => {
    for (const [id, cacheControl] of [
      ['7', 'no-store'],
      [CACHED_ID, 'private, max-age=60'],
    ]) {
      const { body, headers } = await call(`${base}/orders/${id}`, bearer(alice))
      expect([body.served, headers.get('cache-control')]).toEqual([true, cacheControl])
      if (name === 'nginx') expect(headers.get('x-request-id')).toMatch(OWN_ID)
    }
  })

  test('the longest scope reaches the service', async () => {
    if (!service) return
    const { roleAdministration } = service.context
    const ids = (await addLargeDepartments(service.dataDir, 230)).slice(0, 230)
    await roleAdministration.change('role-of-alice', { deptIds: ids, dataScope: '2' })
    const token = await login(base, { username: 'alice', password: 'the password of alice' })
    await expect
      .poll(async () => {
        await call(`${base}/orders/7`, bearer(token))
        return JSON.parse(
          headerValue(upstream.take()[0] ?? { headers: [] }, 'x-castellan-resolved-scope') ?? '{}',
        )
      })
      .toMatchObject({ kind: 'some', departments: ids })
    alice = token
  })

  test.each([
    ['?token=TOKEN', ''],
    ['?a=1&token=TOKEN', '?a=1'],
    ['?token=TOKEN&b=%26', '?b=%26'],
    ['?a=1&token=TOKEN&b=2', '?a=1&b=2'],
  ])('a token in the query %s does not reach the service', async (query, remaining) => {
    await call(`${base}/orders/7${query.replace('TOKEN', alice)}`)
    const [received] = upstream.take()
    // Caddy leaves empty parameters, which mean nothing.
    const url = received?.url.replace(/&&/, '&').replace('?&', '?').replace(/[?&]$/, '')
    expect(url).toBe(`/api/v1/orders/7${remaining}`)
  })

  test.each([
    '?%74oken=TOKEN',
    '?a=1&tok%65n=TOKEN',
    '?token=TOKEN&token=TOKEN',
    '?token=TOKEN&%74oken=TOKEN',
    '??token=TOKEN',
    '?token=TOKEN;x',
  ])('a token that the proxy cannot remove from the query is refused: %s', async (query) => {
    const url = `${base}/orders/7${query.replaceAll('TOKEN', alice)}`
    const answer = await call(url, bearer(alice))
    expect([answer.status, answer.body.reason]).toEqual([400, 'request-malformed'])
    await call(url)
    expect(upstream.take()).toEqual([])
  })

  test('a token in the cookie does not reach the service', async () => {
    const cookies = [`jwt=${alice}`, `jwt=${alice}; a=1`, `a=1; jwt=${alice}`, `a=1;\tjwt=${alice}`]
    for (const cookie of cookies) {
      await call(`${base}/orders/7`, { headers: { cookie } })
      const [received] = upstream.take()
      expect(JSON.stringify(received)).toContain('x-castellan-signature')
      expect(JSON.stringify(received)).not.toContain(alice)
    }
  })

  test('the body and the method of a request reach the service', async () => {
    const answer = await call(`${base}/orders`, { method: 'POST', body: 'x=1', ...bearer(admin) })
    expect(answer.body).toEqual({ code: 200, served: true })
    const [received] = upstream.take()
    expect(received?.method).toBe('POST')
    if (received) expectSigned(received, '/api/v1/orders')
  })

  test('identity headers of a client never reach the service, in any spelling', async () => {
    const forged = IDENTITY_HEADER_NAMES.flatMap((header) => [
      `${header}: forged`,
      `${header.toUpperCase()}: forged`,
      `${header.replaceAll('-', '_')}: forged`,
      ...[...".!#$%&'*+^`|~"].map((character) => `${header.replaceAll('-', character)}: forged`),
      `${header.replace('x-', 'x_')}: forged`,
      `${header.replace('castellan-', 'castellan_')}: forged`,
    ])
    for (let from = 0; from < forged.length; from += HEADERS_PER_REQUEST) {
      const headers = [...forged.slice(from, from + HEADERS_PER_REQUEST), `Authorization: Bearer ${alice}`]
      await sendRaw(base, { target: '/api/v1/orders/7', headers })
      const [received] = upstream.take()
      expect(received).toBeDefined()
      expect(JSON.stringify(received)).not.toContain('forged')
      const reserved = received?.headers
        .filter(([header]) => isReservedHeader(header))
        .map(([header]) => header)
      expect(reserved?.sort()).toEqual([...IDENTITY_HEADER_NAMES].sort())
    }
  })

  test('a client cannot change the path after the check', async () => {
    const headers = [`Authorization: Bearer ${admin}`]
    for (const path of ['/api/v1/orders/token=x', '/api/v1/orders/public/.token=x./secret']) {
      for (const query of ['', '?token=x']) {
        await sendRaw(base, { target: `${path}${query}`, headers })
        for (const { url } of upstream.take()) expect(url.split('?')[0]).toBe(path)
      }
    }
  })

  test('a client cannot remove the identity headers', async () => {
    const listed = `Connection: ${IDENTITY_HEADER_NAMES.join(', ')}`
    for (const lines of [[listed], [`${listed}, Upgrade`, 'Upgrade: websocket']]) {
      const headers = [...lines, `Authorization: Bearer ${alice}`]
      const answer = sendRaw(base, { target: '/api/v1/orders/7', headers })
      // Envoy refuses some of them with a text.
      await (name === 'envoy' ? answer.catch(() => undefined) : answer)
      const [received] = upstream.take()
      if (name !== 'envoy') expect(received).toBeDefined()
      if (received) expectSigned(received, '/api/v1/orders/7')
    }
  })

  test('headers that claim another address, method or path, and the query of the referring page, are removed', async () => {
    for (let from = 0; from < CLAIMS.length; from += HEADERS_PER_REQUEST) {
      const claims = CLAIMS.slice(from, from + HEADERS_PER_REQUEST)
      const headers = [
        ...claims.map((header) => `${header}: claimed`),
        'Referer: https://page.example/a??%74oken=claimed',
        `Authorization: Bearer ${alice}`,
      ]
      await sendRaw(base, { target: '/api/v1/orders/7', headers })
      const [received] = upstream.take()
      expect(received && headerValue(received, 'referer')).toBe('https://page.example/a')
      expect(JSON.stringify(received)).not.toContain('claimed')
    }
  })

  test('TRACE and unknown headers with the name of Castellan do not reach the service', async () => {
    const headers = [`Authorization: Bearer ${admin}`]
    const client = connectTo(base)
    try {
      client.write(requestText('TRACE', '/api/v1/orders/7', ['Connection: close', ...headers]))
      await client.closed()
    } finally {
      client.close()
    }
    const forged = [...headers, 'X-Castellan-Admin: forged']
    await sendRaw(base, { target: '/api/v1/orders/7', headers: forged })
    expect(JSON.stringify(upstream.take())).not.toMatch(/TRACE|forged/)
  })

  test('a path that only begins with the same letters is not forwarded to the service', async () => {
    const answer = await call(`${base}/orders2`, bearer(admin))
    expect([answer.status, answer.body.reason]).toEqual([404, 'route-unknown'])
    expect(upstream.take()).toEqual([])
  })

  test('a refused client gets HTTP 200 with the code in the body, and the service is not called', async () => {
    const missing = await call(`${base}/orders/7`)
    expect([missing.status, missing.body]).toEqual([200, { code: 401, msg: 'You are not logged in.' }])
    expect(missing.headers.get('x-castellan-reason')).toBe('token-missing')
    expect(missing.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(missing.headers.get('cache-control')).toBe('no-store')
    const denied = await call(`${base}/orders/7`, { method: 'DELETE', ...bearer(alice) })
    expect([denied.status, denied.body]).toEqual([200, { code: 401, msg: 'Your role does not allow this.' }])
    const ids = [missing, denied].map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(OWN_ID)
    expect(new Set(ids).size).toBe(2)
    const chinese = await call(`${base}/orders/7`, { headers: { 'accept-language': 'zh-CN' } })
    expect([chinese.status, chinese.body]).toEqual([200, { code: 401, msg: '您尚未登录。' }])
    expect(upstream.take()).toEqual([])
  })

  test('headers by which a client describes another request change nothing', async () => {
    for (const [uri, method] of [
      ['X-Forwarded-Uri', 'X-Forwarded-Method'],
      ['X-Original-URI', 'X-Original-Method'],
      ['X_Original_URI', 'X_Original_Method'],
    ]) {
      const headers = [`${uri}: /api/v1/orders/7`, `${method}: GET`, `Authorization: Bearer ${alice}`]
      const answer = await sendRaw(base, { target: '/api/v1/orders/7', method: 'DELETE', headers })
      expect(answer.body.code).toBe(401)
      const root = await sendRaw(base, { target: '/api/v1/orders', headers })
      expect(root.body.code).toBe(401)
    }
    expect(upstream.take()).toEqual([])
  })

  test.each([
    '/api/v1/orders/../orders/7',
    '/api/v1/orders/%37',
    '/api/v1//orders/7',
    '/api/v1/orders/./7',
    '/api/v1/login/../orders/7',
    '/api/v1/orders/7/../../login',
  ])('%s is not canonical: 400, and the service is not called', async (target) => {
    const answer = await sendRaw(base, { target, headers: [`Authorization: Bearer ${admin}`] })
    expect([answer.status, answer.body.reason]).toEqual([400, 'path-not-canonical'])
    expect(upstream.take()).toEqual([])
  })

  test('clients cannot call the authorize endpoint', async () => {
    const headers = { ...bearer(alice).headers, 'x-forwarded-uri': '/', 'x-forwarded-method': 'GET' }
    for (const path of ['/authorize', '/authorize/', '/authorize/api/v1/orders/7']) {
      const answer = await call(`${base}${path}`, { headers })
      expect([answer.status, answer.body.reason]).toEqual([404, 'route-unknown'])
    }
  })

  test('the rate limit counts the address of the client, and a refusal is HTTP 200', async () => {
    // All requests are in one window.
    frozenAt = Date.now()
    const answers: Awaited<ReturnType<typeof requestFrom>>[] = []
    for (let sent = 0; sent < REQUESTS_PER_ADDRESS + 2; sent += 1) {
      answers.push(await requestFrom('127.0.0.9', `${base}/orders/7`))
    }
    const limited = answers.filter(({ code }) => code === 429)
    expect(limited).toHaveLength(2)
    expect(new Set(limited.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
      new Set(['200 1']),
    )
    expect((await requestFrom('127.0.0.1', `${base}/orders/7`)).code).toBe(200)
    frozenAt = undefined
  })

  async function requestFrom(localAddress: string, url: string) {
    const request = httpRequest(url, {
      localAddress,
      headers: { authorization: `Bearer ${alice}` },
      agent: false,
    })
    request.end()
    const [response] = await once(request, 'response')
    const body: { code: number } = JSON.parse(await text(response))
    return { status: response.statusCode, code: body.code, retryAfter: response.headers['retry-after'] }
  }

  test('a service that breaks the connection: the client gets an error in the usual form', async ({
    skip,
  }) => {
    if (name === 'envoy') skip('Envoy responds with a text')
    const { status, body, headers } = await call(`${base}/orders/${BREAKING_ID}`, bearer(alice))
    expect(headers.get('x-request-id')).toMatch(name === 'nginx' ? OWN_ID : /^[\w-]{32,36}$/)
    expect([status, body.code, body.reason]).toEqual(
      name === 'nginx' ? [502, 502, 'upstream-unavailable'] : [503, 503, 'unavailable'],
    )
  })

  test('a request that is too large for nginx gets an error in the usual form', async ({ skip }) => {
    if (name !== 'nginx') skip('The files of the other proxies have no limits')
    const authorization = `Authorization: Bearer ${admin}`
    for (const [lines, status, reason] of [
      // nginx refuses before the body arrives.
      [['Content-Length: 1100000'], 413, 'body-too-large'],
      // Too long for nginx, and together too long for Castellan.
      [[`X-A: ${'x'.repeat(16_500)}`], 431, 'headers-too-large'],
      [['X-A', 'X-B'].map((header) => `${header}: ${'x'.repeat(8200)}`), 431, 'headers-too-large'],
    ] as const) {
      const client = connectTo(base)
      try {
        client.write(requestText('POST', '/api/v1/orders', [...lines, authorization]))
        const response = await client.until('"reason"')
        expect(response).toContain(`HTTP/1.1 ${status} `)
        expect(response).toContain('Content-Type: application/json')
        expect(response).toMatch(/\r\nX-Request-Id: \w+\r\n/)
        expect(response).toMatch(new RegExp(`\\{"code":${status},"msg":".*","reason":"${reason}"\\}`))
      } finally {
        client.close()
      }
    }
    expect(upstream.take()).toEqual([])
  })

  test('a request that is malformed for Castellan is refused as such by nginx', async ({ skip }) => {
    if (name !== 'nginx') skip('The other proxies refuse it themselves')
    for (const lines of [['HTTP/1.1', 'Host: app', 'Cookie: a=\x0b'], ['HTTP/1.0']]) {
      const head = [`GET /api/v1/orders/7 ${lines.join('\r\n')}`, `Authorization: Bearer ${admin}`]
      const bytes = `${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`
      const { status, body } = await sendRaw(new URL(base).origin, { bytes })
      expect([status, body.code, body.reason]).toEqual([400, 400, 'request-malformed'])
    }
    expect(upstream.take()).toEqual([])
  })

  test('if Castellan is not available, the client gets 503 and the service is not called', async () => {
    await stopCastellan()
    const answer = await call(`${base}/orders/7`, bearer(alice))
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([503, 503, 'unavailable'])
    expect(upstream.take()).toEqual([])
  })
})
