// docs/specification.md, 5, 14, 18

import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, readLoginLog, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { claimsOf, forgeToken } from '../support/jwt.ts'
import { startService } from '../support/service.ts'

const runs = createHandlerRuns()

const service = await startService({
  protectedRoutes: runs.routes('GET /api/v1/orders', 'GET /api/v1/invoices'),
  openRoutes: runs.routes('GET /api/v1/weather'),
})
afterAll(service.close)
const admin = await login(service.base)
const clerk = (await loginAs(service, 'clerk', [{ method: 'GET', path: '/api/v1/orders' }])).token
await eventually(async () => {
  expect((await call(`${service.base}/orders`, bearer(clerk))).body).toEqual({ ran: true })
})
runs.take()

describe('a request to a protected endpoint must pass two checks in this order', () => {
  test('without an identity: refused by the first check, and the handler never ran', async () => {
    const answer = await call(`${service.base}/orders`)
    expectRefused(answer, 401)
    expect(runs.take()).toEqual([])
  })

  test('with an identity but no permission: refused by the second check, and the handler never ran', async () => {
    const answer = await call(`${service.base}/invoices`, bearer(clerk))
    expectRefused(answer, 401)
    expect(runs.take()).toEqual([])
  })

  test('with both: the handler runs, once', async () => {
    const answer = await call(`${service.base}/orders`, bearer(clerk))
    expect(answer.body).toEqual({ ran: true })
    expect(runs.take()).toHaveLength(1)
  })

  test('the identity check comes first: without an identity, permission is not checked', async () => {
    const permitted = await call(`${service.base}/orders`)
    const notPermitted = await call(`${service.base}/invoices`)
    expect(notPermitted.text).toBe(permitted.text)
    const denied = await call(`${service.base}/invoices`, bearer(clerk))
    expect(denied.body.msg).not.toBe(notPermitted.body.msg)
    expect(runs.take()).toEqual([])
  })

  test('an expired token of a role without permission is refused as expired', async () => {
    const { token } = await loginAs(service, 'guest')
    const expired = forgeToken({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 })
    const elsewhere = await call(`${service.base}/getinfo`, bearer(expired))
    const answer = await call(`${service.base}/invoices`, bearer(expired))
    expectRefused(answer, 401)
    expect(answer.text).toBe(elsewhere.text)
    expect(runs.take()).toEqual([])
  })

  test.each([
    ['another method', { method: 'POST' }],
    ['X-HTTP-Method-Override', { headers: { 'x-http-method-override': 'POST' } }],
    ['X-Original-URL', { headers: { 'x-original-url': '/api/v1/weather' } }],
    ['X-Rewrite-URL', { headers: { 'x-rewrite-url': '/api/v1/login' } }],
  ])('neither can be skipped by %s', async (_name, init) => {
    const answer = await call(`${service.base}/invoices`, init)
    expect(answer.body.ran).toBeUndefined()
    expect(runs.take()).toEqual([])
  })

  test('neither can be skipped by naming a public endpoint in the query', async () => {
    const target = `${service.base}/invoices?ref=/api/v1/logout&path=/api/v1/login&_method=POST`
    expectRefused(await call(target), 401)
    expectRefused(await call(target, bearer(clerk)), 401)
    expect(runs.take()).toEqual([])
  })
})

describe('the service', () => {
  test('offers a login operation that issues a JWT, which passes the identity check', async () => {
    const answer = await tryLogin(service.base)
    expectSuccess(answer, { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
    expectSuccess(await call(`${service.base}/getinfo`, bearer(String(answer.body.token))))
  })

  test('logs every login attempt', async () => {
    const before = await readLoginLog(service.base, admin)
    await tryLogin(service.base)
    await tryLogin(service.base, { password: 'not the password' })
    const after = await readLoginLog(service.base, admin)
    expect(after).toHaveLength(before.length + 2)
    expect(after.slice(0, 2).map(({ username, status }) => ({ username, status }))).toEqual([
      { username: 'admin', status: '1' },
      { username: 'admin', status: '2' },
    ])
  })

  test('does not affect an unprotected route of the app', async () => {
    expect((await call(`${service.base}/weather`)).body).toEqual({ ran: true })
    expect(runs.take()).toHaveLength(1)
  })
})
