import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metricCatalogue } from '../../src/features/monitoring/metrics/metric-catalogue.ts'
import { type Gateway, loginWithRules, startGateway } from '../gateway/support/gateway.ts'
import { DOWN_URL, type HttpUpstream, startUpstream } from '../gateway/support/upstreams.ts'
import { bearer, call, login, postJson, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { samplesOf, sumOf } from '../support/metrics.ts'
import { passwordOf } from '../support/operator.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

let upstream: HttpUpstream
let gateway: Gateway
let clerk: string
let respond: (response: ServerResponse) => void

beforeAll(async () => {
  respond = (response) => response.end('{}')
  upstream = await startUpstream((_request, response) => respond(response))
  gateway = await startGateway(
    [
      { prefix: '/api/v1/orders', url: upstream.url },
      { prefix: '/api/v1/down', url: DOWN_URL },
    ],
    {
      metrics: { enabled: true },
      permission: { exclude: [{ method: 'GET', path: '/api/v1/orders/open', reason: 'shown to everybody' }] },
    },
  )
  clerk = await loginWithRules(gateway, 'clerk', [
    { method: '*', path: '/api/v1/orders/*' },
    { method: '*', path: '/api/v1/down/*' },
  ])
})

afterAll(async () => {
  await gateway?.close()
  await upstream?.close()
})

/** Returns how much a value grows while the work is done. */
async function growth(name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const before = sumOf(await gateway.metrics(), name, labels)
  await work()
  return async () => sumOf(await gateway.metrics(), name, labels) - before
}

/** Expects that the work increases a value by this number. */
async function expectGrowth(
  by: number,
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
) {
  const grown = await growth(name, labels, work)
  await eventually(async () => expect(await grown()).toBe(by))
}

const REQUESTS = 'castellan_http_requests_total'
const DECISIONS = 'castellan_decisions_total'
const LOGINS = 'castellan_logins_total'
const UPSTREAM = 'castellan_upstream_requests_total'

test('every metric of the reference exists, and no other with this prefix', async () => {
  await call(`${gateway.base}/orders/1`, bearer(clerk))
  await call(`${gateway.base}/orders/1`)
  const types = [...(await gateway.metrics()).matchAll(/^# TYPE (castellan_\S+) (\S+)$/gm)]
  expect(types.map(([, name, type]) => ({ name, type }))).toEqual(
    expect.arrayContaining(Object.values(metricCatalogue).map(({ name, type }) => ({ name, type }))),
  )
  expect(types).toHaveLength(Object.keys(metricCatalogue).length)
  const labels = samplesOf(await gateway.metrics())
  for (const { name, labels: expected } of Object.values(metricCatalogue)) {
    const sample = labels.find((one) => one.name.replace(/_(bucket|sum|count)$/, '') === name)
    const given = Object.keys(sample?.labels ?? {}).filter((label) => label !== 'le')
    expect(given, name).toEqual([...expected])
  }
})

test('a request is counted with its declared route and the code in the body', async () => {
  const own = { method: 'GET', route: '/api/v1/sys-user/:id', code: '200' }
  await expectGrowth(1, REQUESTS, own, () => gateway.admin.get('/sys-user/1'))
  await expectGrowth(1, REQUESTS, { ...own, code: '401' }, () => call(`${gateway.base}/sys-user/1`))
  const duration = { method: 'GET', route: '/api/v1/orders/*' }
  await expectGrowth(2, 'castellan_http_request_duration_seconds_count', duration, async () => {
    await call(`${gateway.base}/orders/1`, bearer(clerk))
    await call(`${gateway.base}/orders/2`, bearer(clerk))
  })
})

test('clients cannot create series: unknown paths, methods and codes share one label', async () => {
  const series = async () =>
    samplesOf(await gateway.metrics()).filter(({ name }) => name.startsWith('castellan_')).length
  const strange = async (name: string) => {
    await call(`${gateway.origin}/${name}?q=${name}`)
    await call(`${gateway.base}/${name}/${name}`, { headers: { 'user-agent': name, referer: name } })
    await sendRaw(gateway.origin, { method: 'PROPFIND', target: `/${name}` })
    await sendRaw(gateway.origin, { method: 'MKCOL', target: `/${name}` })
    await tryLogin(gateway.base, { username: name })
    await call(`${gateway.base}/orders/${name}`, bearer(clerk))
  }
  await strange('first')
  respond = (response) => response.writeHead(599).end()
  await call(`${gateway.base}/orders/599`, bearer(clerk))
  const before = await series()
  for (const name of ['made-up', 'third', 'alice', 'eyJhbGciOiJIUzI1NiJ9']) await strange(name)
  respond = (response) => response.writeHead(598).end()
  await call(`${gateway.base}/orders/598`, bearer(clerk))
  respond = (response) => response.end('{}')
  expect(await series()).toBe(before)
  const text = await gateway.metrics()
  const values = samplesOf(text).flatMap(({ labels }) => Object.values(labels))
  for (const given of ['made-up', 'third', 'alice', 'eyJ', 'clerk', '127.0.0.1', 'MKCOL'])
    expect(values.filter((value) => value.includes(given))).toEqual([])
  expect(sumOf(text, REQUESTS, { route: 'unknown', method: 'other' })).toBeGreaterThan(0)
})

test.each([
  ['admin', () => gateway.admin.get('/sys-user')],
  ['excluded', () => call(`${gateway.base}/orders/open`, bearer(clerk))],
  ['identity', () => call(`${gateway.base}/getinfo`, bearer(clerk))],
  ['rule', () => call(`${gateway.base}/orders/9`, { method: 'POST', body: '{}', ...bearer(clerk) })],
])('a call that is allowed by %s is one decision', (reason, send) =>
  expectGrowth(1, DECISIONS, { result: 'allowed', reason }, async () => {
    expect((await send()).status).toBe(200)
  }),
)

test.each([
  ['permission-denied', () => call(`${gateway.base}/sys-user`, bearer(clerk))],
  ['token-missing', () => call(`${gateway.base}/sys-user`)],
  ['token-malformed', () => call(`${gateway.base}/sys-user`, bearer('nothing'))],
])('a call that is refused with %s is one decision', (reason, send) =>
  expectGrowth(1, DECISIONS, { result: 'refused', reason }, () =>
    expectGrowth(1, 'castellan_refusals_total', { reason }, send),
  ),
)

test('logins are counted by result, reason and method', async () => {
  const password = { method: 'password' }
  await expectGrowth(1, LOGINS, { ...password, result: 'success', reason: 'logged-in' }, () =>
    login(gateway.base),
  )
  for (const [reason, fields] of [
    ['credentials-wrong', { password: 'wrong' }],
    ['captcha-wrong', { code: 'wrong' }],
    ['invalid-parameters', { password: 7 }],
  ] as const)
    await expectGrowth(1, LOGINS, { ...password, result: 'failure', reason }, () =>
      tryLogin(gateway.base, fields),
    )
})

test('requests to upstream services are counted by service and result', async () => {
  const orders = { upstream: '/api/v1/orders' }
  await expectGrowth(1, UPSTREAM, { ...orders, result: '2xx' }, () =>
    call(`${gateway.base}/orders/1`, bearer(clerk)),
  )
  await expectGrowth(1, UPSTREAM, { upstream: '/api/v1/down', result: 'upstream-unavailable' }, () =>
    call(`${gateway.base}/down/1`, bearer(clerk)),
  )
  await expectGrowth(0, UPSTREAM, orders, () => call(`${gateway.base}/orders/1`))
})

test('a request that is refused while the upstream service works on it is counted with its refusal reason', async () => {
  const token = await login(gateway.base, { username: 'clerk', password: passwordOf('clerk') })
  let hasArrived = false
  respond = () => {
    hasArrived = true
  }
  try {
    const ended = { upstream: '/api/v1/orders', result: 'token-revoked' }
    await expectGrowth(1, UPSTREAM, ended, async () => {
      const refused = call(`${gateway.base}/orders/1`, bearer(token))
      await eventually(() => expect(hasArrived).toBe(true))
      await call(`${gateway.base}/logout`, { ...bearer(token), method: 'POST' })
      expect((await refused).body).toMatchObject({ code: 401 })
    })
  } finally {
    respond = (response) => response.end('{}')
  }
})

test('the duration of a stream is the time until it starts', async () => {
  let stream: ServerResponse | undefined
  respond = (response) => {
    stream = response
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  }
  const labels = { method: 'DELETE', route: '/api/v1/orders/*' }
  const duration = 'castellan_http_request_duration_seconds'
  const before = sumOf(await gateway.metrics(), `${duration}_sum`, labels)
  let secondsToHeaders = 0
  try {
    await expectGrowth(1, `${duration}_count`, labels, async () => {
      const sentAt = performance.now()
      const response = await fetch(`${gateway.base}/orders/1`, { method: 'DELETE', ...bearer(clerk) })
      secondsToHeaders = (performance.now() - sentAt) / 1000
      // The stream stays open while the service handles other requests.
      for (let count = 0; count < 10; count++) await call(`${gateway.base}/app-config`)
      stream?.end()
      await response.text()
    })
  } finally {
    stream?.end()
    respond = (response) => response.end('{}')
  }
  const seconds = sumOf(await gateway.metrics(), `${duration}_sum`, labels) - before
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(secondsToHeaders)
})

test('the state of the service is read at every scrape', async () => {
  const before = await gateway.metrics()
  expect(sumOf(before, 'castellan_health', { status: 'up' })).toBe(1)
  expect(sumOf(before, 'castellan_processes')).toBe(1)
  expect(sumOf(before, 'castellan_policy_rules')).toBe(2)
  expect(samplesOf(before)).toContainEqual({
    name: 'castellan_build_info',
    labels: { version: expect.stringMatching(/^\d+\./), node: process.versions.node },
    value: 1,
  })
  await gateway.admin.post('/policy', {
    rules: [{ roleKey: 'role-of-clerk', method: 'GET', path: '/api/v1/new' }],
  })
  const after = await gateway.metrics()
  expect(sumOf(after, 'castellan_policy_rules')).toBe(3)
  expect(sumOf(after, 'castellan_policy_version')).toBeGreaterThan(sumOf(before, 'castellan_policy_version'))
  expect(sumOf(after, 'castellan_policy_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(sumOf(after, 'castellan_event_loop_delay_seconds', { quantile: '1' })).toBeGreaterThanOrEqual(0)
  expect(sumOf(after, 'process_cpu_seconds_total')).toBeGreaterThan(0)
})

test('an embedding app gets the metrics of the service, without those of the process', async () => {
  const app = await startService({
    settings: { metrics: { enabled: true } },
    replacements: { credentialVerifier: { verify: async () => undefined } },
    protectedRoutes: async (routes) => {
      routes.get('/api/v1/app/:id', { config: { permission: false } }, async () => ({}))
    },
  })
  try {
    await call(`${app.base}/login`, postJson({}))
    await call(`${app.base}/app/7`)
    const { text, contentType } = await app.service.metrics()
    expect(contentType).toContain('text/plain')
    expect(sumOf(text, LOGINS, { method: 'custom', reason: 'invalid-parameters' })).toBe(1)
    expect(sumOf(text, REQUESTS, { route: '/api/v1/login', method: 'POST', code: '400' })).toBe(1)
    // The app counts the requests to its own routes.
    expect(sumOf(text, REQUESTS, { route: '/api/v1/app/:id' })).toBe(0)
    expect(sumOf(text, DECISIONS, { result: 'refused', reason: 'token-missing' })).toBe(1)
    expect(text).not.toMatch(/^(process|nodejs)_/m)
  } finally {
    await app.close()
  }
})

test('without metrics.enabled there is nothing to read', async () => {
  const app = await startService()
  try {
    await expect(app.service.metrics()).rejects.toThrow('set metrics.enabled to true')
  } finally {
    await app.close()
  }
})
