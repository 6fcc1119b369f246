import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type onRequestAsyncHookHandler,
} from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { IDENTITY } from '../../../../test/support/route-app.ts'
import { createCorsRules } from '../../../platform/http/call/cors-rules.ts'
import { createTrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { runInOrder, toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createCallerCheck } from '../caller-check.ts'
import { createRouteRegistry, type RouteRegistry } from '../routes/route-registry.ts'
import { createScopeUse } from '../scope-use.ts'
import { createPipeline } from './pipeline.ts'
import { createProtect } from './protect.ts'
import { canonicalPathCheck, pathChecks } from './route-path.ts'

let app: FastifyInstance = fastify()
afterEach(() => app.close())

interface Given {
  /** Called by the check. May throw. */
  readonly identityCheck?: () => void
  /** Called by the check. May throw. */
  readonly permissionCheck?: () => void
  /** Called after the checks. May reject. */
  readonly readDepartment?: () => Promise<void> | undefined
  readonly admit?: (address: string) => void
  /** A hook of the app. */
  readonly onRequest?: onRequestAsyncHookHandler
}

function pipelineWith(registry: RouteRegistry, given: Given) {
  const callerCheck = createCallerCheck({
    identityCheck(_call, earlier) {
      given.identityCheck?.()
      return earlier ?? { identity: IDENTITY, token: 'token' }
    },
    permissionCheck(_call, caller) {
      given.permissionCheck?.()
      return caller
    },
    ...(given.readDepartment ? { readDepartment: given.readDepartment } : {}),
  })
  return createPipeline({
    scopeOf: () => ({ kind: 'all' }),
    callerCheck,
    upstreamCallerCheck: callerCheck,
    rateLimit: { admit: given.admit ?? (() => {}) },
    cors: createCorsRules({ origins: ['https://admin.example.org'], credentials: false }),
    registry,
  })
}

const trustedProxies = createTrustedProxies([])

/** Creates an app with one protected route, and records what runs in it. */
function createApp(given: Given = {}, errorHandler?: FastifyInstance['errorHandler']) {
  const events: string[] = []
  const registry = createRouteRegistry()
  const pipeline = pipelineWith(registry, given)
  const protect = createProtect({ pipeline, registry, onRefusal: () => {}, trustedProxies })
  app = fastify()
  if (given.onRequest) app.addHook('onRequest', given.onRequest)
  app.setErrorHandler((error, _request, reply) => {
    events.push(`the app: ${error instanceof Error ? error.message : error}`)
    return reply.code(418).send({})
  })
  app.register(
    protect(async (scope) => {
      scope.get('/orders', async (request) => {
        events.push('handler')
        if (request.headers.refuse) throw new Refusal('not-found')
        if (request.headers.fail) throw new Error('of the app')
        return { identity: request.identity ?? null }
      })
      if (errorHandler) scope.setErrorHandler(errorHandler)
    }),
  )
  return { events, registry, protect }
}

const refusing = (reason: 'token-missing' | 'permission-denied') => (): void => {
  throw new Refusal(reason)
}

describe('a route with dataScope: true', () => {
  async function forgottenBy(handler: (request: FastifyRequest) => Promise<unknown>, config: object) {
    const { registry } = createApp()
    const forgotten: string[] = []
    const scopeUse = createScopeUse((route) => forgotten.push(route))
    const pipeline = pipelineWith(registry, {})
    app.register(
      createProtect({ pipeline, registry, onRefusal: () => {}, trustedProxies, scopeUse })(async (scope) => {
        scope.get('/rows/:id', { config }, async (request) => {
          if (request.headers.ask) {
            await Promise.resolve()
            scopeUse.asked()
          }
          return handler(request)
        })
      }),
    )
    for (const headers of [{ ask: '1' }, {}, {}]) await app.inject({ url: '/rows/7', headers })
    return { forgotten, routes: registry.routes() }
  }

  test('is listed, and reported once if its handler does not ask for the scope', async () => {
    const { forgotten, routes } = await forgottenBy(async () => ({}), { dataScope: true })
    expect(forgotten).toEqual(['GET /rows/:id'])
    expect(routes).toContainEqual({
      method: 'GET',
      path: '/rows/:id',
      checks: 'both',
      origin: 'app',
      dataScope: true,
    })
  })

  test('is not reported if its handler refuses or fails', async () => {
    const refuse = async () => Promise.reject(new Refusal('not-found'))
    expect((await forgottenBy(refuse, { dataScope: true })).forgotten).toEqual([])
    const fail = async () => Promise.reject(new Error('of the app'))
    expect((await forgottenBy(fail, { dataScope: true })).forgotten).toEqual([])
  })

  test('other routes are not watched, and other values are refused', async () => {
    expect((await forgottenBy(async () => ({}), {})).forgotten).toEqual([])
    await expect(forgottenBy(async () => ({}), { dataScope: 'yes' })).rejects.toThrow(
      'dataScope must be true or false',
    )
  })
})

describe('a protected scope', () => {
  test('handles a request that passes both checks, with headers that forbid caching', async () => {
    const order: string[] = []
    const noted = (name: string) => () => {
      order.push(name)
    }
    const { events } = createApp({ identityCheck: noted('identity'), permissionCheck: noted('permission') })
    const response = await app.inject({ url: '/orders', headers: { origin: 'https://admin.example.org' } })
    expect(response.json()).toEqual({ identity: IDENTITY })
    // Before the body is read, and again before the handler.
    expect(order).toEqual(['identity', 'permission', 'identity', 'permission'])
    expect(events).toEqual(['handler'])
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w-]{8}\d+$/),
      'access-control-allow-origin': 'https://admin.example.org',
    })
  })

  test('a handler cannot change the checks of its route for later requests', async () => {
    const checks: string[] = []
    const { events, protect } = createApp({ permissionCheck: () => void checks.push('permission') })
    app.register(
      protect(async (scope) => {
        scope.get('/news', { config: { permission: false } }, async ({ routeOptions }) => {
          events.push('handler')
          Object.assign(routeOptions.config, { permission: events.length === 1 ? true : 'neither' })
          return {}
        })
      }),
    )
    for (let count = 1; count <= 3; count++) {
      expect((await app.inject('/news')).statusCode).toBe(200)
      expect(events).toHaveLength(count)
    }
    expect(checks).toEqual([])
  })

  test('registers its routes', async () => {
    const { registry } = createApp()
    await app.ready()
    expect(registry.routes()).toEqual([{ method: 'GET', path: '/orders', checks: 'both', origin: 'app' }])
  })

  test('sends the refusal of either check itself, and later hooks and the handler do not run', async () => {
    for (const [checks, msg] of [
      [
        { identityCheck: refusing('token-missing'), permissionCheck: refusing('permission-denied') },
        'You are not logged in.',
      ],
      [{ permissionCheck: refusing('permission-denied') }, 'Your role does not allow this.'],
    ] as const) {
      const { events } = createApp(checks)
      const response = await app.inject('/orders')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ code: 401, msg })
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      })
      expect(events).toEqual([])
      await app.close()
    }
  })

  test('an error handler of the protected routes does not replace a refusal', async () => {
    const { events } = createApp({ identityCheck: refusing('token-missing') }, () => ({ code: 200 }))
    expect((await app.inject('/orders')).json()).toEqual({ code: 401, msg: 'You are not logged in.' })
    expect(events).toEqual([])
  })

  test('an unexpected error of a check is a 500 of the service, and the handler does not run', async () => {
    const { events } = createApp({ readDepartment: () => Promise.reject(new Error('down')) })
    const response = await app.inject('/orders')
    expect([response.statusCode, response.json().code]).toEqual([500, 500])
    expect(events).toEqual([])
  })

  test.each(['identityCheck', 'permissionCheck'] as const)(
    'a %s that refuses only before the handler is final',
    async (name) => {
      for (const failure of [new Refusal('permission-denied'), new Error('down'), undefined]) {
        let runs = 0
        const { events } = createApp({
          [name]: () => {
            if (++runs === 2) throw failure
          },
        })
        expect((await app.inject('/orders')).json().code).toBe(failure instanceof Refusal ? 401 : 500)
        expect(events).toEqual([])
        await app.close()
      }
    },
  )

  test('a check that refuses later, before the handler, is final too', async () => {
    let runs = 0
    const { events } = createApp({
      readDepartment: () => Promise.resolve(),
      // Twice before the body, and twice before the handler.
      identityCheck: () => {
        if (++runs === 4) throw new Refusal('token-revoked')
      },
    })
    expect((await app.inject('/orders')).json().code).toBe(401)
    expect(events).toEqual([])
  })

  test('counts requests against the rate limit before the identity check', async () => {
    const { events } = createApp({
      admit: () => {
        throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
      },
      identityCheck: refusing('token-missing'),
    })
    expect((await app.inject('/orders')).json().code).toBe(429)
    expect(events).toEqual([])
  })

  test('the handler does not run if sending the refusal fails', async () => {
    const { events } = createApp({
      async onRequest(_request, reply) {
        const { send } = reply
        reply.send = () => {
          reply.send = send
          throw new Error('the response failed')
        }
      },
      identityCheck: refusing('token-missing'),
    })
    expect((await app.inject('/orders')).statusCode).toBe(500)
    expect(events).toEqual([])
  })

  test('refuses a path that is not canonical before the identity check', async () => {
    const { events } = createApp({ identityCheck: refusing('token-missing') })
    const response = await app.inject('/%6Frders')
    expect(response.json()).toMatchObject({ code: 400 })
    expect(events).toEqual([])
  })

  test('a refusal thrown by a hook of the app is sent by the service', async () => {
    const { events } = createApp()
    app.addHook('onRequest', async () => {
      throw new Refusal('unavailable')
    })
    const refused = await app.inject('/orders')
    expect([refused.statusCode, refused.json().code]).toEqual([503, 503])
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{8}\d+$/),
    })
    expect(events).toEqual([])
  })

  test('a handler can throw a Refusal; other errors go to the error handler of the app', async () => {
    const { events } = createApp()
    const refused = await app.inject({ url: '/orders', headers: { refuse: '1' } })
    expect([refused.statusCode, refused.json().code]).toEqual([200, 404])
    expect(refused.headers).toHaveProperty('x-request-id')
    const failed = await app.inject({ url: '/orders', headers: { fail: '1' } })
    expect(failed.statusCode).toBe(418)
    expect(events).toEqual(['handler', 'handler', 'the app: of the app'])
  })
})

