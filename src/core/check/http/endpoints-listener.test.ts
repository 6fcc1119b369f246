import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createCorsRules } from '../../../platform/http/call/cors-rules.ts'
import { createRouteRegistry } from '../routes/route-registry.ts'
import { createEndpointsListener } from './endpoints-listener.ts'

let server: Server | undefined
afterEach(async () => {
  await new Promise((resolve) => {
    if (server) server.close(resolve)
    else resolve(undefined)
    server?.closeAllConnections()
  })
})

async function listen(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve)
  })
  const { port } = started.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Creates a listener whose first start fails, and records what it logs. */
function createListener() {
  const logged: unknown[] = []
  const ignore = () => {}
  const logger: FastifyBaseLogger = {
    level: 'error',
    fatal: ignore,
    error: (entry: unknown) => logged.push(entry instanceof Object && 'err' in entry ? entry.err : entry),
    warn: ignore,
    info: ignore,
    debug: ignore,
    trace: ignore,
    silent: ignore,
    child: () => logger,
  }
  const registry = createRouteRegistry()
  registry.add('service', { method: 'GET', path: '/api/v1/a', checks: 'none' })
  let starts = 0
  const listener = createEndpointsListener({
    plugin: async (app) => {
      if (++starts === 1) throw new Error('injected')
      app.get('/api/v1/a', async () => ({ code: 200 }))
    },
    registry,
    cors: createCorsRules({ origins: [], credentials: false }),
    prefix: '/api/v1',
    trustProxy: [],
    logger,
    onRefusal: () => {},
  })
  return { listener, logged }
}

test('a failed start is logged, the client gets the envelope, and the next request starts again', async () => {
  const { listener, logged } = createListener()
  const origin = await listen((request, response) => listener(request, response))
  const failed = await fetch(`${origin}/api/v1/a`)
  expect(failed.status).toBe(500)
  expect(failed.headers.get('x-castellan-reason')).toBe('fault')
  expect(await failed.json()).toMatchObject({ code: 500, reason: 'fault' })
  expect(logged).toEqual([new Error('injected')])
  expect(await (await fetch(`${origin}/api/v1/a`)).json()).toEqual({ code: 200 })
})

test('with next, a failed start is an error of the app, and requests to other paths are passed on', async () => {
  const { listener, logged } = createListener()
  const passedOn: unknown[] = []
  const origin = await listen((request, response) =>
    listener(request, response, (error) => {
      passedOn.push(error instanceof Error ? error.message : error)
      response.end('{}')
    }),
  )
  await fetch(`${origin}/api/v1/a`)
  await fetch(`${origin}/api/v1/b`)
  expect(passedOn).toEqual(['injected', undefined])
  expect(await (await fetch(`${origin}/api/v1/a`)).json()).toEqual({ code: 200 })
  expect(logged).toEqual([])
})

test('a request whose body was read before is logged and refused', async () => {
  const { listener, logged } = createListener()
  const origin = await listen(async (request, response) => {
    for await (const piece of request) void piece
    listener(request, response)
  })
  const { status } = await fetch(`${origin}/api/v1/a`, { method: 'POST', body: 'x' })
  expect(status).toBe(500)
  expect(logged).toMatchObject([{ message: expect.stringContaining('before everything that reads bodies') }])
})
