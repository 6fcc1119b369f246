import { expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'

const HOUR_IN_MS = 60 * 60 * 1000

test('a handler that changes the identity neither promotes later requests nor extends the token', async () => {
  const outcomes: unknown[] = []
  const service = await startService({
    protectedRoutes: async (app) => {
      app.get('/api/v1/tamper', async (request) => {
        const { identity } = request
        const changes: [string, unknown][] = [
          ['roleKey', 'admin'],
          ['roleId', 1],
          ['userId', 1],
          ['expiresAt', Number.MAX_SAFE_INTEGER],
          ['sessionId', 1],
          ['added', true],
        ]
        for (const [name, value] of changes) outcomes.push(Reflect.set(identity ?? {}, name, value))
        // A Date object could be changed through its methods.
        for (const value of Object.values(identity ?? {})) outcomes.push(typeof value !== 'object')
        return { identity }
      })
      app.get('/api/v1/secret', async () => ({ ran: true }))
    },
  })
  try {
    await login(service.base)
    const { token } = await loginAs(service, 'clerk', [{ method: 'GET', path: '/api/v1/tamper' }])
    const before = await eventually(async () => {
      const answer = await call(`${service.base}/tamper`, bearer(token))
      expect(answer.body.identity).toBeDefined()
      return answer
    })
    expect(outcomes.slice(0, 6)).toEqual(Array(6).fill(false))
    expect(outcomes.slice(6)).not.toContain(false)
    expect(before.body.identity).toMatchObject({
      username: 'clerk',
      roleKey: expect.not.stringMatching('^admin$'),
    })

    const after = await call(`${service.base}/tamper`, bearer(token))
    expect(after.body).toEqual(before.body)
    expect((await call(`${service.base}/secret`, bearer(token))).body.ran).toBeUndefined()
    expect((await call(`${service.base}/sys-user`, bearer(token))).body.code).toBe(401)

    service.advance(HOUR_IN_MS)
    expect((await call(`${service.base}/tamper`, bearer(token))).body.code).toBe(401)
  } finally {
    await service.close()
  }
})

test('a handler that replaces the identity of its request affects no other request', async () => {
  const service = await startService({
    protectedRoutes: async (app) => {
      app.get('/api/v1/replace', async (request) => {
        Reflect.set(request, 'identity', { ...request.identity, roleKey: 'admin', expiresAt: Infinity })
        return { ran: true }
      })
      app.get('/api/v1/secret', async () => ({ ran: true }))
    },
  })
  try {
    const { token } = await loginAs(service, 'clerk', [{ method: 'GET', path: '/api/v1/replace' }])
    await eventually(async () =>
      expect((await call(`${service.base}/replace`, bearer(token))).body).toEqual({ ran: true }),
    )
    expect((await call(`${service.base}/secret`, bearer(token))).body.ran).toBeUndefined()
    service.advance(HOUR_IN_MS)
    expect((await call(`${service.base}/replace`, bearer(token))).body.code).toBe(401)
  } finally {
    await service.close()
  }
})
