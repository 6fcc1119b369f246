import { createServer, IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import express from 'express'
// @ts-expect-error: the types of Express 5 are used for both versions.
import express4 from 'express4'
import { type Context, Hono } from 'hono'
import { methodOverride } from 'hono/method-override'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { protect as protectExpress } from '../../src/adapters/express.ts'
import { openRoutes, protect as protectHono } from '../../src/adapters/hono.ts'
import { protect as protectNode } from '../../src/adapters/node.ts'
import { formatRoutesLock } from '../../src/index.ts'
import { loginAs } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const handler = () => {}

const WRONG_PATHS = [
  ...['/files/*', '/files/*path', '/a{/:b}', '/a/:b?', '/a/:b(\\d+)', '/a/:b-:c', 'a', '', '/%61'],
  ...['/a//b', '//a', '/a/../b', '/a/.', '/..', '/a?b', '/a#b'],
]

test.each(WRONG_PATHS)('a route with the path "%s" is refused when it is declared', (path) => {
  expect(() => protectExpress(service.service, express()).get(path, handler)).toThrow('the path')
  expect(() => protectHono(service.service, new Hono()).get(path, () => new Response())).toThrow('the path')
  expect(() => protectNode(service.service, handler, { route: `GET ${path}` as 'GET /' })).toThrow('the path')
})

test('a route without a handler, with an error handler or with a wrong option is refused', () => {
  const routes = protectExpress(service.service, express())
  expect(() => routes.get('/a')).toThrow('needs a handler')
  expect(() => routes.get('/a', {})).toThrow('needs a handler')
  expect(() =>
    routes.get('/a', ((_a: unknown, _b: unknown, _c: unknown, _d: unknown) => {}) as never),
  ).toThrow('app.use')
  expect(() => routes.get('/a', { permission: 'no' as never }, handler)).toThrow('true or false')
  expect(() => routes.get('/a', handler, {} as never)).toThrow('must be a function')
})

const MISTAKES: readonly (readonly [string, unknown, readonly unknown[], string])[] = [
  ['an array of handlers', '/a', [[handler], handler], 'pass the handlers of an array one by one'],
  ['an array after a handler', '/a', [handler, [handler]], 'pass the handlers of an array one by one'],
  ['an array after the options', '/a', [{}, [handler]], 'pass the handlers of an array one by one'],
  ['null as options', '/a', [null, handler], 'a route has options or a handler'],
  ['undefined as options', '/a', [undefined, handler], 'a route has options or a handler'],
  ['a text as options', '/a', ['/b', handler], 'a route has options or a handler'],
  ['a misspelled option', '/a', [{ permisson: false }, handler], 'unknown option "permisson"'],
  ['a regular expression as its path', /abc/, [handler], 'the path "/abc/"'],
  ['a list of paths', ['/a'], [handler], 'the path "/a"'],
]

test.each(MISTAKES)('a route with %s is refused when it is declared', (_case, path, given, message) => {
  for (const declare of [
    protectExpress(service.service, express()).get,
    protectHono(service.service, new Hono()).get,
  ] as ((...args: unknown[]) => void)[]) {
    expect(() => declare(path, ...given)).toThrow(TypeError)
    expect(() => declare(path, ...given)).toThrow(message)
  }
})

test.each([
  ['/api/', 'must not end with "/"'],
  ['/', 'must not end with "/"'],
  ['api', 'the prefix "api" must start with "/"'],
  [/api/, 'the prefix "/api/" must start with "/"'],
])('the prefix %s is refused', (prefix, message) => {
  const options = { prefix: prefix as string }
  expect(() => protectExpress(service.service, express(), options).get('/a', handler)).toThrow(message)
  expect(() => protectHono(service.service, new Hono(), options).get('/a', () => new Response())).toThrow(
    message,
  )
})

test('a path without a slash at its start is refused under a prefix too', () => {
  const options = { prefix: '/api' }
  expect(() => protectExpress(service.service, express(), options).get('a', handler)).toThrow('the path "a"')
  expect(() => protectHono(service.service, new Hono(), options).get('a', () => new Response())).toThrow(
    'the path "a"',
  )
})

describe('node:http, one listener without a router', () => {
  let server: Server
  let origin: string
  let token: string
  let runs = 0
  beforeAll(async () => {
    token = (await loginAs(service, 'reader')).token
    const route = 'GET /api/v1/news'
    const listener = protectNode(
      service.service,
      (_request, response) => {
        runs++
        response.end('{}')
      },
      { route, permission: false },
    )
    server = createServer(service.service.http, listener)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  const send = (method: string, path: string) =>
    fetch(`${origin}${path}`, { method, headers: { authorization: `Bearer ${token}` } })

  test('the method and the path of its route are handled, with any query', async () => {
    runs = 0
    for (const method of ['GET', 'HEAD'])
      expect((await send(method, '/api/v1/news?page=1')).status, method).toBe(200)
    expect(runs).toBe(2)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    runs = 0
    const answer = await send(method, '/api/v1/news')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await answer.json()).toMatchObject({ code: 405, reason: 'method-not-allowed' })
    expect(runs).toBe(0)
  })

  test.each(['/api/v1/orders', '/api/v1/news/7', '/api/v1/News', '/'])(
    'the path %s is refused',
    async (path) => {
      runs = 0
      expect((await send('GET', path)).status).toBe(400)
      expect(runs).toBe(0)
    },
  )
})

test('Hono: routes without protect can be listed, also those of sub-apps and those declared before the check', () => {
  const handler = (c: Context) => c.text('')
  const app = new Hono()
  const sub = new Hono()
  app.use(async (_c, next) => next())
  app.get('/open', handler)
  app.put('/api/v1/stocks', handler)
  protectHono(service.service, app).get('/api/v1/stocks', handler)
  protectHono(service.service, app).put('/api/v1/stocks', handler)
  app.get('/api/v1/stocks', handler)
  sub.all('/any', handler)
  protectHono(service.service, sub, { prefix: '/sub' }).get('/closed', handler)
  app.route('/sub', sub)
  expect(openRoutes(app)).toEqual([
    { method: 'GET', path: '/open', checks: 'none' },
    { method: 'PUT', path: '/api/v1/stocks', checks: 'none' },
    { method: '*', path: '/sub/any', checks: 'none' },
  ])
  for (const route of openRoutes(app)) service.service.addRoute(route)
  const listed = formatRoutesLock(service.service.routes())
  expect(listed).toContain('\nGET /api/v1/stocks policy app\n')
  expect(listed).toContain('\nPUT /api/v1/stocks unguarded app\n')
  expect(listed).toContain('\n* /sub/any unguarded app\n')
  expect(listed).toContain('\nGET /sub/closed policy app\n')
})

test.each([
  ['Express 4', express4 as typeof express],
  ['Express 5', express],
])(
  '%s: routes without protect are listed, including those of routers and those declared before the check',
  async (_name, create) => {
    const own = await startService()
    const app = create()
    const known = create.Router()
    const unknown = create.Router()
    const nested = create.Router()
    app.use(own.service.endpoints)
    app.get('/open', handler)
    app.put('/api/v1/stocks', handler)
    const routes = protectExpress(own.service, app)
    routes.get('/api/v1/stocks', handler)
    routes.put('/api/v1/stocks', handler)
    app.get('/api/v1/stocks', handler)
    app.all('/any', handler)
    app.route('/two').get(handler).post(handler)
    app.get(['/list', /^\/pattern/], handler)
    app.use('/known', known)
    protectExpress(own.service, known, { prefix: '/known' }).get('/closed', handler)
    known.get('/', handler)
    nested.post('/deep', handler)
    unknown.use('/nested', nested)
    unknown.get('/lost', handler)
    app.use('/unknown', unknown)
    // After the first list, too.
    expect(own.service.routes().filter(({ class: ofRoute }) => ofRoute === 'unguarded')).not.toEqual([])
    app.delete('/late', handler)
    const lines = formatRoutesLock(own.service.routes()).split('\n')
    expect(lines.filter((line) => line.includes(' unguarded '))).toEqual([
      'GET * unguarded app',
      'POST */deep unguarded app',
      'GET */lost unguarded app',
      '* /any unguarded app',
      'PUT /api/v1/stocks unguarded app',
      'GET /known unguarded app',
      'DELETE /late unguarded app',
      'GET /list unguarded app',
      'GET /open unguarded app',
      'GET /two unguarded app',
      'POST /two unguarded app',
    ])
    expect(lines).toContain('GET /api/v1/stocks policy app')
    expect(lines).toContain('GET /known/closed policy app')

    app.use('/other', create().get('/', handler))
    expect(formatRoutesLock(own.service.routes())).toContain('\n* * unguarded app\n')
    await own.close()
  },
)

test.each([
  ['Express 4', express4 as typeof express],
  ['Express 5', express],
])('%s: the app counts as unguarded until it is known', async (_name, create) => {
  const own = await startService()
  const [app, router] = [create(), create.Router()]
  protectExpress(own.service, router, { prefix: '/orders' }).get('/', handler)
  const unguarded = () => {
    const open = own.service.routes().filter(({ class: ofRoute }) => ofRoute === 'unguarded')
    return open.map(({ method, path }) => `${method} ${path}`)
  }
  expect(unguarded()).toEqual(['* *'])
  protectExpress(own.service, app)
  expect(unguarded()).toEqual(['* *'])
  app.use('/orders', router)
  expect(unguarded()).toEqual([])
  app.get('/status', handler)
  expect(unguarded()).toEqual(['GET /status'])
  await own.close()
})

test('an app of another kind is listed as unguarded, and a route that the app adds itself is listed once', async () => {
  const own = await startService()
  const declare = { get() {}, post() {}, put() {}, patch() {}, delete() {} }
  protectExpress(own.service, declare as never)
  protectHono(own.service, new Hono().get('/status', (c) => c.text('')) as Hono)
  own.service.addRoute({ method: 'GET', path: '/status', checks: 'none' })
  const open = own.service.routes().filter(({ class: ofRoute }) => ofRoute === 'unguarded')
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(['* *', 'GET /status'])
  await own.close()
})

test('Hono: a handler cannot replace the identity for the next one', async () => {
  const { token } = await loginAs(service, 'honest')
  const app = new Hono()
  const seen: unknown[] = []
  protectHono(service.service, app).get(
    '/api/v1/news',
    { permission: false },
    async (c, next) => {
      c.set('identity', { ...c.get('identity'), username: 'another' })
      await next()
    },
    (c) => {
      seen.push(c.get('identity').username)
      return c.text('')
    },
  )
  await app.request('/api/v1/news', { headers: { authorization: `Bearer ${token}` } })
  expect(seen).toEqual(['honest'])
})

test('Hono: a method that middleware has replaced is refused, because the checks see the one that was sent', async () => {
  const { token } = await loginAs(service, 'poster', [{ method: 'POST', path: '/api/v1/orders' }])
  const app = new Hono()
  let runs = 0
  app.use('*', methodOverride({ app, header: 'X-Method' }))
  protectHono(service.service, app).delete('/api/v1/orders', (c) => {
    runs++
    return c.text('')
  })
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming, { method: 'POST', url: '/api/v1/orders', httpVersion: '1.1' })
  incoming.headers = { authorization: `Bearer ${token}` }
  incoming.rawHeaders = ['Host', 'a', 'Authorization', `Bearer ${token}`]
  const request = { method: 'POST', headers: { 'X-Method': 'DELETE' } }
  const answer = await app.request('/api/v1/orders', request, { incoming })
  expect(answer.status).toBe(405)
  expect(runs).toBe(0)
})
