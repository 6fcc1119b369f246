import { createServer } from 'node:http'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { expect, test, vi } from 'vitest'
import { toHook } from '../../../platform/http/steps/step.ts'
import { createRouteRegistry } from '../routes/route-registry.ts'
import { listOpenRoutes } from './open-routes.ts'

const handler = async () => ({})

/** Returns the routes that are listed as open, such as `GET /orders`. */
async function openRoutes(
  declare: (app: FastifyInstance) => void,
  options: FastifyServerOptions = {},
): Promise<string[]> {
  const app = fastify(options)
  declare(app)
  await app.ready()
  const registry = createRouteRegistry()
  listOpenRoutes(app, registry)
  const routes = registry.routes()
  await app.close()
  return routes.map(({ method, path }) => `${method} ${path}`)
}

function guarded(app: FastifyInstance, declare: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook(
      'onRequest',
      toHook(() => {}),
    )
    declare(scope)
  })
}

test('routes before and after the guarded ones, in plugins and with prefixes', async () => {
  const open = await openRoutes((app) => {
    app.get('/before', handler)
    guarded(app, (scope) => {
      scope.get('/orders/:id', handler)
      scope.put('/orders/:id', handler)
    })
    app.get('/after', handler)
    app.register(async (scope) => void scope.get('/', handler), { prefix: '/shop' })
    app.register(async (scope) => void scope.register(async (inner) => void inner.delete('/deep', handler)))
  })
  expect(open.sort()).toEqual(['DELETE /deep', 'GET /after', 'GET /before', 'GET /shop', 'GET /shop/'])
})

test('another method, another name of a parameter, and a HEAD route of its own', async () => {
  const open = await openRoutes((app) => {
    guarded(app, (scope) => {
      scope.get('/orders/:id', handler)
      scope.post('/lines', handler)
    })
    app.post('/orders/:number', handler)
    app.head('/lines', handler)
  })
  expect(open.sort()).toEqual(['HEAD /lines', 'POST /orders/:number|:id'])
})

test('wildcards, all methods, optional parameters and regular expressions', async () => {
  const open = await openRoutes((app) => {
    guarded(app, (scope) => void scope.get('/api/*', handler))
    app.get('/*', handler)
    app.options('*', handler)
    app.all('/proxy/*', handler)
    app.get('/a/:id?', handler)
    app.get('/file/:name(^\\d+$).png', handler)
  })
  expect(open.filter((route) => !route.includes('/proxy/')).sort()).toEqual([
    'GET /*',
    'GET /a',
    'GET /a/:id',
    'GET /file/:name(^\\d+$).png',
    'OPTIONS *',
  ])
  expect(open).toEqual(expect.arrayContaining(['GET /proxy/*', 'POST /proxy/*', 'OPTIONS /proxy/*']))
})

test('the same path with and without a constraint', async () => {
  const open = await openRoutes((app) => {
    guarded(app, (scope) => void scope.get('/c', { constraints: { host: 'a.example' } }, handler))
    app.get('/c', handler)
    guarded(app, (scope) => void scope.get('/d', handler))
    app.get('/d', { constraints: { host: 'a.example' } }, handler)
  })
  expect(open.sort()).toEqual(['GET /c', 'GET /d'])
})

test.each(['authenticate', 'castellanChecks'])(
  'a hook of the app with the name %s does not count as a check',
  async (name) => {
    const open = await openRoutes((app) => {
      app.addHook(
        'onRequest',
        Object.defineProperty(async () => {}, 'name', { value: name }),
      )
      app.get('/open', handler)
    })
    expect(open).toEqual(['GET /open'])
  },
)

test('a router that prints no hooks makes every route look open', async () => {
  const open = await openRoutes((app) => guarded(app, (scope) => void scope.get('/orders', handler)), {
    routerOptions: { buildPrettyMeta: () => ({}) },
  } as FastifyServerOptions)
  expect(open).toEqual(['GET /orders'])
})

test('a router that cannot be read is listed as open for everything', () => {
  const registry = createRouteRegistry()
  const printRoutes = () => {
    throw new Error('no strategy')
  }
  listOpenRoutes({ server: createServer(), printRoutes }, registry)
  expect(registry.routes()).toMatchObject([{ method: '*', path: '/*', checks: 'none', origin: 'app' }])
})

test('lines that cannot be read are listed as routes', () => {
  const registry = createRouteRegistry()
  const printRoutes = () => '└── /a (GET)\nunexpected\n'
  listOpenRoutes({ server: createServer(), printRoutes }, registry)
  expect(registry.routes().map(({ method }) => method)).toEqual(['GET', '*'])
})

test('a router is read once, and only when the routes are listed', () => {
  const registry = createRouteRegistry()
  const printRoutes = vi.fn(() => '└── /a (GET)\n')
  const server = createServer()
  listOpenRoutes({ server, printRoutes }, registry)
  listOpenRoutes({ server, printRoutes }, registry)
  expect(printRoutes).not.toHaveBeenCalled()
  for (const routes of [registry.routes(), registry.routes()])
    expect(routes).toEqual([{ method: 'GET', path: '/a', checks: 'none', origin: 'app' }])
  expect(printRoutes).toHaveBeenCalledOnce()
})

test('an open route has no influence on the checks of a path', () => {
  const registry = createRouteRegistry()
  registry.add('app', { method: 'GET', path: '/orders/:id', checks: 'both' })
  registry.addOpenList('app', () => [
    { method: 'GET', path: '/orders/7' },
    { method: 'PUT', path: '/orders/:id' },
  ])
  expect(registry.find('GET', '/orders/7')?.checks).toBe('both')
  expect(registry.methodsOf('/orders/7')).toEqual(['GET'])
})
