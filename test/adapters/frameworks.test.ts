import express from 'express'
// @ts-expect-error: the types of Express 5 are used for both versions.
import express4 from 'express4'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { protect as protectHono } from '../../src/adapters/hono.ts'
import { bearer, call, loginAs } from '../support/client.ts'
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
})

describe('Hono', () => {
  test('the root of a mounted app is the prefix itself', async () => {
    const app = new Hono()
    const mounted = new Hono()
    protectHono(service.service, mounted, { prefix: ROOT }).get('/', (c) => c.json({ ran: true }))
    app.route(ROOT, mounted)
    host = await serveHono(app)
    expect((await get(ROOT)).body).toEqual({ ran: true })
    expectRefused(await call(`${host.origin}${ROOT}`), 401)
  })
})
