import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, login } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startProblem } from '../support/standalone.ts'
import { startTarget, type Target } from './support/target.ts'

const NAMED = 'https://admin.example.com'
const OTHER_ORIGINS = [
  'https://evil.example',
  'null',
  'https://admin.example.com.evil.example',
  'https://evil-admin.example.com',
  'http://admin.example.com',
  'https://admin.example.com:8443',
  'https://ADMIN.example.com',
  'https://admin.example.com/',
  '*',
  '',
  'https://admin.example.com, https://evil.example',
]

const closed = await startTarget()
const open = await startTarget({ settings: { cors: { origins: [NAMED, 'http://localhost:5173'] } } })
const withCookie = await startTarget({ settings: { cors: { origins: [NAMED] }, jwt: { cookie: true } } })

beforeEach(() => {
  for (const target of [closed, open, withCookie]) target.runs.take()
})
afterAll(async () => {
  for (const target of [closed, open, withCookie]) await target.close()
})

const send = (target: Target, method: string, path: string, headers: readonly string[]) =>
  sendRaw(target.origin, { method, target: path, headers })
const preflight = (target: Target, origin: string, path = '/api/v1/orders', extra: readonly string[] = []) =>
  send(target, 'OPTIONS', path, [
    `Origin: ${origin}`,
    'Access-Control-Request-Method: POST',
    'Access-Control-Request-Headers: authorization',
    ...extra,
  ])

const corsOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))

describe('with no allowed origin', () => {
  test.each([NAMED, ...OTHER_ORIGINS])(
    '%s gets no CORS headers, and its preflight is refused with 405',
    async (origin) => {
      const asked = await preflight(closed, origin)
      expectRefused(asked, 405, 405)
      expect(corsOf(asked)).toEqual({})
      const sent = await send(closed, 'GET', '/api/v1/health', [`Origin: ${origin}`])
      expect(corsOf(sent)).toEqual({})
      expect(closed.runs.take()).toEqual([])
    },
  )
})

describe('with allowed origins', () => {
  test('an allowed origin gets CORS headers that name only this origin', async () => {
    const asked = await preflight(open, NAMED)
    expect(asked.status).toBe(204)
    expect(asked.text).toBe('')
    expect(corsOf(asked)).toEqual({
      'access-control-allow-origin': NAMED,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'authorization',
      'access-control-expose-headers': 'X-Request-Id, Retry-After, X-Castellan-Reason',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
    expect(open.runs.take()).toEqual([])
  })

  test('a preflight runs no handler, even with a token', async () => {
    const token = await login(open.base)
    for (const path of ['/api/v1/orders', '/api/v1/logout', '/api/v1/login']) {
      expect((await preflight(open, NAMED, path, [`Authorization: Bearer ${token}`])).status).toBe(204)
    }
    expect(open.runs.take()).toEqual([])
    expect(
      (await send(open, 'GET', '/api/v1/user/profile', [`Authorization: Bearer ${token}`])).body.code,
    ).toBe(200)
  })

  test('an allowed origin can read every response, including refusals', async () => {
    for (const path of [
      '/api/v1/orders',
      '/api/v1/health',
      '/api/v1/user/profile',
      '/api/v1/nowhere',
      '/api/v1/login',
      '/api/v1/./x',
    ]) {
      const answer = await send(open, 'GET', path, [`Origin: ${NAMED}`])
      expect(answer.headers.get('access-control-allow-origin'), path).toBe(NAMED)
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test.each(OTHER_ORIGINS)('%j gets no CORS headers', async (origin) => {
    const asked = await preflight(open, origin)
    expectRefused(asked, 405, 405)
    expect(corsOf(asked)).toEqual({ vary: 'Origin' })
    const sent = await send(open, 'GET', '/api/v1/health', [`Origin: ${origin}`])
    expect(corsOf(sent)).toEqual({ vary: 'Origin' })
  })

  test('an unknown path, a non-canonical path, and an OPTIONS request that is not a preflight', async () => {
    expectRefused(await preflight(open, NAMED, '/api/v1/nowhere'), 404, 404)
    expectRefused(await preflight(open, NAMED, '/api/v1/./orders'), 400, 400)
    expectRefused(await send(open, 'OPTIONS', '/api/v1/orders', [`Origin: ${NAMED}`]), 405, 405)
  })

  test('credentials are allowed only when login sets a cookie, and never for any origin', async () => {
    expect((await preflight(open, NAMED)).headers.has('access-control-allow-credentials')).toBe(false)
    const asked = await preflight(withCookie, NAMED)
    expect(corsOf(asked)).toMatchObject({
      'access-control-allow-origin': NAMED,
      'access-control-allow-credentials': 'true',
    })
    for (const origin of OTHER_ORIGINS) {
      expect(corsOf(await preflight(withCookie, origin))).toEqual({ vary: 'Origin' })
    }
  })
})

test.each(['*', 'null', 'https://*.example.com', 'https://admin.example.com/', 'admin.example.com'])(
  'cors.origins with %j: startup fails',
  async (origin) => {
    expect(await startProblem({ cors: { origins: [origin] } })).toContain('cors.origins')
  },
)
