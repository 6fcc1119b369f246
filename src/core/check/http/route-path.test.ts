import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { isSpelledAsRoute } from '../../../platform/http/call/route-spelling.ts'
import { runInOrder, toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { pathChecks } from './route-path.ts'

/** Declares routes behind the path checks and returns the outcome of a request: "handled", a reason, or a status. */
async function outcomeOf(
  url: string,
  options: FastifyServerOptions,
  declare: (scope: FastifyInstance) => void,
): Promise<string | number> {
  const app = fastify(options)
  app.addHook('onRequest', toHook(runInOrder(pathChecks(app))))
  app.setErrorHandler((error, _request, reply) =>
    reply.send(error instanceof Refusal ? error.reason : 'error'),
  )
  declare(app)
  const { body, statusCode } = await app.inject(url)
  await app.close()
  return statusCode === 200 ? body : statusCode
}

const orders = (scope: FastifyInstance) => {
  scope.get('/', async () => 'handled')
  scope.get('/orders', async () => 'handled')
}

describe('the path checks of a scope', () => {
  test('the declared spelling is handled', async () => {
    expect(await outcomeOf('/orders?x=/a/', {}, orders)).toBe('handled')
    expect(await outcomeOf('/', {}, orders)).toBe('handled')
  })

  test('a path that is not canonical is refused', async () => {
    expect(await outcomeOf('/%6Frders', {}, orders)).toBe('path-not-canonical')
  })

  test('another letter case is refused where the router ignores it', async () => {
    const options = { routerOptions: { caseSensitive: false } }
    expect(await outcomeOf('/Orders', options, orders)).toBe('path-not-canonical')
    expect(await outcomeOf('/orders', options, orders)).toBe('handled')
  })

  test('a trailing slash is refused where the router ignores it, except for the root', async () => {
    const options = { routerOptions: { ignoreTrailingSlash: true } }
    expect(await outcomeOf('/orders/', options, orders)).toBe('path-not-canonical')
    expect(await outcomeOf('/orders', options, orders)).toBe('handled')
    expect(await outcomeOf('/', options, orders)).toBe('handled')
  })

  test('a trailing slash that a wildcard matches is refused where the router ignores slashes', async () => {
    const files = (scope: FastifyInstance) => scope.get('/files/*', async () => 'handled')
    expect(await outcomeOf('/files/a/', { routerOptions: { ignoreTrailingSlash: true } }, files)).toBe(
      'path-not-canonical',
    )
    expect(await outcomeOf('/files/a/', { ignoreTrailingSlash: true }, files)).toBe('path-not-canonical')
    expect(await outcomeOf('/files/a/', {}, files)).toBe('handled')
  })

  test.each([
    ['both', '/shop', 'handled'],
    ['both', '/shop/', 'path-not-canonical'],
    ['slash', '/shop/', 'handled'],
    ['no-slash', '/shop', 'handled'],
  ] as const)('prefixTrailingSlash %s: %s is %s', async (prefixTrailingSlash, url, expected) => {
    const shop = (scope: FastifyInstance) =>
      scope.register(
        async (inner) => {
          inner.get('/', { prefixTrailingSlash }, async () => 'handled')
        },
        { prefix: '/shop' },
      )
    expect(await outcomeOf(url, {}, shop)).toBe(expected)
  })

  test('a route that the app declares with a slash under a prefix is handled', async () => {
    const shop = (scope: FastifyInstance) =>
      scope.register(
        async (inner) => {
          inner.get('/items/', async () => 'handled')
        },
        { prefix: '/shop' },
      )
    expect(await outcomeOf('/shop/items/', {}, shop)).toBe('handled')
  })

  test('a request to an unknown route is left to the app', async () => {
    expect(await outcomeOf('/unknown', {}, orders)).toBe(404)
  })
})

test.each([
  ['/', '/', true],
  ['/orders', '/orders', true],
  ['/orders/', '/orders', false],
  ['/orders', '/orders/', false],
  ['/orders/', '/orders/', true],
  ['/Orders', '/orders', false],
  ['/orders/7', '/orders/:id', true],
  ['/ORDERS/7', '/orders/:id', false],
  ['/orders/7/', '/orders/:id', false],
  ['/orders/A', '/orders/:id', true],
  ['/orders', '/orders/:id?', true],
  ['/orders', '/orders/:id', false],
  ['/orders/7/items', '/orders/:id/items', true],
  ['/orders/7/Items', '/orders/:id/items', false],
  ['/orders/7', '/orders/:id(^\\\\d+$)', true],
  ['/orders/7/', '/orders/:id(^\\d+$)', false],
  ['/orders/7/SECRET', '/orders/:id(^\\d+$)/secret', false],
  ['/orders/7/secret', '/orders/:id(^[^/]+$)/secret', true],
  ['/orders/', '/orders/:id', false],
  ['/orders/', '/orders/:id?', false],
  ['/orders/7', '/orders/:id?', true],
  ['/item-7', '/item-:id', true],
  ['/ITEM-7', '/item-:id', false],
  ['/12h30m', '/:hour(^\\d+)h:minute(^\\d+)m', true],
  ['/12H30m', '/:hour(^\\d+)h:minute(^\\d+)m', false],
  ['/a:b', '/a::b', true],
  ['/a:b:', '/a::b::', true],
  ['/a::b', '/a::b', false],
  ['/a/x/b', '/a/*', true],
  ['/7/x', '/:id(^(\\d|\\))+$)/x', true],
  ['/7/X', '/:id(^(\\d|\\))+$)/x', false],
  ['/7', '/:id(^\\d+$', true],
  ['/a.b', '/a.b', true],
  ['/aXb', '/a.b', false],
  ['/files/a/b', '/files/*', true],
  ['/files/', '/files/*', true],
  ['/Files/a/b', '/files/*', false],
  ['/%C3%BC', '/ü', true],
  ['/%C3%9C', '/ü', false],
])('%s is spelled as the route %s: %s', (path, route, expected) => {
  expect(isSpelledAsRoute(path, route)).toBe(expected)
})
