import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { expectedSignature } from '../support/signed-call.ts'
import { type Gateway, loginWithRules, startGateway } from './support/gateway.ts'
import { connectTo, type RawClient, requestText } from './support/raw-client.ts'
import { bodyOf, type HttpUpstream, startUpstream } from './support/upstreams.ts'

let upstream: HttpUpstream
let gateway: Gateway
let token: string
let handle: (request: IncomingMessage, response: ServerResponse) => unknown
const clients: RawClient[] = []

beforeAll(async () => {
  upstream = await startUpstream((request, response) => handle(request, response))
  gateway = await startGateway(
    [
      { prefix: '/api/v1/orders', url: upstream.url },
      { prefix: '/api/v1/small', url: upstream.url, maxBodyBytes: 10 },
    ],
    { cors: { origins: ['https://shop.example'] } },
  )
  token = await loginWithRules(gateway, 'seller', [
    { method: 'GET', path: '/api/v1/orders' },
    { method: '*', path: '/api/v1/orders/*' },
  ])
})

beforeEach(() => {
  handle = (_request, response) => response.end('{}')
})

afterAll(async () => {
  for (const client of clients) client.close()
  await gateway?.close()
  await upstream?.close()
})

function lastRequest(): IncomingMessage {
  const last = upstream.requests.at(-1)
  if (!last) throw new Error('no request has arrived')
  return last
}

function connectClient(): RawClient {
  const client = connectTo(gateway.origin)
  clients.push(client)
  return client
}

test('path and query reach the upstream service byte for byte, without the token', async () => {
  const query = `x=%2f..%2F&&y=a+b&tok%65n=${token}&z=?/%zz&tokens=1`
  const answer = await sendRaw(gateway.origin, { target: `/api/v1/orders/a%20b!%21/?${query}` })
  expect(answer.status).toBe(200)
  expect(lastRequest().url).toBe('/api/v1/orders/a%20b!%21/?x=%2f..%2F&&y=a+b&z=?/%zz&tokens=1')
})

test('the upstream service gets signed identity headers and no token', async () => {
  await sendRaw(gateway.origin, {
    target: '/api/v1/orders/7?a=1',
    headers: [`Authorization: Bearer ${token}`, 'Cookie: theme=dark; jwt=abc; lang=en', 'Accept: text/x'],
  })
  const { headers, method, url } = lastRequest()
  expect(headers).toMatchObject({
    accept: 'text/x',
    cookie: 'theme=dark; lang=en',
    'x-castellan-username': 'seller',
    'x-castellan-role-key': 'role-of-seller',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': new URL(gateway.origin).host,
    'x-forwarded-proto': 'http',
    host: new URL(upstream.url).host,
  })
  const scope = await call(`${gateway.base}/data-scope`, bearer(token))
  expect(JSON.parse(String(headers['x-castellan-resolved-scope']))).toEqual(scope.body.data)
  expect(headers.authorization).toBeUndefined()
  expect(JSON.stringify(headers)).not.toContain(token)
  expect(headers['x-castellan-signature']).toBe(
    expectedSignature(method, url?.split('?')[0], (name) => headers[name]),
  )
})

test('status, headers and body of the response reach the client', async () => {
  handle = (_request, response) => {
    response.writeHead(418, {
      'content-type': 'text/plain',
      'x-count': ['1', '2'],
      'set-cookie': ['a=1', 'b=2'],
    })
    response.end('short and stout')
  }
  const response = await fetch(`${gateway.base}/orders`, bearer(token))
  expect(response.status).toBe(418)
  expect(await response.text()).toBe('short and stout')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('x-count')).toBe('1, 2')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('without a token or a rule, nothing reaches the upstream service', async () => {
  const before = upstream.requests.length
  expectRefused(await call(`${gateway.base}/orders`), 401)
  expectRefused(await call(`${gateway.base}/orders`, { ...bearer(token), method: 'POST' }), 401)
  expectRefused(await call(`${gateway.base}/orders?token=${token}x`), 401)
  expectRefused(await call(`${gateway.base}/orders2`, bearer(token)), 404, 404)
  expect(upstream.requests.length).toBe(before)
})

test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])(
  '%s is forwarded',
  async (method) => {
    handle = (request, response) => response.end(request.method)
    const response = await fetch(`${gateway.base}/orders/1`, { ...bearer(token), method })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(method === 'HEAD' ? '' : method)
    expect(lastRequest().method).toBe(method)
  },
)

