import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
// @ts-expect-error: the types of Express 5 are used for both versions.
import express4 from 'express4'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import { type Identity, Refusal, type Service } from '../../src/index.ts'
import { login } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

/** What the routes do: `/asked` asks for the scope, after a pause; the others do not. */
type Handler = (identity: Identity) => Promise<unknown>
const PATHS = ['/asked', '/forgotten', '/refused', '/other'] as const

const handlersOf = (service: Service): Readonly<Record<(typeof PATHS)[number], Handler>> => ({
  async '/asked'(identity) {
    await new Promise(setImmediate)
    return service.scopeOf(identity)
  },
  '/forgotten': async () => ({}),
  '/refused': async () => Promise.reject(new Refusal('not-found', { thing: 'order', id: 7 })),
  '/other': async () => ({}),
})

const dataScopeOf = (path: string) => ({ dataScope: path !== '/other' })

function expressApp(create: typeof express) {
  return (service: Service): RequestListener => {
    const app = create()
    const routes = protectExpress(service, app)
    for (const [path, handler] of Object.entries(handlersOf(service))) {
      // The first handler reads the body, the second one shows the rows.
      routes.get(path, dataScopeOf(path), create.json(), async ({ identity }, response) => {
        response.json(await handler(identity))
      })
    }
    return app
  }
}

function honoApp(service: Service): RequestListener {
  const app = new Hono()
  const routes = protectHono(service, app)
  for (const [path, handler] of Object.entries(handlersOf(service)))
    routes.get(path, dataScopeOf(path), async (c) => c.json((await handler(c.get('identity'))) as object))
  return getRequestListener(app.fetch)
}

function nodeApp(service: Service): RequestListener {
  const listeners = new Map(
    Object.entries(handlersOf(service)).map(([path, handler]) => [
      path,
      protectNode(
        service,
        async (_request, response, { identity }) => response.end(JSON.stringify(await handler(identity))),
        { route: `GET ${path as '/asked'}`, ...dataScopeOf(path) },
      ),
    ]),
  )
  return (request, response) => listeners.get(request.url ?? '')?.(request, response)
}

let service: TestService
let close: () => Promise<void>
afterEach(async () => {
  await close()
  await service.close()
})

async function errorsAfterCalls(mode: string, start: (service: Service) => RequestListener) {
  const errors: string[] = []
  const log = { info() {}, warn() {}, debug() {}, trace() {}, fatal() {}, silent() {}, level: 'info' }
  const error = (_details: unknown, text: unknown) => {
    if (String(text).includes('without asking for the data scope')) errors.push(String(text))
  }
  const logger = { ...log, error, child: () => logger } as never
  service = await startService({ settings: { application: { mode } }, replacements: { logger } })
  const server = createServer(start(service.service))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const headers = { authorization: `Bearer ${await login(service.base)}` }
  const { port } = server.address() as AddressInfo
  for (const path of [...PATHS, ...PATHS])
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status).toBe(200)
  return errors
}

describe.each([
  ['Express 4', expressApp(express4 as typeof express)],
  ['Express 5', expressApp(express)],
  ['Hono', honoApp],
  ['node:http', nodeApp],
])('%s', (_name, start) => {
  test('in dev, a handler that shows rows without asking for the declared scope is reported once', async () => {
    const errors = await errorsAfterCalls('dev', start)
    await expect.poll(() => errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^the handler of GET \/forgotten has responded without asking/)
    const declared = service.service.routes().filter(({ dataScope }) => dataScope)
    expect(declared.map(({ path }) => path).toSorted()).toEqual(['/asked', '/forgotten', '/refused'])
  })

  test('in prod, handlers are not watched', async () => {
    expect(await errorsAfterCalls('prod', start)).toEqual([])
  })
})

test('a value other than true and false is refused, and a listener without a route cannot declare it', async () => {
  service = await startService()
  close = async () => {}
  const routes = protectExpress(service.service, express())
  expect(() => routes.get('/a', { dataScope: 'yes' as never }, () => {})).toThrow(
    'dataScope must be true or false',
  )
  expect(() => protectNode(service.service, () => {}, { dataScope: true })).toThrow('dataScope needs a route')
})
