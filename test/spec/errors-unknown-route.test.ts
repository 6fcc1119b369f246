import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { startService } from '../support/service.ts'

// The clock is stopped, so that all requests of a test are in one rate limit window.
const clock = createClock()

const service = await startService({
  settings: { rateLimit: { perAddress: 50 } },
  replacements: { now: clock.now },
  protectedRoutes: async (routes) => {
    routes.get('/api/v1/own-handler', {
      errorHandler: (_error, _request, reply) => reply.code(500).send({ oops: true }),
      handler: async () => ({ ran: true }),
    })
    routes.register(async (nested) => {
      nested.setErrorHandler((_error, _request, reply) => reply.code(500).send({ oops: true }))
      nested.get('/api/v1/nested', async () => ({ ran: true }))
    })
  },
})
afterAll(service.close)

describe('an unknown path', () => {
  test('is refused before its body is read', async () => {
    const answer = await call(`${service.base}/nope`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '['.repeat(100_000),
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 404 } })
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('counts against the rate limit', async () => {
    clock.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => call(`${service.base}/nope`, { method: 'POST', body: '{' })),
    )
    expect(answers.filter(({ body }) => body.code === 404)).toHaveLength(50)
    expect(answers.filter(({ body }) => body.code === 429)).toHaveLength(70)
    clock.advance(60_000)
  })
})

test('registering the service twice in an app fails at startup with an error that the app can handle', async () => {
  const app = fastify()
  app.register(service.service.plugin)
  app.register(service.service.plugin)
  await expect(app.ready()).rejects.toThrow('already declared')
})

test.each(['/own-handler', '/nested'])(
  '%s: an error handler of the app does not change a refusal of the service',
  async (path) => {
    await expect
      .poll(async () => (await call(`${service.base}${path}`)).body.code, { timeout: 120_000 })
      .toBe(401)
    const { status, body } = await call(`${service.base}${path}`)
    expect({ status, body }).toEqual({ status: 200, body: { code: 401, msg: expect.any(String) } })
  },
)
