import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { expectNotStored, secretPartsOf, startTarget, type Target } from './support/target.ts'
import { expectUnauthenticated } from './support/token-expectations.ts'

const NAMED = 'https://admin.example.com'

const target = await startTarget({
  settings: { application: { mode: 'dev' }, jwt: { cookie: true }, cors: { origins: [NAMED] } },
  routes: ['GET /api/v1/orders', 'POST /api/v1/orders', 'DELETE /api/v1/orders'],
})
afterAll(target.close)
const token = await login(target.base)
const host = new URL(target.origin).host

beforeEach(() => {
  target.runs.take()
})

describe('the cookie that login sets', () => {
  const DEV_LIFETIME = 100 * 365.25 * 24 * 60 * 60
  const plain = `Path=/; Max-Age=${DEV_LIFETIME}; HttpOnly; SameSite=Strict`
  const body = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD })

  const setCookie = async (lines: readonly string[], at: Target = target) => {
    const bytes = [
      'POST /api/v1/login HTTP/1.1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      ...lines,
    ]
    const answer = await sendRaw(at.origin, { bytes: `${bytes.join('\r\n')}\r\n\r\n${body}` })
    expectSuccess(answer)
    return { cookie: answer.headers.get('set-cookie'), token: String(answer.body.token) }
  }

  test.each(['localhost:8000', '127.0.0.1', '[::1]:8000'])(
    'on plain HTTP to loopback (%s): SameSite and HttpOnly',
    async (name) => {
      const { cookie, token } = await setCookie([`Host: ${name}`])
      expect(cookie).toBe(`jwt=${token}; ${plain}`)
    },
  )

  test.each([
    ['another host', ['Host: admin.example.com']],
    ['a host that starts with localhost', ['Host: localhost.example.com']],
    ['a host that starts with the loopback address', ['Host: 127.0.0.1.example.com']],
    ['a proxy on this machine', ['Host: localhost', 'X-Forwarded-Proto: https']],
    ['a proxy with X-Forwarded-For', ['Host: 127.0.0.1', 'X-Forwarded-For: 203.0.113.7']],
    ['a proxy with Forwarded', ['Host: 127.0.0.1', 'Forwarded: for=203.0.113.7;proto=https']],
  ])('%s: also Secure', async (_name, lines) => {
    const { cookie, token } = await setCookie(lines)
    expect(cookie).toBe(`jwt=${token}; ${plain}; Secure`)
  })

  test('has the lifetime of the token', async () => {
    const hour = await startTarget({ settings: { jwt: { cookie: true, timeout: 1234 } } })
    const answer = await tryLogin(hour.base)
    expect(answer.headers.get('set-cookie')).toContain('; Max-Age=1234; ')
    await hour.close()
  })

  test('authenticates the caller, and logout clears it', async () => {
    const { token: own } = await setCookie([`Host: ${host}`])
    const headers = { cookie: `jwt=${own}` }
    expectSuccess(await call(`${target.base}/user/profile`, { headers }))
    const answer = await call(`${target.base}/logout`, { method: 'POST', headers })
    expectSuccess(answer)
    expect(answer.headers.get('set-cookie')).toBe('jwt=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict')
    expectUnauthenticated(target, await call(`${target.base}/orders`, { headers }))
  })

  test('is not set by a refusal, nor when the setting is off', async () => {
    expect((await tryLogin(target.base, { password: 'wrong' })).headers.has('set-cookie')).toBe(false)
    expect((await call(`${target.base}/user/profile`, bearer(token))).headers.has('set-cookie')).toBe(false)
    const off = await startTarget()
    const answer = await tryLogin(off.base)
    expectSuccess(answer)
    expect(answer.headers.has('set-cookie')).toBe(false)
    const loggedOut = await call(`${off.base}/logout`, {
      method: 'POST',
      ...bearer(String(answer.body.token)),
    })
    expectSuccess(loggedOut)
    expect(loggedOut.headers.has('set-cookie')).toBe(false)
    await off.close()
  })
})

const send = (method: string, lines: readonly string[], carrier = `Cookie: jwt=${token}`, query = '') =>
  sendRaw(target.origin, {
    method,
    target: `/api/v1/orders${query}`,
    headers: [carrier, ...lines].filter((line) => line !== ''),
  })

