import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { type Check, hookOf, inOrder } from './check.ts'
import { createCors } from './cors.ts'
import { canonicalPathCheck, createGuards, createProtect, pathChecksFor } from './guards.ts'
import { createRouteRegister } from './route-register.ts'

const pass: Check = () => {}

test('what stands in front of a route: nothing, the identity check, or both in that order', () => {
  const [identityCheck, permissionCheck] = [() => {}, () => {}]
  expect(createGuards({ identityCheck, permissionCheck })).toEqual({
    none: [],
    identity: [identityCheck],
    both: [identityCheck, permissionCheck],
  })
})

let app: FastifyInstance = fastify()
afterEach(() => app.close())

/** An app of somebody else with one protected route, and what happened in it. */
function place(
  guards: { identityCheck?: Check; permissionCheck?: Check } = {},
  errorHandler?: FastifyInstance['errorHandler'],
) {
  const happened: string[] = []
  const register = createRouteRegister()
  const cors = createCors({ origins: ['https://admin.example.org'], credentials: false })
  const protect = createProtect(
    createGuards({ identityCheck: pass, permissionCheck: pass, ...guards }),
    register,
    cors,
  )
  app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    happened.push(`the app: ${error instanceof Error ? error.message : error}`)
    return reply.code(418).send({})
  })
  app.register(
    protect(async (scope) => {
      scope.get('/orders', async (request) => {
        happened.push('handler')
        if (request.headers.refuse) throw new Refusal('not-found')
        if (request.headers.fail) throw new Error('of the app')
        return { identity: request.identity ?? null }
      })
      if (errorHandler) scope.setErrorHandler(errorHandler)
    }),
  )
  return { happened, register }
}

const refusing =
  (reason: 'token-missing' | 'permission-denied'): Check =>
  () => {
    throw new Refusal(reason)
  }

describe('a protected scope', () => {
  test('passes on what passes both checks, with headers that keep it out of caches', async () => {
    const order: string[] = []
    const noted = (name: string) => () => {
      order.push(name)
    }
    const { happened } = place({ identityCheck: noted('identity'), permissionCheck: noted('permission') })
    const answer = await app.inject({ url: '/orders', headers: { origin: 'https://admin.example.org' } })
    expect(answer.json()).toEqual({ identity: null })
    expect(order).toEqual(['identity', 'permission'])
    expect(happened).toEqual(['handler'])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req-1',
      'access-control-allow-origin': 'https://admin.example.org',
    })
  })

  test('tells which routes it guards', async () => {
    const { register } = place()
    await app.ready()
    expect(register.routes()).toEqual([{ method: 'GET', path: '/orders', checks: 'both' }])
  })

  test('answers a refusal of either check itself, and what comes after it does not run', async () => {
    for (const [guards, msg] of [
      [
        { identityCheck: refusing('token-missing'), permissionCheck: refusing('permission-denied') },
        'You are not logged in.',
      ],
      [{ permissionCheck: refusing('permission-denied') }, 'Your role may not do this.'],
    ] as const) {
      const { happened } = place(guards)
      const answer = await app.inject('/orders')
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ code: 401, msg })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      })
      expect(happened).toEqual([])
      await app.close()
    }
  })

  test('an error handler of the protected routes makes nothing else of a refusal', async () => {
    const { happened } = place({ identityCheck: refusing('token-missing') }, () => ({ code: 200 }))
    expect((await app.inject('/orders')).json()).toEqual({ code: 401, msg: 'You are not logged in.' })
    expect(happened).toEqual([])
  })

  test('leaves a fault of a check to the app, and does not go on', async () => {
    const { happened } = place({ identityCheck: () => Promise.reject(new Error('down')) })
    expect((await app.inject('/orders')).statusCode).toBe(418)
    expect(happened).toEqual(['the app: down'])
  })

  test('a refusal stands where its answer fails', async () => {
    const { happened } = place({
      identityCheck: (_request, reply) => {
        const { send } = reply
        reply.send = () => {
          reply.send = send
          throw new Error('the answer failed')
        }
        throw new Refusal('token-missing')
      },
    })
    expect((await app.inject('/orders')).statusCode).toBe(418)
    expect(happened).toEqual(['the app: the answer failed'])
  })

  test('refuses a path that could be read as another before anybody is asked', async () => {
    const { happened } = place({ identityCheck: refusing('token-missing') })
    const answer = await app.inject('/%6Frders')
    expect(answer.json()).toMatchObject({ code: 400 })
    expect(happened).toEqual([])
  })

  test('a refusal of a hook that the app has before ours is our answer too', async () => {
    const { happened } = place()
    app.addHook('onRequest', async () => {
      throw new Refusal('unavailable')
    })
    const refused = await app.inject('/orders')
    expect([refused.statusCode, refused.json().code]).toEqual([503, 503])
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'req-1' })
    expect(happened).toEqual([])
  })

  test('a handler may refuse in our words; every other error is the app’s', async () => {
    const { happened } = place()
    const refused = await app.inject({ url: '/orders', headers: { refuse: '1' } })
    expect([refused.statusCode, refused.json().code]).toEqual([200, 404])
    expect(refused.headers).toHaveProperty('x-request-id')
    const failed = await app.inject({ url: '/orders', headers: { fail: '1' } })
    expect(failed.statusCode).toBe(418)
    expect(happened).toEqual(['handler', 'handler', 'the app: of the app'])
  })
})

test('the canonical path check refuses by itself, and lets canonical paths pass', async () => {
  app = fastify()
  app.get('/*', { onRequest: hookOf(canonicalPathCheck) }, async () => ({}))
  expect((await app.inject('/a/b')).statusCode).toBe(200)
  expect((await app.inject('/a/%62')).json()).toMatchObject({ message: 'path-not-canonical' })
})

describe('an app that takes /a/ for /a', () => {
  async function answersOf(options: FastifyServerOptions): Promise<Record<string, number>> {
    app = fastify(options)
    app.addHook('onRequest', hookOf(inOrder(pathChecksFor(app))))
    for (const path of ['/', '/a']) app.get(path, async () => ({}))
    const paths = ['/', '/a', '/a/', '/a/?x=1', '/a?x=/']
    const answers = await Promise.all(paths.map((path) => app.inject(path)))
    return Object.fromEntries(paths.map((path, i) => [path, answers[i]?.statusCode ?? 0]))
  }
  const refused = { '/': 200, '/a': 200, '/a/': 500, '/a/?x=1': 500, '/a?x=/': 200 }

  test.each([{ ignoreTrailingSlash: true }, { routerOptions: { ignoreTrailingSlash: true } }])(
    '%j: the other spelling is refused',
    async (options) => {
      expect(await answersOf(options)).toEqual(refused)
      expect((await app.inject('/a/')).json().message).toContain('path-not-canonical')
    },
  )

  test('where it is another path, it is left to the router', async () => {
    expect(await answersOf({})).toEqual({ ...refused, '/a/': 404, '/a/?x=1': 404 })
  })
})
