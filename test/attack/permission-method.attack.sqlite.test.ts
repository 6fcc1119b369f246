import { METHODS } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startTarget } from './support/target.ts'
import { expectUnauthenticated } from './support/token-expectations.ts'

const ORDERS = '/api/v1/orders'

const target = await startTarget({
  routes: [`GET ${ORDERS}`, `POST ${ORDERS}`, `DELETE ${ORDERS}`, 'GET /api/v1/vault', 'POST /api/v1/vault'],
})
afterAll(target.close)
const admin = await login(target.base)
const reader = (await loginAs(target, 'reader', [{ method: 'GET', path: ORDERS }])).token
await eventually(async () =>
  expect((await call(`${target.origin}${ORDERS}`, bearer(reader))).body).toEqual({ ran: true }),
)

beforeEach(() => {
  target.runs.take()
})

test('A09 HEAD is allowed and refused exactly as GET', async () => {
  await call(`${target.origin}${ORDERS}`, { method: 'HEAD', ...bearer(reader) })
  expect(target.runs.take()).toHaveLength(1)
  for (const token of [reader, 'x']) {
    const { status, text } = await call(`${target.base}/vault`, { method: 'HEAD', ...bearer(token) })
    expect({ status, text, ran: target.runs.take() }).toEqual({ status: 200, text: '', ran: [] })
  }
})

/** All methods of Node, and methods that other servers support or that do not exist. */
const others = [
  'INVENTED',
  'get',
  'Get',
  'GETX',
  'XGET',
  'DEBUG',
  'TRACK',
  'INDEX',
  'RPCOUT',
  'X-GET',
  'GET/',
  'BASELINE-CONTROL',
  'VERSION-CONTROL',
  'TEXTSEARCH',
  '!',
  '*',
  '0',
  'PRI',
]
const methods = [...new Set([...METHODS, ...others])].filter(
  (method) => !['GET', 'HEAD', 'CONNECT'].includes(method),
)

test.each(methods)('A09 %s with only a rule for GET: no handler runs', async (method) => {
  const headers = [`Authorization: Bearer ${reader}`]
  for (const path of [ORDERS, '/api/v1/vault', '/api/v1/health', '/api/v1/getinfo']) {
    const { status, body } = await sendRaw(target.origin, { method, target: path, headers })
    const refused = status === 200 ? body.code === 401 : status >= 400 && status < 500 && body.code === status
    expect({ refused, data: body.data, ran: target.runs.take() }, `${method} ${path}: ${status}`).toEqual({
      refused: true,
      data: undefined,
      ran: [],
    })
  }
})

test.each(['TRACE', 'TRACK', 'OPTIONS', 'PROPFIND', 'QUERY'])(
  'A09 %s echoes nothing, not even for an admin',
  async (method) => {
    const headers = [`Authorization: Bearer ${admin}`, 'X-Echo: a header that must not come back']
    const { status, text } = await sendRaw(target.origin, { method, target: ORDERS, headers })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain('must not come back')
    expect(target.runs.take()).toEqual([])
  },
)

test.each([
  'X-HTTP-Method-Override',
  'X-HTTP-Method',
  'X-Method-Override',
  'X-Original-Method',
  'X-Forwarded-Method',
  '_method',
])('A10 %s is ignored', async (header) => {
  // A GET that claims to be a POST, and a POST that claims to be a GET.
  await sendRaw(target.origin, {
    target: ORDERS,
    headers: [`Authorization: Bearer ${reader}`, `${header}: DELETE`],
  })
  expect(target.runs.take()).toMatchObject([{ method: 'GET' }])
  const posted = await call(`${target.origin}${ORDERS}`, {
    ...postJson({ _method: 'GET' }, { authorization: `Bearer ${reader}`, [header]: 'GET' }),
  })
  expectUnauthenticated(target, posted)
})

test('A10 a method in the query or in the body is ignored', async () => {
  const authorization = { authorization: `Bearer ${reader}` }
  for (const query of ['?_method=GET', '?method=GET', '?X-HTTP-Method-Override=GET']) {
    expectUnauthenticated(
      target,
      await call(`${target.origin}${ORDERS}${query}`, postJson({ _method: 'GET' }, authorization)),
    )
    await call(`${target.origin}${ORDERS}${query.replace('GET', 'DELETE')}`, bearer(reader))
    expect(target.runs.take()).toMatchObject([{ method: 'GET' }])
  }
})

test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-URL', 'X-Original-Uri', 'X-Accel-Redirect'])(
  'A10 %s is ignored: the requested path is checked and runs',
  async (header) => {
    const hidden = [`Authorization: Bearer ${reader}`, `${header}: ${ORDERS}`]
    expectUnauthenticated(target, await sendRaw(target.origin, { target: '/api/v1/vault', headers: hidden }))
    const open = [`Authorization: Bearer ${reader}`, `${header}: /api/v1/vault`]
    await sendRaw(target.origin, { target: ORDERS, headers: open })
    expect(target.runs.take()).toMatchObject([{ url: ORDERS }])
  },
)
