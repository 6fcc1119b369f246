import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'
import { type ProxyProcess, startProxy } from './support/proxy-process.ts'
import { BREAKING_ID, type RecordingUpstream, startRecordingUpstream } from './support/recording-upstream.ts'

const PAGE = 'https://shop.example'
const OTHER_PAGE = 'https://other.example'

/** The headers by which a browser decides whether the page may read the response. */
function corsOf({ headers }: Response) {
  const list = (name: string) =>
    headers
      .get(name)
      ?.split(',')
      .map((value) => value.trim())
      .sort()
  return {
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    exposed: list('access-control-expose-headers'),
    vary: list('vary'),
  }
}

const EXPOSED = ['Retry-After', 'X-Castellan-Reason', 'X-Request-Id']

describe.each(['nginx', 'caddy', 'envoy'] as const)('pages of another origin, through %s', (name) => {
  let service: TestService
  let upstream: RecordingUpstream
  let proxy: ProxyProcess | undefined
  let orders: string
  let authorization: string

  beforeAll(async () => {
    service = await startService({
      settings: {
        application: { trustProxy: ['127.0.0.1'] },
        cors: { origins: [PAGE] },
        gateway: { signingSecret: SIGNING_SECRET },
      },
    })
    upstream = await startRecordingUpstream()
    proxy = await startProxy(name, {
      castellanPort: Number(new URL(service.origin).port),
      ordersPort: upstream.port,
    })
    if (!proxy) return
    orders = `${proxy.origin}/api/v1/orders`
    authorization = `Bearer ${await login(`${proxy.origin}/api/v1`)}`
  })
  afterAll(async () => {
    await proxy?.stop()
    await upstream?.close()
    await service?.close()
  })
  beforeEach(({ skip }) => {
    if (!proxy) skip(`${name} is not installed here`)
    upstream.take()
  })

  function preflight(origin: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${orders}/7`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,if-match',
        ...headers,
      },
    })
  }

  test('a preflight request gets its response without a token, and does not reach the service', async () => {
    for (const headers of [{}, { authorization }]) {
      const response = await preflight(PAGE, headers)
      // Envoy has no response without a body. Browsers accept both.
      expect(response.status).toBe(name === 'envoy' ? 200 : 204)
      expect(await response.text()).toBe('')
      expect(corsOf(response)).toMatchObject({ origin: PAGE, vary: ['Origin'] })
      expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain('PUT')
      expect(response.headers.get('access-control-allow-headers')).toBe('authorization,if-match')
      expect(response.headers.get('access-control-max-age')).toBe('600')
    }
    expect(upstream.take()).toEqual([])
  })

  test('a page of the origin reads responses of the service, whatever the service allows', async () => {
    const response = await fetch(`${orders}/7`, { headers: { origin: PAGE, authorization } })
    expect(await response.json()).toEqual({ code: 200, served: true })
    expect(corsOf(response)).toEqual({
      origin: PAGE,
      credentials: null,
      exposed: [...EXPOSED, 'ETag'].sort(),
      vary: ['Accept', 'Origin'],
    })
    const [received] = upstream.take()
    expect(received?.headers.filter(([header]) => header.startsWith('access-control-'))).toEqual([])
  })

  test('a page of the origin reads refusals', async () => {
    const response = await fetch(`${orders}/7`, { headers: { origin: PAGE } })
    expect([response.status, await response.json()]).toEqual([
      200,
      { code: 401, msg: 'You are not logged in.' },
    ])
    expect(corsOf(response)).toEqual({ origin: PAGE, credentials: null, exposed: EXPOSED, vary: ['Origin'] })
    expect(upstream.take()).toEqual([])
  })

  test('a page of the origin reads that the service does not respond', async ({ skip }) => {
    if (name === 'envoy') skip('Envoy responds with a text')
    const response = await fetch(`${orders}/${BREAKING_ID}`, { headers: { origin: PAGE, authorization } })
    expect(await response.json()).toMatchObject({ code: name === 'nginx' ? 502 : 503 })
    expect(corsOf(response)).toMatchObject({ origin: PAGE, vary: ['Origin'] })
  })

  test('another page reads nothing, and its preflight request is refused', async () => {
    const asked = await preflight(OTHER_PAGE)
    expect([asked.status, await asked.json()]).toMatchObject([200, { code: 401 }])
    expect(upstream.take()).toEqual([])
    const sent = await fetch(`${orders}/7`, { headers: { origin: OTHER_PAGE, authorization } })
    for (const response of [asked, sent]) {
      expect(corsOf(response)).toMatchObject({ origin: null, credentials: null })
      expect(corsOf(response).vary).toContain('Origin')
    }
  })

  test('a request without an origin gets no permission, whatever its headers are', async () => {
    const response = await fetch(`${orders}/7`, {
      headers: { authorization, 'access-control-allow-origin': OTHER_PAGE, vary: 'other' },
    })
    expect(corsOf(response)).toMatchObject({ origin: null, credentials: null, vary: ['Accept', 'Origin'] })
  })
})