test('TRACE is refused', async () => {
  const before = upstream.requests.length
  const answer = await sendRaw(gateway.origin, {
    method: 'TRACE',
    target: '/api/v1/orders/1',
    headers: [`Authorization: Bearer ${token}`],
  })
  expectRefused(answer, 405, 405)
  expect(upstream.requests.length).toBe(before)
})

test.each([
  ['with a length', ['Content-Length: 6'], ['abc', 'def'], 'abcdef'],
  ['in chunks', ['Transfer-Encoding: chunked'], ['3\r\nabc\r\n', '3\r\ndef\r\n0\r\n\r\n'], 'abcdef'],
])('an upload %s reaches the upstream service while it is being sent', async (_, lines, parts, whole) => {
  let received = ''
  handle = async (request, response) => {
    for await (const chunk of request) received += chunk
    response.end('stored')
  }
  const client = connectClient()
  client.write(requestText('POST', '/api/v1/orders/1', [`Authorization: Bearer ${token}`, ...lines]))
  client.write(parts[0] ?? '')
  await eventually(() => expect(received).toBe('abc'))
  client.write(parts[1] ?? '')
  await client.until('stored')
  expect(received).toBe(whole)
})

test('a large upload of any type passes; the endpoints of the service keep their limit', async () => {
  handle = async (request, response) => response.end(String((await bodyOf(request)).length))
  const response = await fetch(`${gateway.base}/orders/1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4' },
    body: Buffer.alloc(8_000_000, 1),
  })
  expect(await response.text()).toBe('8000000')
  const announced = ['Content-Type: application/json', 'Content-Length: 8000000']
  expectRefused(
    await sendRaw(gateway.origin, { method: 'POST', target: '/api/v1/login', headers: announced }),
    413,
    413,
  )
})

test.each([
  ['with a length', { headers: [], body: 'eleven char' }],
  ['in chunks', { headers: ['Transfer-Encoding: chunked'], chunks: ['eleven', ' char'] }],
])('a body %s above the limit of its upstream service is refused', async (_, { headers, ...sent }) => {
  handle = async (request, response) => response.end(JSON.stringify(String(await bodyOf(request))))
  const send = (what: object) =>
    sendRaw(gateway.origin, {
      method: 'POST',
      target: '/api/v1/small',
      headers: [`Authorization: Bearer ${gateway.admin.token}`, ...headers],
      ...what,
    })
  expectRefused(await send(sent), 413, 413)
  const short = 'chunks' in sent ? { chunks: ['ten ', 'chars!'] } : { body: 'ten chars!' }
  expect((await send(short)).text).toBe('"ten chars!"')
})

test('an event stream reaches the client event by event, headers first', async () => {
  let stream: ServerResponse | undefined
  handle = (_request, response) => {
    stream = response
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
  }
  const response = await fetch(`${gateway.base}/orders/events`, bearer(token))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    stream?.write(event)
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event)
  }
  stream?.end()
  expect((await reader?.read())?.done).toBe(true)
})

test.each([
  ['before the response', 'GET', '/api/v1/orders/left', [], ''],
  ['during its upload', 'POST', '/api/v1/orders/uploading', ['Content-Length: 100'], 'begun'],
])(
  'a client that disconnects %s ends the request to the upstream service',
  async (_, method, target, lines, body) => {
    let isOpen = false
    handle = (request) => {
      isOpen = true
      request.socket.once('close', () => {
        isOpen = false
      })
    }
    const client = connectClient()
    client.write(requestText(method, target, [`Authorization: Bearer ${token}`, ...lines]) + body)
    await eventually(() => expect(isOpen).toBe(true))
    client.close()
    await eventually(() => expect(isOpen).toBe(false))
    const entry = await eventually(() => {
      const [line] = entriesOf(target)
      if (line === undefined) throw new Error('the request is not logged')
      return line
    })
    expect(JSON.parse(entry)).toMatchObject({ method, status: 499, user: 'seller' })
    expect(JSON.parse(entry).refusal).toBeUndefined()
    expect(entriesOf(target)).toHaveLength(1)
    expect(gateway.logged()).not.toContain('requests to the upstream service of')
  },
)

/** Returns the lines of the access log with this path. */
function entriesOf(path: string): string[] {
  const lines = gateway.logged().split('\n')
  return lines.filter((line) => line.includes(`"path":"${path}"`))
}

test('an upload that is too slow is refused with 408', async () => {
  handle = (request) => request.resume()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const target = '/api/v1/orders/slow'
    const client = connectClient()
    client.write(
      `${requestText('POST', target, [`Authorization: Bearer ${token}`, 'Content-Length: 100000'])}begun`,
    )
    await eventually(() => expect(lastRequest().url).toBe(target))
    vi.advanceTimersByTime(15_000)
    await client.closed()
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(entriesOf(target).map((line) => JSON.parse(line).status)).toEqual([408])
    await eventually(() => expect(lastRequest().destroyed).toBe(true))
    expect(gateway.logged()).not.toContain('requests to the upstream service of')
  } finally {
    vi.useRealTimers()
  }
})

test('the routes are listed, logged and open to CORS preflight requests', async () => {
  const { body } = await gateway.admin.get('/route')
  expect(body.data).toContainEqual({
    method: 'PATCH',
    path: '/api/v1/orders/*',
    checks: 'both',
    origin: 'upstream',
    class: 'policy',
  })
  const { headers } = await call(`${gateway.base}/orders/9`, bearer(token))
  expect(gateway.logged()).toContain(`"reqId":"${headers.get('x-request-id')}"`)
  expect(lastRequest().headers['x-request-id']).toBe(headers.get('x-request-id'))
  const before = upstream.requests.length
  const preflight = await fetch(`${gateway.base}/orders/9`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(upstream.requests.length).toBe(before)
})

test('a page of a listed origin reads responses, with the headers that the service names', async () => {
  handle = (_request, response) => {
    const all = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag',
      Vary: 'Accept',
    }
    response.writeHead(200, all).end('{}')
  }
  const origin = 'https://shop.example'
  const authorization = `Bearer ${token}`
  const allowed = await fetch(`${gateway.base}/orders/9`, { headers: { origin, authorization } })
  const refused = await fetch(`${gateway.base}/orders/9`, { headers: { origin } })
  for (const { headers } of [allowed, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-expose-headers')).toContain('X-Castellan-Reason')
    expect(headers.get('vary')).toContain('Origin')
  }
  expect(allowed.headers.get('access-control-expose-headers')).toMatch(/, ETag$/)
  expect(allowed.headers.get('vary')).toBe('Origin, Accept')
})

test('OPTIONS from another origin is not a preflight request: it is checked and forwarded', async () => {
  const headers = { origin: 'https://other.example', 'access-control-request-method': 'PUT' }
  const before = upstream.requests.length
  expectRefused(await call(`${gateway.base}/orders/9`, { method: 'OPTIONS', headers }), 401)
  expect(upstream.requests.length).toBe(before)
  const authorization = `Bearer ${token}`
  const response = await fetch(`${gateway.base}/orders/9`, {
    method: 'OPTIONS',
    headers: { ...headers, authorization },
  })
  expect(await response.text()).toBe('{}')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(lastRequest().method).toBe('OPTIONS')
})