describe('a request authenticated by the cookie', () => {
  const alwaysRefused: [string, string[]][] = [
    ['another site', ['Sec-Fetch-Site: cross-site']],
    ['another site with only an Origin header', ['Origin: https://evil.example']],
    ['a page with an opaque origin', ['Origin: null']],
    ['another site with the service name as a prefix', ['Origin: http://127.0.0.1.evil.example']],
    ['the same host with another port', ['Origin: http://127.0.0.1:1']],
    ['an invalid origin', ['Origin: x']],
    ['two origins', ['Origin: https://evil.example', `Origin: ${NAMED}`]],
    ['an unknown Sec-Fetch-Site value', ['Sec-Fetch-Site: same']],
    ['two Sec-Fetch-Site values', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
    ['an empty Sec-Fetch-Site value', ['Sec-Fetch-Site:']],
    ['another site in capitals', ['Sec-Fetch-Site: CROSS-SITE']],
    ['another site with the origin of the service', ['Sec-Fetch-Site: cross-site', 'Origin: http://@']],
    ['an allowed origin in another spelling', ['Sec-Fetch-Site: cross-site', `Origin: ${NAMED}/`]],
    [
      'an allowed host with another scheme',
      ['Sec-Fetch-Site: cross-site', 'Origin: http://admin.example.com'],
    ],
  ]
  test.each(alwaysRefused)('from %s: refused for every method', async (_name, lines) => {
    const own = lines.map((line) => line.replace('@', host))
    for (const method of ['GET', 'POST', 'DELETE']) expectUnauthenticated(target, await send(method, own))
    await send('HEAD', own)
    expect(target.runs.take()).toEqual([])
  })

  test('from another host of the same site: can read but not change anything', async () => {
    for (const method of ['POST', 'DELETE']) {
      expectUnauthenticated(
        target,
        await send(method, ['Sec-Fetch-Site: same-site', 'Origin: https://other.example.com']),
      )
    }
    expect((await send('GET', ['Sec-Fetch-Site: same-site'])).body).toEqual({ ran: true })
  })

  const accepted: [string, string[]][] = [
    ['the same origin', ['Sec-Fetch-Site: same-origin', 'Origin: http://@']],
    ['the same origin in an older browser', ['Origin: http://@']],
    ['the same origin behind a proxy that terminates TLS', ['Origin: https://@']],
    ['the address bar', ['Sec-Fetch-Site: none']],
    ['a client that is not a browser', []],
    ['an allowed origin', ['Sec-Fetch-Site: cross-site', `Origin: ${NAMED}`]],
    ['an allowed origin of the same site', ['Sec-Fetch-Site: same-site', `Origin: ${NAMED}`]],
  ]
  test.each(accepted)('from %s: accepted', async (_name, lines) => {
    const own = lines.map((line) => line.replace('@', host))
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await send(method, own)).body).toEqual({ ran: true })
    expect(target.runs.take()).toHaveLength(3)
  })

  test('an explicit default port is the same origin', async () => {
    for (const [named, origin] of [
      ['a.example:443', 'https://a.example'],
      ['a.example', 'http://a.example:80'],
    ]) {
      const bytes = `POST /api/v1/orders HTTP/1.1\r\nHost: ${named}\r\nOrigin: ${origin}\r\nCookie: jwt=${token}\r\nConnection: close\r\n\r\n`
      expect((await sendRaw(target.origin, { bytes })).body).toEqual({ ran: true })
    }
  })

  test('the endpoints of the service are protected too: another site cannot log a user out', async () => {
    const lines = [`Cookie: jwt=${token}`, 'Sec-Fetch-Site: cross-site', 'Origin: https://evil.example']
    const answer = await sendRaw(target.origin, { method: 'POST', target: '/api/v1/logout', headers: lines })
    expectRefused(answer, 401)
    expectSuccess(await call(`${target.base}/user/profile`, bearer(token)))
  })
})

test('a token in the header or the query is accepted from any origin, since the client must know it', async () => {
  const lines = ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.example']
  expect((await send('POST', lines, `Authorization: Bearer ${token}`)).body).toEqual({ ran: true })
  expect((await send('POST', lines, '', `?token=${token}`)).body).toEqual({ ran: true })
})

test('a form on another site cannot log in: login accepts only JSON, which needs a preflight', async () => {
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  for (const type of forms) {
    const answer = await call(`${target.base}/login`, {
      method: 'POST',
      headers: { 'content-type': type, origin: 'https://evil.example' },
      body: '{}',
    })
    expectRefused(answer, 415, 415)
    expect(answer.headers.has('set-cookie')).toBe(false)
  }
})

describe('with jwt.queryToken off', () => {
  let strict: Target
  beforeAll(async () => {
    strict = await startTarget({ settings: { jwt: { queryToken: false } } })
  })
  afterAll(() => strict.close())

  test('the query is not a carrier: refused alone, and the next carrier is used', async () => {
    const admin = await login(strict.base)
    expectUnauthenticated(strict, await call(`${strict.base}/orders?token=${admin}`))
    for (const query of [`?token=x`, `?token=${admin}&token=${admin}`]) {
      const answer = await call(`${strict.base}/orders${query}`, { headers: { cookie: `jwt=${admin}` } })
      expect(answer.body).toEqual({ ran: true })
    }
    strict.runs.take()
    expect((await call(`${strict.base}/orders`, bearer(admin))).body).toEqual({ ran: true })
    await expectNotStored(strict, secretPartsOf(admin))
  })
})

test('no cookie token appears in the log or the data folder', async () => {
  await expectNotStored(target, secretPartsOf(token))
})
