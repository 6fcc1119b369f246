import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareRoutesLock, createService, formatRoutesLock, type Service } from '../../src/index.ts'
import { bearer, call, loginAs } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { SECRET, startService } from '../support/service.ts'

const handler = async () => ({})
const reason = 'all users read the notices'

describe('the routes of an embedding app, without a server', () => {
  let folder: string
  let service: Service
  let app: FastifyInstance

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
    service = await createService({
      application: { dataDir: folder },
      database: { url: 'sqlite::memory:' },
      jwt: { secret: SECRET },
      permission: {
        exclude: [
          { method: 'GET', path: '/api/v1/shop/notice', reason },
          { method: '*', path: '/behind-a-proxy/*', reason },
        ],
      },
    })
    app = fastify()
    app.get('/before', handler)
    app.register(service.plugin)
    app.register(
      service.protect(async (routes) => {
        routes.get('/api/v1/orders/:id', handler)
        routes.get('/api/v1/my-orders', { config: { permission: false } }, handler)
        routes.get('/api/v1/shop/notice', handler)
        routes.get('/api/v1/shop/*', handler)
      }),
    )
    app.post('/api/v1/orders/:number', handler)
    app.options('/api/v1/orders/:id', handler)
    app.get('/*', handler)
    app.register(async (scope) => void scope.get('/after', handler), { prefix: '/v2' })
    await app.ready()
  })
  afterAll(async () => {
    await app?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ofApp = () =>
    formatRoutesLock(service.routes().filter(({ origin }) => origin === 'app'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))

  test('have the class of their checks, wherever they are declared', () => {
    expect(ofApp()).toEqual([
      'GET /* unguarded app',
      'GET /api/v1/my-orders identity app',
      'GET /api/v1/orders/:id policy app',
      'OPTIONS /api/v1/orders/:number|:id unguarded app',
      'POST /api/v1/orders/:number|:id unguarded app',
      'GET /api/v1/shop/* policy app, except GET /api/v1/shop/notice: all users read the notices',
      'GET /api/v1/shop/notice excluded app, all users read the notices',
      'GET /before unguarded app',
      'GET /v2/after unguarded app',
    ])
  })

  test('contain an entry of the exclusion list that matches no route', () => {
    expect(formatRoutesLock(service.routes())).toContain(
      '\n* /behind-a-proxy/* excluded settings, all users read the notices\n',
    )
  })

  test('contain every endpoint of the service, and none of them is unguarded', () => {
    const own = service.routes().filter(({ origin }) => origin === 'service')
    expect(own).toContainEqual({
      method: 'GET',
      path: '/api/v1/route',
      checks: 'both',
      origin: 'service',
      class: 'policy',
    })
    expect(own.filter((route) => route.class === 'unguarded')).toEqual([])
    const open = service.routes().filter((route) => route.class === 'unguarded')
    expect(open.filter(({ path }) => own.some((route) => route.path === path))).toEqual([])
  })

  test.each([
    [{ method: 'get', path: '/status', checks: 'none' }, 'capitals'],
    [{ method: 'GET', path: 'status', checks: 'none' }, 'starts with "/"'],
    [{ method: 'GET', path: '/status', checks: 'nonsense' }, 'one of the checks none, identity, both'],
  ])('the app cannot add %j', (route, problem) => {
    // A program without types can pass anything.
    expect(() => Reflect.apply(service.addRoute, service, [route])).toThrow(problem)
  })

  test('are compared with a lock file, and what an app adds later is a difference', () => {
    const lock = formatRoutesLock(service.routes())
    expect(compareRoutesLock(lock, service.routes())).toEqual([])
    expect(() => app.get('/late', handler)).toThrow('already')
    service.addRoute({ method: 'GET', path: '/status', checks: 'none' })
    expect(compareRoutesLock(lock, service.routes())).toEqual([
      { method: 'GET', path: '/status', after: 'unguarded app' },
    ])
  })
})

test('GET /route needs permission, also for the routes without checks', async () => {
  const service = await startService({ openRoutes: async (routes) => void routes.get('/weather', handler) })
  try {
    const { token } = await loginAs(service, 'curious')
    const refused = await call(`${service.base}/route`, bearer(token))
    expectRefused(refused, 401)
    expect(JSON.stringify(refused.body)).not.toContain('weather')
    // An unguarded route is only listed: it is not a route of which the service decides anything.
    const check = await call(`${service.base}/permission/check`, {
      method: 'POST',
      headers: { ...bearer(token).headers, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ method: 'GET', path: '/weather' }] }),
    })
    expect(check.body.data).toEqual([false])
  } finally {
    await service.close()
  }
})
