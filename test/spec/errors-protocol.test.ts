// docs/specification.md, 25

import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, postJson } from '../support/client.ts'
import { expectRefused, expectStandardHeaders, expectSuccess } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startStandalone } from '../support/standalone.ts'

const service = await startStandalone()
afterAll(service.close)
const admin = await login(service.base)

describe('no such route: HTTP 404 with code 404', () => {
  test.each([
    '/nowhere',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/login/',
    '/api/v1/loginX',
    '/logins',
  ])('%s, with a token or without', async (path) => {
    for (const init of [{}, bearer(admin)]) {
      const answer = await call(`${service.origin}${path}`, init)
      expectRefused(answer, 404, 404)
      expectStandardHeaders(answer)
    }
  })
})

test('a path of more than 4,096 bytes or 256 segments: HTTP 400, on known and unknown routes', async () => {
  for (const path of [
    `/nowhere/${'a'.repeat(4096)}`,
    '/.a'.repeat(257),
    `/api/v1/role/${'1'.repeat(4096)}`,
  ]) {
    const answer = await call(`${service.origin}${path}`, bearer(admin))
    expectRefused(answer, 400, 400)
    expect(answer.headers.get('x-castellan-reason')).toBe('path-not-canonical')
  }
  expectRefused(await call(`${service.origin}${'/.a'.repeat(256)}`), 404, 404)
})

describe('wrong method: HTTP 405 with code 405, and Allow lists the supported methods', () => {
  test.each([
    ['GET', '/login', 'POST'],
    ['PUT', '/login', 'POST'],
    ['POST', '/getCaptcha', 'GET, HEAD'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['GET', '/logout', 'POST'],
    ['POST', '/user/profile', 'GET, HEAD, PUT'],
    ['OPTIONS', '/login', 'POST'],
    ['PATCH', '/login', 'POST'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await call(`${service.base}${path}`, { method })
    expectRefused(answer, 405, 405)
    expect(answer.headers.get('allow')).toBe(allow)
    expectStandardHeaders(answer)
  })

  test.each(['TRACE', 'PROPFIND', 'LOCK'])('%s runs no handler', async (method) => {
    const answer = await sendRaw(service.origin, { method, target: '/api/v1/health' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toHaveProperty('data')
  })
})

describe('path not canonical: HTTP 400 with code 400, before routing', () => {
  const targets = [
    '//api/v1/health',
    '/api//v1/health',
    '/api/v1//health',
    '/api/v1/./health',
    '/./api/v1/health',
    '/api/v1/x/../health',
    '/api/v1/login/../health',
    '/api/v1/%2e%2e/v1/health',
    '/api/v1/%2E/health',
    '/api/v1%2fhealth',
    '/api/v1%2Fhealth',
    '/api/v1/getCaptcha%2f..%2fhealth',
    '/api/v1\\health',
    '/api/v1%5chealth',
    '/api/v1/heal%74h',
    '/api/v1/health%00',
    '/api/v1/health%0d%0a',
    '/api/v1/health%7f',
    '/api/v1/health%',
    '/api/v1/health%zz',
    '/api/v1/%ff',
    '/api/v1/health#x',
    '/api/v1/health/..',
  ]
  test.each(targets)('%s', async (target) => {
    for (const headers of [[], [`Authorization: Bearer ${admin}`]]) {
      const answer = await sendRaw(service.origin, { target, headers })
      expectRefused(answer, 400, 400)
      expectStandardHeaders(answer)
    }
  })

  test('an absolute-form target is handled as the same path or refused', async () => {
    const foreign = await sendRaw(service.origin, { target: 'http://elsewhere.example/api/v1/health' })
    expectRefused(foreign, 400, 400)
  })

  test('a path parameter of more than a thousand characters', async () => {
    expectRefused(await call(`${service.base}/sys-user/${'7'.repeat(1100)}`, bearer(admin)), 400, 400)
  })

  test('the query does not affect the path check', async () => {
    const target = '/api/v1/health?a=/../b//c&d=%2e%2e%2f&e=%00&f=%ff'
    expectSuccess(await sendRaw(service.origin, { target }))
  })
})

describe('body too large: HTTP 413 with code 413', () => {
  test('on login', async () => {
    const answer = await call(`${service.base}/login`, postJson({ username: 'x'.repeat(20_000) }))
    expectRefused(answer, 413, 413)
    expectStandardHeaders(answer)
  })

  test('on login without a declared length', async () => {
    const chunk = 'x'.repeat(20_000)
    const answer = await sendRaw(service.origin, {
      method: 'POST',
      target: '/api/v1/login',
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      chunks: [`{"username":"${chunk}`, '"}'],
    })
    expectRefused(answer, 413, 413)
  })
})

describe('unsupported media type: HTTP 415 with code 415', () => {
  const body = JSON.stringify({ username: 'admin', password: 'x', uuid: 'x', code: 'x' })
  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonx',
    'application/xml',
    'application',
    '*/*',
  ])('%s', async (type) => {
    const answer = await call(`${service.base}/login`, postJson(body, { 'content-type': type }))
    expectRefused(answer, 415, 415)
    expectStandardHeaders(answer)
  })

  test('none at all', async () => {
    const answer = await sendRaw(service.origin, { method: 'POST', target: '/api/v1/login', body })
    expectRefused(answer, 415, 415)
  })
})

describe('malformed JSON is not a protocol error: HTTP 200 with code 400', () => {
  test.each([
    '{',
    '{"a":}',
    "{'username':'admin'}",
    '{"username":"admin",}',
    '\u0000',
    'undefined',
    'NaN',
    '\ufeff{',
  ])('%j', async (body) => {
    expectRefused(await call(`${service.base}/login`, postJson(body)), 400)
  })
})

describe('input that is not HTTP', () => {
  test.each([
    ['a bad request line', 'nonsense\r\n\r\n'],
    ['a header without name', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n'],
    ['a length that is not a number', 'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
  ])('%s: HTTP 400 with code 400, and the connection is closed', async (_name, bytes) => {
    const answer = await sendRaw(service.origin, { bytes })
    expectRefused(answer, 400, 400)
    expectStandardHeaders(answer)
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('headers of more than 16 KB: HTTP 431', async () => {
    const answer = await sendRaw(service.origin, {
      target: '/api/v1/health',
      headers: [`X: ${'x'.repeat(20_000)}`],
    })
    expectRefused(answer, 431, 431)
  })
})

test('after all this, no token has reached the log', async () => {
  await call(`${service.base}/user/profile?token=${admin}`)
  await call(`${service.base}/nowhere?token=${admin}`)
  await call(`${service.base}/sys-user/abc?token=${admin}`)
  expect(service.logged()).toContain('/api/v1/user/profile')
  for (const part of admin.split('.').slice(1)) expect(service.logged()).not.toContain(part)
})
