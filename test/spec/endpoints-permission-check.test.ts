import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { addUser, loginOperator, operatorWith, passwordOf } from '../support/operator.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

interface Request {
  readonly method: string
  readonly path: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const NOTICE = { method: 'GET', path: '/api/v1/shop/notice' }
const runs = createHandlerRuns()

const service = await startService({
  settings: { permission: { exclude: [{ ...NOTICE, reason: 'for tests' }] } },
  protectedRoutes: runs.routes(...METHODS.map((method) => `${method} /api/v1/shop/*`)),
})
afterAll(service.close)
const admin = await login(service.base)
const clerk = (
  await loginAs(service, 'clerk', [
    { method: 'GET', path: '/api/v1/shop/orders' },
    { method: '*', path: '/api/v1/shop/orders/:id' },
    { method: 'POST', path: '/api/v1/shop/parts/*' },
    { method: 'PUT', path: '/api/v1/shop/parts/' },
    { method: 'DELETE', path: '/api/v1/shop/:kind/7/%C3%A9' },
    { method: 'GET', path: '/warehouse/stock/:id' },
    { method: 'GET', path: '/api/v1/role' },
  ])
).token

const send = (token: string, body: unknown) =>
  call(`${service.base}/permission/check`, postJson(body, { authorization: `Bearer ${token}` }))

async function check(token: string, requests: readonly Request[]): Promise<unknown> {
  const answer = await send(token, { requests })
  expectSuccess(answer)
  return answer.body.data
}

/** Returns the result for each request, written as `GET /path`. */
async function checkEach(token: string, ...requests: string[]): Promise<unknown> {
  const parsed = requests.map((request) => {
    const space = request.indexOf(' ')
    return { method: request.slice(0, space), path: request.slice(space + 1) }
  })
  const data = (await check(token, parsed)) as boolean[]
  return Object.fromEntries(requests.map((request, i) => [request, data[i]]))
}

describe('POST /api/v1/permission/check', () => {
  test('returns one boolean per request in order, duplicates included', async () => {
    const allowed = { method: 'GET', path: '/api/v1/shop/orders' }
    const denied = { method: 'POST', path: '/api/v1/shop/orders' }
    expect(await check(clerk, [allowed, denied, denied, allowed, allowed])).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
  })

  test('applies the policy, the exclusion list and HEAD as GET', async () => {
    expect(
      await checkEach(
        clerk,
        'HEAD /api/v1/shop/orders',
        'PATCH /api/v1/shop/orders/7',
        'GET /api/v1/shop/orders/7/lines',
        'GET /api/v1/shop/notice',
        'POST /api/v1/shop/notice',
        'GET /api/v1/role',
        'DELETE /api/v1/role/1',
      ),
    ).toEqual({
      'HEAD /api/v1/shop/orders': true,
      'PATCH /api/v1/shop/orders/7': true,
      'GET /api/v1/shop/orders/7/lines': false,
      'GET /api/v1/shop/notice': true,
      'POST /api/v1/shop/notice': false,
      'GET /api/v1/role': true,
      'DELETE /api/v1/role/1': false,
    })
  })

  test('endpoints that need no rule are allowed', async () => {
    const open = [
      'POST /api/v1/login',
      'HEAD /api/v1/health',
      'GET /api/v1/getinfo',
      'PUT /api/v1/user/pwd/set',
      'POST /api/v1/logout',
      'POST /api/v1/permission/check',
    ]
    expect(await checkEach(clerk, ...open)).toEqual(
      Object.fromEntries(open.map((request) => [request, true])),
    )
  })

  test('the policy decides about routes that the service does not have', async () => {
    const requests = ['GET /warehouse/stock/7', 'DELETE /warehouse/stock/7', 'GET /api/v1/refresh_token']
    expect(Object.values((await checkEach(clerk, ...requests)) as object)).toEqual([true, false, false])
    expect(Object.values((await checkEach(admin, ...requests)) as object)).toEqual([true, true, true])
  })

  test('a request that would be refused for its method or path is false, also for the admin', async () => {
    const impossible = [
      'get /api/v1/shop/orders',
      'GET  /api/v1/shop/orders',
      'BREW /api/v1/shop/orders',
      'CONNECT /api/v1/shop/orders',
      '* /api/v1/shop/orders',
      ' /api/v1/shop/orders',
      'GET ',
      'GET api/v1/shop/orders',
      'GET /api//v1/shop/orders',
      'GET /api/v1/login/../shop/orders',
      'GET /api/v1/shop/%6Frders',
      'GET /api/v1/shop/orders;x',
      'GET /api/v1/shop/orders#x',
      'GET /api/v1/shop/orders?x#y',
      'GET /api/v1/shop/é',
      'GET /api/v1/shop/orders\n',
      'GET http://127.0.0.1/api/v1/shop/orders',
    ]
    for (const token of [admin, clerk])
      expect(await checkEach(token, ...impossible)).toEqual(
        Object.fromEntries(impossible.map((request) => [request, false])),
      )
  })

  test('a query is ignored', async () => {
    const path = '/api/v1/shop/orders?page=2&next=/../'
    expect(
      await check(clerk, [
        { method: 'GET', path },
        { method: 'DELETE', path },
      ]),
    ).toEqual([true, false])
  })

  test('a new rule applies to the next check', async () => {
    const { token, roleKey } = await loginAs(service, 'learner')
    const request = { method: 'GET', path: '/api/v1/shop/lessons' }
    expect(await check(token, [request])).toEqual([false])
    const operator = operatorWith(service.base, admin)
    expectSuccess(await operator.post('/policy', { rules: [{ roleKey, ...request }] }))
    expect(await check(token, [request])).toEqual([true])
  })

  test.each([
    ['no body', undefined],
    ['no requests', { requests: [] }],
    ['more than 200 requests', { requests: Array(201).fill({ method: 'GET', path: '/' }) }],
    ['requests that are not a list', { requests: { method: 'GET', path: '/' } }],
    ['a text as request', { requests: ['GET /'] }],
    ['no method', { requests: [{ path: '/' }] }],
    ['no path', { requests: [{ method: 'GET' }] }],
    ['a list as path', { requests: [{ method: 'GET', path: ['/'] }] }],
    ['a long method', { requests: [{ method: 'G'.repeat(21), path: '/' }] }],
    ['a long path', { requests: [{ method: 'GET', path: `/${'a'.repeat(4096)}` }] }],
  ])('%s is refused', async (_name, body) => {
    expectRefused(await send(clerk, body ?? ''), 400)
  })

  test('accepts 200 requests with the longest paths', async () => {
    const request = { method: 'GET', path: `/${'a'.repeat(4095)}` }
    expect(await check(clerk, Array(200).fill(request))).toEqual(Array(200).fill(false))
  })

  test('needs an identity, and no password change that is due', async () => {
    const body = { requests: [NOTICE] }
    expectRefused(await call(`${service.base}/permission/check`, postJson(body)), 401)
    const username = 'newcomer'
    await addUser(operatorWith(service.base, admin), username, 1, { pwdChangeDue: true })
    const due = await loginOperator(service.base, { username, password: passwordOf(username) })
    expectRefused(await due.post('/permission/check', body), 409)
  })

  test('agrees with the routes of an app behind protect', async () => {
    const segment = fc.constantFrom(
      ...['orders', 'parts', 'notice', '7', '%C3%A9', '%c3%a9', 'é', 'a.b', '.', '..', '', '%2F', 'x;y', '*'],
    )
    const path = fc
      .array(segment, { maxLength: 3 })
      .map((segments) => `/api/v1/shop/${segments.join('/')}`)
      .chain((text) => fc.constantFrom(text, text, `${text}/`, `${text}?page=2`, `${text}?a=/../b`))
    const request = fc.record({ method: fc.constantFrom(...METHODS, 'HEAD', 'get', 'BREW'), path })
    const requests = fc.array(request, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), requests, async (isAdmin, batch) => {
        const token = isAdmin ? admin : clerk
        const expected: boolean[] = []
        for (const { method, path } of batch) {
          await sendRaw(service.origin, {
            method,
            target: path,
            headers: [`Authorization: Bearer ${token}`],
          })
          expected.push(runs.take().length === 1)
        }
        expect(await check(token, batch), JSON.stringify(batch)).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })
})

test('every route of the service: the check agrees with the response', async () => {
  const { body } = await call(`${service.base}/route`, bearer(admin))
  const routes = (body.data as (Request & { origin: string; checks: string })[]).filter(
    ({ origin, path }) => origin === 'service' && !path.endsWith('/logout'),
  )
  const requests = routes.map(({ method, path }) => ({ method, path: path.replace(':id', '1') }))
  const checked = await check(clerk, requests)
  const reached = await Promise.all(
    requests.map(async ({ method, path }) => {
      const response = await fetch(`${service.origin}${path}`, { method, ...bearer(clerk) })
      return response.headers.get('x-castellan-reason') !== 'permission-denied'
    }),
  )
  expect(checked).toEqual(reached)
  expect(reached.filter(Boolean).length).toBeGreaterThan(8)
})
