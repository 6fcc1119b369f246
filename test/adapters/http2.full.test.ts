import type { RequestListener } from 'node:http'
import { createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints, protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import type { Service } from '../../src/index.ts'
import { loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { sendOverHttp2 } from '../support/http2-client.ts'
import { startService, type TestService } from '../support/service.ts'
import type { RunningHost } from './hosts.ts'

// Apps that accept HTTP/2 themselves. Express does not support it.

const ROUTE = '/api/v1/orders/:id'
const ORDER = '/api/v1/orders/7'

let service: TestService
let host: RunningHost
let clerk: string
let stranger: string
let runs: string[] = []

type Start = (service: Service) => Promise<RunningHost>

const startFastify: Start = async ({ plugin, protect }) => {
  // The types of plugins are those of HTTP/1.
  const app = fastify({ http2: true }) as unknown as FastifyInstance
  app.register(plugin)
  app.register(
    protect(async (routes) => {
      routes.get(ROUTE, async ({ identity }) => {
        runs.push('order')
        return { ran: identity?.username }
      })
    }),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, close: () => app.close() }
}

const startNode: Start = async (given) => {
  const order = protectNode(
    given,
    (_request, response, { identity }) => {
      runs.push('order')
      response.end(JSON.stringify({ ran: identity.username }))
    },
    { route: `GET ${ROUTE}` },
  )
  return listen((request, response) =>
    request.url?.includes('/orders/') ? order(request, response) : given.endpoints(request, response),
  )
}

const startHono: Start = async (given) => {
  const app = new Hono()
  app.onError((error, c) => c.text(error.message, 500))
  app.use('/api/v1/getinfo', endpoints(given))
  protectHono(given, app).get(ROUTE, (c) => {
    runs.push('order')
    return c.json({})
  })
  return listen(getRequestListener(app.fetch))
}

/** The request and the response of HTTP/2 have the methods of HTTP/1. The types do not say so. */
async function listen(listener: RequestListener): Promise<RunningHost> {
  const server: Http2Server = createServer()
  server.on('request', listener as (...given: unknown[]) => void)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function prepare(start: Start): Promise<void> {
  service = await startService({ settings: { jwt: { cookie: true } } })
  clerk = (await loginAs(service, 'clerk', [{ method: 'GET', path: ROUTE }])).token
  stranger = (await loginAs(service, 'stranger')).token
  const headers = { authorization: `Bearer ${clerk}` }
  await eventually(async () => {
    const call = { method: 'GET', url: ORDER, headers, remoteAddress: '' }
    expect(await service.service.check(call)).toMatchObject({ allowed: true })
  })
  host = await start(service.service)
}

async function close(): Promise<void> {
  await host?.close()
  await service?.close()
}

const get = (path: string, ...fields: [string, string][]) =>
  sendOverHttp2(host.origin, [[':path', path], ...fields])
const authorization = (token: string): [string, string] => ['authorization', `Bearer ${token}`]

describe.each([
  ['Fastify', startFastify],
  ['node:http', startNode],
])('%s over HTTP/2', (_name, start) => {
  beforeAll(() => prepare(start))
  beforeEach(() => {
    runs = []
  })
  afterAll(close)

  test('an allowed request is handled', async () => {
    expect(await get(ORDER, authorization(clerk))).toBe('{"ran":"clerk"}')
    // Browsers may send each cookie in a field of its own (RFC 9113, 8.2.3).
    expect(await get(ORDER, ['cookie', 'theme=dark'], ['cookie', `jwt=${clerk}`])).toBe('{"ran":"clerk"}')
    expect(runs).toEqual(['order', 'order'])
  })

  test('the cookie counts for a page of the same host only', async () => {
    const cookie: [string, string] = ['cookie', `jwt=${clerk}`]
    expect(await get(ORDER, cookie, ['origin', host.origin])).toBe('{"ran":"clerk"}')
    expect(await get(ORDER, cookie, ['origin', 'https://evil.example'])).toContain('"code":401')
    expect(runs).toEqual(['order'])
  })

  test.each<[string, string, (token: string) => [string, string][]]>([
    ['no token', ORDER, () => []],
    ['a forged token', ORDER, (token) => [authorization(`${token}x`)]],
    ['a token without the permission', ORDER, () => [authorization(stranger)]],
    ['a forged token before a good one', ORDER, (token) => [authorization('x'), authorization(token)]],
    ['a good token before a forged one', ORDER, (token) => [authorization(token), authorization('x')]],
    [
      'two cookies',
      ORDER,
      (token) => [
        ['cookie', 'jwt=x'],
        ['cookie', `jwt=${token}`],
      ],
    ],
    ['an empty segment', '/api/v1//orders/7', (token) => [authorization(token)]],
    ['an escaped character', '/api/v1/%6Frders/7', (token) => [authorization(token)]],
    ['a segment that leaves the path', '/api/v1/orders/x/../7', (token) => [authorization(token)]],
    ['a trailing slash', `${ORDER}/`, (token) => [authorization(token)]],
    ['an absolute target', `http://other.example${ORDER}`, (token) => [authorization(token)]],
    ['another method', ORDER, (token) => [[':method', 'POST'], authorization(token)]],
    ['the own endpoints without a token', '/api/v1/getinfo', () => []],
    ['the own endpoints with a forged token', '/api/v1/sys-user', (token) => [authorization(`${token}x`)]],
  ])('%s: refused, and the handler does not run', async (_case, path, fields) => {
    expect(await get(path, ...fields(clerk))).toMatch(/^(?:reset$|\{"code":4\d\d,)/)
    expect(runs).toEqual([])
  })
})

describe('Hono over HTTP/2', () => {
  beforeAll(() => prepare(startHono))
  afterAll(close)

  test('every request is refused, also an allowed one', async () => {
    for (const path of [ORDER, '/api/v1/getinfo'])
      expect(await get(path, authorization(clerk))).toContain('does not support HTTP/2')
    expect(runs).toEqual([])
  })
})
