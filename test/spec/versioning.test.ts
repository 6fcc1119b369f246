// docs/specification.md, 13

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, getCaptcha, login, postJson } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'

let service: Standalone
let admin: string
let routes: { method: string; path: string }[]
let probes: typeof routes
/** Orchestrators expect these paths at the root. They contain no data and have no version. */
const PROBES = ['/livez', '/readyz']

beforeAll(async () => {
  // Without the console, whose pages are not endpoints.
  service = await startStandalone({ console: { enabled: false } })
  admin = await login(service.base)
  const { body } = await call(`${service.base}/route`, bearer(admin))
  const all = body.data as typeof routes
  probes = all.filter(({ path }) => PROBES.includes(path))
  routes = all.filter((route) => !probes.includes(route))
})
afterAll(() => service.close())

describe('all endpoints are under the path prefix /api/v1', () => {
  test('every route of the service has the prefix, except the probes', () => {
    expect(routes.length).toBeGreaterThan(10)
    expect(routes.filter(({ path }) => !path.startsWith('/api/v1/'))).toEqual([])
    expect(probes).toEqual(PROBES.map((path) => expect.objectContaining({ method: 'GET', path })))
  })

  test.each(['', '/api', '/v1', '/api/v0', '/api/v2', '/api/v1.0', '/API/V1', '/Api/v1', '/api/v1/api/v1'])(
    'no endpoint exists under the prefix %j',
    async (prefix) => {
      for (const { method, path } of routes) {
        const elsewhere = path.replace('/api/v1', prefix).replace(/:\w+/g, '1')
        expectRefused(await call(`${service.origin}${elsewhere}`, { method, ...bearer(admin) }), 404, 404)
      }
    },
  )

  test('login does not work under another path', async () => {
    for (const prefix of ['', '/api', '/api/v2']) {
      const uuid = await getCaptcha(service.base)
      const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
      expectRefused(await call(`${service.origin}${prefix}/login`, postJson(body)), 404, 404)
    }
  })

  test('paths are case-sensitive', async () => {
    for (const path of ['/getcaptcha', '/GETCAPTCHA', '/Login', '/user/Profile']) {
      expectRefused(await call(`${service.base}${path}`, bearer(admin)), 404, 404)
    }
  })
})

describe('the refresh endpoint of earlier versions stays removed', () => {
  test.each(['/api/v1', '/api/v2', '/api', ''])('under %j', async (prefix) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await call(`${service.origin}${prefix}/refresh_token`, { method, ...bearer(admin) })
      expectRefused(answer, 404, 404)
    }
  })
})
