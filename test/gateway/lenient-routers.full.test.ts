import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { dataOf, operatorWith } from '../support/operator.ts'
import { type Gateway, loginWithRules, startGateway } from './support/gateway.ts'

/** The names of the handlers that have run. */
const ran: string[] = []
let upstream: Server
let gateway: Gateway

beforeAll(async () => {
  const app = express()
  app.get('/api/v1/orders', (_request, response) => {
    ran.push('list')
    response.json({})
  })
  app.get('/api/v1/orders/:id', (_request, response) => {
    ran.push('one')
    response.json({})
  })
  upstream = createServer(app).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const { port } = upstream.address() as AddressInfo
  gateway = await startGateway([{ prefix: '/api/v1/orders', url: `http://127.0.0.1:${port}` }], {
    application: { trustProxy: ['127.0.0.1'] },
  })
})

afterAll(async () => {
  await gateway?.close()
  upstream?.close()
})

const roles: Readonly<Record<string, readonly string[]>> = {
  below: ['/api/v1/orders/*'],
  single: ['/api/v1/orders/:id'],
  both: ['/api/v1/orders', '/api/v1/orders/*'],
  slash: ['/api/v1/orders/', '/api/v1/orders/:id/'],
  parts: ['/api/v1/orders/:id/:part'],
}

const tokens = new Map<string, Promise<string>>()
function tokenOf(role: string): Promise<string> {
  const rules = (roles[role] ?? []).map((path) => ({ method: 'GET', path }))
  const token = tokens.get(role) ?? loginWithRules(gateway, role, rules)
  tokens.set(role, token)
  return token
}

test.each([
  ['below', '/api/v1/orders', []],
  ['below', '/api/v1/orders/', []],
  ['below', '/api/v1/orders/?x=1', []],
  ['below', '/api/v1/orders/.json', []],
  ['below', '/api/v1/orders/%20', []],
  ['below', '/api/v1/orders/.json/', []],
  ['below', '/api/v1/orders/7', ['one']],
  ['below', '/api/v1/orders/7/', ['one']],
  ['below', '/api/v1/orders/7.json', ['one']],
  ['below', '/api/v1/orders/ABC', ['one']],
  ['single', '/api/v1/orders/', []],
  ['single', '/api/v1/orders/.json', []],
  ['single', '/api/v1/orders/7', ['one']],
  ['single', '/api/v1/orders/7/', []],
  ['both', '/api/v1/orders', ['list']],
  ['both', '/api/v1/orders/', ['list']],
  ['both', '/api/v1/orders/.json', ['one']],
  ['parts', '/api/v1/orders/%20/7', []],
  ['parts', '/api/v1/orders/%C2%A0/7', []],
  ['slash', '/api/v1/orders/', []],
  ['slash', '/api/v1/orders/7/', []],
])('%s: %s runs %j, and every way says so', async (role, target, handlers) => {
  const token = await tokenOf(role)
  ran.length = 0
  const forwarded = await call(`${gateway.origin}${target}`, bearer(token))
  expect(ran).toEqual(handlers)
  const isAllowed = handlers.length > 0
  expect(forwarded.headers.get('x-castellan-reason')).toBe(isAllowed ? null : 'permission-denied')

  const asked = await call(`${gateway.base}/authorize`, {
    headers: { authorization: `Bearer ${token}`, 'x-original-method': 'GET', 'x-original-uri': target },
  })
  expect(asked.status).toBe(isAllowed ? 200 : 403)

  const requests = [{ method: 'GET', path: target }]
  const checked = operatorWith(gateway.base, token).post('/permission/check', { requests })
  expect(await dataOf(checked)).toEqual([isAllowed])

  const [path = ''] = target.split('?')
  const question = new URLSearchParams({ roleKey: `role-of-${role}`, method: 'GET', path })
  const explained = gateway.admin.get(`/policy/explain?${question}`)
  expect(await dataOf(explained)).toMatchObject({ allowed: isAllowed })
})

test.each([
  ['4,096 bytes', `/api/v1/orders/${'a'.repeat(4081)}`, true],
  ['4,097 bytes', `/api/v1/orders/${'a'.repeat(4082)}`, false],
  ['256 segments', `/api/v1/orders${'/.a'.repeat(253)}`, true],
  ['257 segments', `/api/v1/orders${'/.a'.repeat(254)}`, false],
])('a path of %s is decided or refused as not canonical, in every way', async (_name, target, isDecided) => {
  const token = await tokenOf('both')
  // The service behind the gateway has no route for some of them.
  const forwarded = await fetch(`${gateway.origin}${target}`, bearer(token))
  await forwarded.text()
  expect(forwarded.headers.get('x-castellan-reason')).toBe(isDecided ? null : 'path-not-canonical')
  expect(forwarded.status === 400).toBe(!isDecided)

  const headers = { authorization: `Bearer ${token}`, 'x-original-method': 'GET', 'x-original-uri': target }
  const asked = await call(`${gateway.base}/authorize`, { headers })
  expect(asked.status).toBe(isDecided ? 200 : 400)

  const requests = [{ method: 'GET', path: target }]
  const checked = operatorWith(gateway.base, token).post('/permission/check', { requests })
  // Longer paths than 4,096 characters are invalid there.
  if (target.length <= 4096) expect(await dataOf(checked)).toEqual([isDecided])
  else expect((await checked).body.code).toBe(400)
})

test('the explanation names the rule that is missing', async () => {
  await tokenOf('below')
  const question = new URLSearchParams({
    roleKey: 'role-of-below',
    method: 'GET',
    path: '/api/v1/orders/',
  })
  expect(await dataOf(gateway.admin.get(`/policy/explain?${question}`))).toMatchObject({
    why: 'denied',
    missingRule: { method: 'GET', path: '/api/v1/orders' },
    command: 'castellan policy add role-of-below GET /api/v1/orders',
  })
})

test('the paths of an excluded endpoint are read in the same way', async () => {
  const token = await tokenOf('single')
  for (const [target, status] of [
    ['/api/v1/user/profile', 200],
    ['/api/v1/user/profile/', 403],
  ] as const) {
    const asked = await call(`${gateway.base}/authorize`, {
      headers: { authorization: `Bearer ${token}`, 'x-original-method': 'GET', 'x-original-uri': target },
    })
    expect(asked.status, target).toBe(status)
  }
})

test('the check allows only methods that the gateway forwards', async () => {
  const rules = [{ method: '*', path: '/api/v1/orders/*' }]
  const operator = operatorWith(gateway.base, await loginWithRules(gateway, 'all-methods', rules))
  const requests = ['GET', 'DELETE', 'PROPFIND', 'TRACE', 'CONNECT'].map((method) => ({
    method,
    path: '/api/v1/orders/7',
  }))
  const checked = operator.post('/permission/check', { requests })
  expect(await dataOf(checked)).toEqual([true, true, true, false, false])
})
