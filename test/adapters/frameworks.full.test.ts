import { Http2ServerRequest } from 'node:http2'
import express from 'express'
// @ts-expect-error: the types of Express 5 are used for both versions.
import express4 from 'express4'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { requestId } from 'hono/request-id'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { endpoints, protect as protectHono } from '../../src/adapters/hono.ts'
import { Refusal } from '../../src/index.ts'
import { bearer, call, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused } from '../support/expectations.ts'
import { startService, type TestService } from '../support/service.ts'
import { listen, type RunningHost, serveHono } from './hosts.ts'

// What the frameworks do differently from each other.

const ORDER = '/api/v1/orders/7'
const ROOT = '/api/v1/items/all'
const EXPRESS = [
  ['Express 4', express4 as typeof express],
  ['Express 5', express],
] as const

let service: TestService
let clerk: string
let host: RunningHost | undefined
let runs: string[] = []

beforeAll(async () => {
  service = await startService()
  const rules = [
    { method: 'POST', path: '/api/v1/orders/:id' },
    { method: 'GET', path: '/api/v1/*' },
  ]
  clerk = (await loginAs(service, 'clerk', rules)).token
  const headers = { authorization: `Bearer ${clerk}` }
  await eventually(async () => {
    const result = await service.service.check({ method: 'POST', url: ORDER, headers, remoteAddress: '' })
    expect(result.allowed).toBe(true)
  })
})
beforeEach(() => {
  runs = []
})
afterEach(async () => {
  await host?.close()
  host = undefined
})
afterAll(() => service?.close())

/** Of a response that a handler has prepared before it fails. */
const STALE_HEADERS = {
  'Content-Length': '5',
  'Content-Encoding': 'gzip',
  'Content-Type': 'text/csv',
  'Cache-Control': 'public, max-age=60',
  ETag: '"1"',
}

function expectFreshHeaders(headers: Headers): void {
  expect({
    encoding: headers.get('content-encoding'),
    type: headers.get('content-type'),
    caching: headers.get('cache-control'),
    tag: headers.get('etag'),
  }).toEqual({
    encoding: null,
    type: 'application/json; charset=utf-8',
    caching: 'no-store',
    tag: null,
  })
}

/** Expects different ids that the service has created. */
function expectOwnIds(ids: readonly (string | null)[]): void {
  for (const id of ids) expect(id).toMatch(/^[\w-]{8}\d+$/)
  expect(new Set(ids).size).toBe(ids.length)
}

const get = (path: string) => call(`${host?.origin}${path}`, bearer(clerk))

describe.each(EXPRESS)('%s', (_name, create) => {
  test('a method that middleware has replaced needs the permission for the new one', async () => {
    const app = create()
    app.use((request, _response, next) => {
      request.method = String(request.query._method ?? request.method)
      next()
    })
    const routes = protectExpress(service.service, app)
    for (const method of ['post', 'delete'] as const) {
      routes[method]('/api/v1/orders/:id', (_request, response) => {
        runs.push(method)
        response.json({})
      })
    }
    host = await listen(app)
    const post = (target: string) => fetch(`${host?.origin}${target}`, { method: 'POST', ...bearer(clerk) })
    const replaced = await post(`${ORDER}?_method=DELETE`)
    expect(replaced.headers.get('x-castellan-reason')).toBe('permission-denied')
    // Express ignores the letter case of a method.
    const inLowerCase = await post(`${ORDER}?_method=delete`)
    expect(inLowerCase.headers.get('x-castellan-reason')).toBe('method-not-allowed')
    expect(runs).toEqual([])
    await post(ORDER)
    expect(runs).toEqual(['post'])
  })

  test('the root of a mounted router is the prefix itself', async () => {
    const app = create()
    const router = create.Router()
    protectExpress(service.service, router, { prefix: ROOT }).get('/', (_request, response) => {
      response.json({ ran: true })
    })
    app.use(ROOT, router)
    host = await listen(app)
    expect((await get(ROOT)).body).toEqual({ ran: true })
    expectRefused(await get(`${ROOT}/`), 400, 400)
  })

  test('a refusal has an id of the service, even if the app has set another one', async () => {
    const app = create()
    app.use((_request, response, next) => {
      response.setHeader('X-Request-Id', 'from-app')
      next()
    })
    protectExpress(service.service, app).get('/api/v1/orders/:id', (request, response) => {
      if (request.params.id === '8') throw new Refusal('not-found', { thing: 'order', id: 8 })
      response.json({})
    })
    host = await listen(app)
    const refused = await Promise.all([call(`${host.origin}${ORDER}`), get('/api/v1/orders/8')])
    expectOwnIds(refused.map(({ headers }) => headers.get('x-request-id')))
    expect((await get(ORDER)).headers.get('x-request-id')).toBe('from-app')
  })

  test('a thrown refusal has none of the headers that the handler has set', async () => {
    const app = create()
    app.use((_request, response, next) => {
      response.setHeader('X-App', '1')
      next()
    })
    protectExpress(service.service, app).get(ORDER, (_request, response) => {
      response.set({ ...STALE_HEADERS, 'X-Handler': '1' })
      throw new Refusal('not-found', { thing: 'order', id: 7 })
    })
    host = await listen(app)
    const answer = await get(ORDER)
    expectRefused(answer, 404)
    expectFreshHeaders(answer.headers)
    expect([answer.headers.get('x-app'), answer.headers.get('x-handler')]).toEqual(['1', null])
  })
})

