// docs/specification.md, 2, 2a, 2b

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

const runs = createHandlerRuns()

const service = await startService({
  settings: { permission: { exclude: [{ method: '*', path: '/api/v1/orders', reason: 'for tests' }] } },
  protectedRoutes: runs.routes('GET /api/v1/orders', 'POST /api/v1/orders', 'GET /api/v1/orders/*'),
})
afterAll(service.close)
const good = await login(service.base)
const bad = `${good.slice(0, -4)}AAAA`
const mira = (await loginAs(service, 'mira')).token

beforeEach(() => {
  runs.take()
})

/** Sends a GET request to the protected route with the given header lines and query. */
const send = (headers: readonly string[], query = '') =>
  sendRaw(service.origin, { target: `/api/v1/orders${query}`, headers })

const callers = () => runs.take().map(({ identity }) => identity?.username)

describe('a client presents the token by any one of three carriers', () => {
  test('the header Authorization: Bearer <token>', async () => {
    await send([`Authorization: Bearer ${good}`])
    expect(callers()).toEqual(['admin'])
  })

  test('the query parameter token', async () => {
    await send([], `?token=${good}`)
    await send([], `?a=1&token=${good}&b=2`)
    expect(callers()).toEqual(['admin', 'admin'])
  })

  test('the cookie jwt', async () => {
    await send([`Cookie: jwt=${good}`])
    await send([`Cookie: theme=dark; jwt=${good}; lang=en`])
    expect(callers()).toEqual(['admin', 'admin'])
  })

  test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme in any letter case: %s', async (scheme) => {
    await send([`authorization: ${scheme} ${good}`])
    expect(callers()).toEqual(['admin'])
  })
})

describe('the first carrier present is used: header, query, cookie', () => {
  test('header before query and cookie', async () => {
    await send([`Authorization: Bearer ${mira}`, `Cookie: jwt=${good}`], `?token=${good}`)
    expect(callers()).toEqual(['mira'])
  })

  test('query before cookie', async () => {
    await send([`Cookie: jwt=${good}`], `?token=${mira}`)
    expect(callers()).toEqual(['mira'])
  })

  test.each([
    [
      'the header, with a good one in the query',
      () => send([`Authorization: Bearer ${bad}`], `?token=${good}`),
    ],
    [
      'the header, with a good one in the cookie',
      () => send([`Authorization: Bearer ${bad}`, `Cookie: jwt=${good}`]),
    ],
    ['the query, with a good one in the cookie', () => send([`Cookie: jwt=${good}`], `?token=${bad}`)],
    [
      'an empty header, with a good one in the query',
      () => send(['Authorization: Bearer'], `?token=${good}`),
    ],
    ['an empty query, with a good one in the cookie', () => send([`Cookie: jwt=${good}`], '?token=')],
  ])('a bad token in %s, is refused', async (_name, request) => {
    expectRefused(await request(), 401)
    expect(callers()).toEqual([])
  })

  test('an Authorization header with another scheme is not a carrier: the next carrier is used', async () => {
    for (const scheme of ['Basic dTpw', 'Token abc', 'Bearerx abc', `JWT ${bad}`, '']) {
      await send([`Authorization: ${scheme}`, `Cookie: jwt=${good}`])
      await send([`Authorization: ${scheme}`], `?token=${good}`)
    }
    expect(callers()).toEqual(Array.from({ length: 10 }, () => 'admin'))
  })

  test('another scheme alone counts as a missing token', async () => {
    const missing = await send([])
    const answer = await send([`Authorization: Basic ${good}`])
    expect(answer.text).toBe(missing.text)
    expect(callers()).toEqual([])
  })
})

describe('a carrier given twice is refused, even with the same good token', () => {
  test.each([
    [
      'two Authorization headers',
      () => send([`Authorization: Bearer ${good}`, `Authorization: Bearer ${good}`]),
    ],
    ['the bad token last', () => send([`Authorization: Bearer ${good}`, `authorization: Bearer ${bad}`])],
    ['another scheme first', () => send(['Authorization: Basic dTpw', `Authorization: Bearer ${good}`])],
    ['another scheme last', () => send([`Authorization: Bearer ${good}`, 'Authorization: Basic dTpw'])],
    ['two tokens in one header', () => send([`Authorization: Bearer ${good}, Bearer ${good}`])],
    ['two in the query', () => send([], `?token=${good}&token=${good}`)],
    ['two in the query, one escaped', () => send([], `?token=${good}&%74oken=${good}`)],
    ['an empty token and a good one in the query', () => send([], `?token=&token=${good}`)],
    ['two in one cookie header', () => send([`Cookie: jwt=${good}; jwt=${good}`])],
    ['two in two cookie headers', () => send([`Cookie: jwt=${good}`, `Cookie: jwt=${good}`])],
    ['an empty token and a good one in the cookie', () => send([`Cookie: jwt=; jwt=${good}`])],
  ])('%s', async (_name, request) => {
    expectRefused(await request(), 401)
    expect(callers()).toEqual([])
  })
})

describe('similar forms that are not carriers', () => {
  test.each([
    ['a token without a scheme', () => send([`Authorization: ${good}`])],
    ['a tab after Bearer', () => send([`Authorization: Bearer\t${good}`])],
    ['something after the token', () => send([`Authorization: Bearer ${good} x`])],
    ['a quoted token', () => send([`Authorization: Bearer "${good}"`])],
    ['JWT= as the cookie', () => send([`Cookie: JWT=${good}`])],
    ['a quoted cookie', () => send([`Cookie: jwt="${good}"`])],
    ['a cookie with a longer name', () => send([`Cookie: xjwt=${good}; jwt2=${good}`])],
    ['Token in the query', () => send([], `?Token=${good}`)],
    ['token[] in the query', () => send([], `?token[]=${good}`)],
    ['?token in the query', () => send([], `??token=${good}`)],
    ['access_token in the query', () => send([], `?access_token=${good}`)],
    ['X-Token', () => send([`X-Token: ${good}`])],
    ['X-Access-Token', () => send([`X-Access-Token: ${good}`])],
    ['Proxy-Authorization', () => send([`Proxy-Authorization: Bearer ${good}`])],
    ['the path', () => call(`${service.base}/orders/${good}`)],
    ['the JSON body', () => call(`${service.base}/orders`, postJson({ token: good, jwt: good }))],
  ])('%s: refused', async (_name, request) => {
    expectRefused(await request(), 401)
    expect(callers()).toEqual([])
  })

  test('a token in a form body: refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await call(`${service.base}/orders`, { method: 'POST', headers, body: `token=${good}` })
    expectRefused(answer, 401)
    expect(callers()).toEqual([])
  })
})

describe('values in a carrier that are not tokens of the service', () => {
  test.each([
    ['one letter', 'x'],
    ['two parts', 'a.b'],
    ['four parts', 'a.b.c.d'],
    ['five parts', 'a.b.c.d.e'],
    ['empty parts', '..'],
    ['as many dots as a header may hold', '.'.repeat(8000)],
    ['escapes', '%00.%00.%00'],
    ['a lone null', 'null'],
    ['undefined', 'undefined'],
  ])('%s: refused', async (_name, text) => {
    expectRefused(await call(`${service.base}/orders`, bearer(text)), 401)
    expectRefused(await call(`${service.base}/orders?token=${encodeURIComponent(text)}`), 401)
    expectRefused(await call(`${service.base}/orders`, { headers: { cookie: `jwt=${text}` } }), 401)
    expect(callers()).toEqual([])
  })
})
