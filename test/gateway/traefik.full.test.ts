import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { IDENTITY_HEADER_NAMES } from '../../src/features/web/forward-auth/identity-headers.ts'
import { call, login } from '../support/client.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService, type TestService } from '../support/service.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'
import { type ProxyProcess, startProxy } from './support/proxy-process.ts'
import { connectTo, requestText } from './support/raw-client.ts'
import { type RecordingUpstream, startRecordingUpstream } from './support/recording-upstream.ts'

interface RemovedHeaders {
  readonly headers: { readonly customRequestHeaders: Record<string, string> }
}

interface Traefik {
  readonly http: {
    readonly routers: Record<string, { readonly middlewares?: readonly string[]; readonly service: string }>
    readonly middlewares: {
      readonly 'castellan-authorize': {
        readonly forwardAuth: {
          readonly address: string
          readonly trustForwardHeader: boolean
          readonly authRequestHeaders: readonly string[]
          readonly authResponseHeadersRegex: string
        }
      }
      readonly 'without-token': RemovedHeaders
    }
  }
}

const file = join(import.meta.dirname, '..', '..', 'deploy', 'forward-auth', 'traefik-dynamic.yml')
const { http }: Traefik = parse(readFileSync(file, 'utf8'))
const { forwardAuth } = http.middlewares['castellan-authorize']

let service: TestService
let admin: string

beforeAll(async () => {
  service = await startService({
    settings: {
      application: { trustProxy: ['127.0.0.1'] },
      gateway: { signingSecret: SIGNING_SECRET },
    },
  })
  admin = await login(service.base)
})
afterAll(() => service.close())

/** Asks as Traefik does: with the configured headers of the client and its own ones. */
function ask(client: Record<string, string>) {
  const copied = forwardAuth.authRequestHeaders
    .map((name) => name.toLowerCase())
    .flatMap((name) => (client[name] === undefined ? [] : [[name, client[name]]]))
  return call(`${service.origin}${new URL(forwardAuth.address).pathname}`, {
    headers: {
      ...Object.fromEntries(copied),
      'x-forwarded-method': 'DELETE',
      'x-forwarded-uri': '/api/v1/orders/7?x=1',
      'x-forwarded-host': 'shop.example.com',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
      'x-forwarded-server': 'traefik',
      'x-forwarded-for': '203.0.113.7',
    },
  })
}

test('the request of Traefik is decided, with each carrier of the token that it forwards', async () => {
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${admin}` })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}` })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}`, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  // The same site, although the request is sent to another host.
  expect((await ask({ cookie: `jwt=${admin}`, origin: 'https://shop.example.com' })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}`, origin: 'https://evil.example.com' })).status).toBe(403)
  // Headers by which a client describes another request are not forwarded.
  expect((await ask({ 'x-original-uri': '/', authorization: `Bearer ${admin}` })).status).toBe(200)
  const { text, headers } = await ask({ 'accept-language': 'zh' })
  expect([text, headers.get('content-type')]).toEqual([
    '{"code":401,"msg":"您尚未登录。"}',
    'application/json; charset=utf-8',
  ])
})

test('identity headers of a client are removed in every spelling, and those of the response are forwarded', async () => {
  const { headers } = await ask({ authorization: `Bearer ${admin}` })
  // JavaScript has no inline flags.
  const pattern = new RegExp(forwardAuth.authResponseHeadersRegex.replace('(?i)', ''), 'i')
  for (const name of IDENTITY_HEADER_NAMES) {
    expect(headers.get(name)).toBeTruthy()
    for (const spelling of [name, name.replaceAll('-', '_'), name.replace('x-', 'x_'), name.toUpperCase()]) {
      expect(spelling).toMatch(pattern)
    }
  }
  expect(forwardAuth.trustForwardHeader).toBe(false)
})