test('the canonical path check accepts only canonical paths', async () => {
  app = fastify()
  app.get('/*', { onRequest: toHook(canonicalPathCheck) }, async () => ({}))
  expect((await app.inject('/a/b')).statusCode).toBe(200)
  expect((await app.inject('/a/%62')).json()).toMatchObject({ message: 'path-not-canonical' })
})

describe('an app that ignores trailing slashes', () => {
  async function statusCodesOf(options: FastifyServerOptions): Promise<Record<string, number>> {
    app = fastify(options)
    app.addHook('onRequest', toHook(runInOrder(pathChecks(app))))
    for (const path of ['/', '/a']) app.get(path, async () => ({}))
    const paths = ['/', '/a', '/a/', '/a/?x=1', '/a?x=/']
    const responses = await Promise.all(paths.map((path) => app.inject(path)))
    return Object.fromEntries(paths.map((path, i) => [path, responses[i]?.statusCode ?? 0]))
  }
  const refused = { '/': 200, '/a': 200, '/a/': 500, '/a/?x=1': 500, '/a?x=/': 200 }

  test.each([{ ignoreTrailingSlash: true }, { routerOptions: { ignoreTrailingSlash: true } }])(
    '%j: the other spelling is refused',
    async (options) => {
      expect(await statusCodesOf(options)).toEqual(refused)
      expect((await app.inject('/a/')).json().message).toContain('path-not-canonical')
    },
  )

  test('a trailing slash that is another path is left to the router', async () => {
    expect(await statusCodesOf({})).toEqual({ ...refused, '/a/': 404, '/a/?x=1': 404 })
  })
})