describe('Hono', () => {
  test('a refusal has an id of the service, even if the app has set another one', async () => {
    const app = new Hono()
    app.use(requestId({ generator: () => 'from-app' }))
    protectHono(service.service, app).get('/api/v1/orders/:id', (c) => {
      if (c.req.param('id') === '8') throw new Refusal('not-found', { thing: 'order', id: 8 })
      return c.json({})
    })
    host = await serveHono(app)
    const refused = await Promise.all([call(`${host.origin}${ORDER}`), get('/api/v1/orders/8')])
    expectOwnIds(refused.map(({ headers }) => headers.get('x-request-id')))
    expect((await get(ORDER)).headers.get('x-request-id')).toBe('from-app')
  })

  test('the root of a mounted app is the prefix itself', async () => {
    const app = new Hono()
    const mounted = new Hono()
    protectHono(service.service, mounted, { prefix: ROOT }).get('/', (c) => c.json({ ran: true }))
    app.route(ROOT, mounted)
    host = await serveHono(app)
    expect((await get(ROOT)).body).toEqual({ ran: true })
    expectRefused(await call(`${host.origin}${ROOT}`), 401)
  })

  test('a thrown refusal has none of the headers that describe the response of the handler', async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      c.res.headers.set('X-App', '1')
      await next()
    })
    const routes = protectHono(service.service, app)
    routes.get('/api/v1/orders/:id', (c) => {
      for (const [name, value] of Object.entries(STALE_HEADERS)) c.res.headers.set(name, value)
      throw new Refusal('not-found', { thing: 'order', id: 7 })
    })
    routes.get(
      '/api/v1/late',
      async (_c, next) => {
        await next()
        throw new Refusal('not-found', { thing: 'order', id: 7 })
      },
      (c) => c.text('12345', 200, STALE_HEADERS),
    )
    host = await serveHono(app)
    for (const path of [ORDER, '/api/v1/late']) {
      const answer = await get(path)
      expectRefused(answer, 404)
      expectFreshHeaders(answer.headers)
      expect(answer.headers.get('x-app')).toBe('1')
    }
  })

  test('middleware for CORS before the endpoints of the service causes no error', async () => {
    const app = new Hono()
    app.use(cors())
    app.use(endpoints(service.service))
    host = await serveHono(app)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (let count = 0; count < 3; count++) {
      expect((await get('/api/v1/getinfo')).body).toMatchObject({ code: 200 })
    }
    await host.close()
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  })

  test('requests over HTTP/2 are refused', async () => {
    const app = new Hono()
    app.use('/api/v1/getinfo', endpoints(service.service))
    app.onError((error, c) => c.text(error.message, 500))
    protectHono(service.service, app).get('/api/v1/orders/:id', (c) => {
      runs.push('get')
      return c.json({})
    })
    const incoming = Object.create(Http2ServerRequest.prototype)
    for (const path of [ORDER, '/api/v1/getinfo']) {
      const answer = await app.request(path, bearer(clerk), { incoming })
      expect(answer.status).toBe(500)
      expect(await answer.text()).toContain('does not support HTTP/2')
    }
    expect(runs).toEqual([])
  })
})

test('node:http: a request outside the prefix of the service gets a refusal of the same form', async () => {
  host = await listen((request, response) => service.service.endpoints(request, response))
  for (const path of ['/', '/other', '/api/v2/getinfo', '/api/v1/other']) {
    const answer = await get(path)
    expectRefused(answer, 404, 404)
    expect(answer.body).toMatchObject({ reason: 'route-unknown' })
  }
})

test('the permission check of several requests is not more permissive than the routes of an app', async () => {
  const app = express()
  const routes = protectExpress(service.service, app)
  routes.post('/api/v1/reports/:id', (_request, response) => response.json({}))
  routes.post('/api/v1/reports/mine', { permission: false }, (_request, response) => response.json({}))
  host = await listen(app)
  const path = '/api/v1/reports/mine'
  expectRefused(await call(`${host.origin}${path}`, { method: 'POST', ...bearer(clerk) }), 401)
  const request = postJson({ requests: [{ method: 'POST', path }] }, { authorization: `Bearer ${clerk}` })
  expect((await call(`${service.base}/permission/check`, request)).body.data).toEqual([false])
})