test('the token is removed after the decision, and clients cannot call the endpoint', () => {
  const { orders, authorize, castellan } = http.routers
  expect(orders).toMatchObject({
    service: 'orders',
    middlewares: ['castellan-authorize', 'without-token'],
  })
  expect(http.middlewares['without-token'].headers.customRequestHeaders).toEqual({
    Authorization: '',
    Cookie: '',
    Referer: '',
  })
  expect(authorize?.middlewares).toEqual(['nobody'])
  expect(castellan).toMatchObject({ service: 'castellan' })
  expect(castellan?.middlewares).toBeUndefined()
})

// Debian has no package: this runs where Traefik is installed, and in `npm run test:deep`.
describe('with Traefik', () => {
  let proxy: ProxyProcess | undefined
  let upstream: RecordingUpstream

  beforeAll(async () => {
    upstream = await startRecordingUpstream()
    const castellanPort = Number(new URL(service.origin).port)
    // As the comment in the file says.
    proxy = await startProxy('traefik', { castellanPort, ordersPort: upstream.port }, (text) =>
      text.replace('middlewares: [castellan-authorize,', 'middlewares: [cors, castellan-authorize,'),
    )
  })
  afterAll(async () => {
    await proxy?.stop()
    await upstream.close()
  })
  beforeEach(({ skip }) => {
    if (!proxy) skip('Traefik is not installed here')
    upstream.take()
  })

  test('an allowed request reaches the service with a signed identity, without the token and forged headers', async () => {
    const forged = IDENTITY_HEADER_NAMES.flatMap((name) => [
      `${name}: forged`,
      `${name.toUpperCase()}: forged`,
      `${name.replaceAll('-', '_')}: forged`,
      `${name.replaceAll('-', '.')}: forged`,
    ])
    forged.push('X-Auth-Request-User: forged', 'Remote_User: forged', 'X-WebAuth-User: forged')
    const headers = [...forged, `Authorization: Bearer ${admin}`, 'Cookie: jwt=forged']
    const answer = await sendRaw(proxy?.origin ?? '', { target: '/api/v1/orders/7?x=1', headers })
    expect(answer.body).toEqual({ code: 200, served: true })
    const [received] = upstream.take()
    expect(received?.url).toBe('/api/v1/orders/7?x=1')
    expect(received?.headers).toContainEqual(['x-castellan-username', 'admin'])
    expect(received?.headers.map(([name]) => name)).toContain('x-castellan-signature')
    expect(JSON.stringify(received)).not.toContain('forged')
    expect(JSON.stringify(received)).not.toContain(admin)
  })

  test('a refused client gets the real status with the body of the specification (21)', async () => {
    const client = connectTo(proxy?.origin ?? '')
    try {
      client.write(requestText('GET', '/api/v1/orders/7', ['Connection: close']))
      await client.closed()
      expect(client.received()).toMatch(
        /^HTTP\/1\.1 401 [\s\S]*\r\n\r\n\{"code":401,"msg":"You are not logged in\."\}$/,
      )
    } finally {
      client.close()
    }
    expect(upstream.take()).toEqual([])
  })

  test('pages of the listed origin read responses, and preflight requests do not reach the service', async () => {
    const url = `${proxy?.origin}/api/v1/orders/7`
    const page = { origin: 'https://shop.example.com' }
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...page, 'access-control-request-method': 'PUT' },
    })
    expect([asked.status, await asked.text()]).toEqual([200, ''])
    expect(upstream.take()).toEqual([])
    const authorization = `Bearer ${admin}`
    const sent = await fetch(url, { headers: { ...page, authorization } })
    expect(await sent.json()).toEqual({ code: 200, served: true })
    const other = await fetch(url, { headers: { origin: 'https://other.example', authorization } })
    expect(await other.json()).toEqual({ code: 200, served: true })
    const origins = [asked, sent, other].map(({ headers }) => headers.get('access-control-allow-origin'))
    expect(origins).toEqual([page.origin, page.origin, null])
    expect(sent.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('login and captcha are not guarded, and clients cannot call the endpoint', async () => {
    expect(await login(`${proxy?.origin}/api/v1`)).toMatch(/^eyJ/)
    expect((await fetch(`${proxy?.origin}/api/v1/authorize/x`)).status).toBe(403)
  })
})
