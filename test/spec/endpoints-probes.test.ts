import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'

// A limit that the second request of a second would exceed.
const service = await startStandalone({
  application: { mode: 'dev' },
  rateLimit: { perAddress: 1, total: 1 },
})
afterAll(service.close)

describe.each(['/livez', '/readyz'])('GET %s', (path) => {
  test('returns 200 and a plain text without a token, without a limit, and HEAD too', async () => {
    for (let count = 0; count < 20; count++) {
      const response = await fetch(`${service.origin}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toBe('up\n')
    }
    const head = await fetch(`${service.origin}${path}`, { method: 'HEAD' })
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' })
  })
})

describe('other spellings and methods', () => {
  let unlimited: Standalone
  beforeAll(async () => {
    unlimited = await startStandalone({ application: { mode: 'dev' } })
  })
  afterAll(() => unlimited.close())

  test.each(['/livez/', '/LIVEZ', '/readyz/x', '/api/v1/livez', '/api/v1/readyz'])(
    '%s is unknown',
    async (path) => {
      expectRefused(await call(`${unlimited.origin}${path}`), 404, 404)
    },
  )

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused with 405', async (method) => {
    const answer = await call(`${unlimited.origin}/readyz`, { method })
    expectRefused(answer, 405, 405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  test('both are in the list of routes, as public', async () => {
    const { body } = await call(`${unlimited.base}/route`, bearer(await login(unlimited.base)))
    for (const path of ['/livez', '/readyz']) {
      expect(body.data).toContainEqual(expect.objectContaining({ method: 'GET', path, checks: 'none' }))
    }
  })
})
