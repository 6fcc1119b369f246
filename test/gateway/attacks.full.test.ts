import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused } from '../support/expectations.ts'
import { dataOf } from '../support/operator.ts'
import { sendRaw } from '../support/raw-request.ts'
import { type Gateway, loginWithRules, startGateway } from './support/gateway.ts'
import { connectTo, requestText } from './support/raw-client.ts'
import { type HttpUpstream, startUpstream } from './support/upstreams.ts'

let upstream: HttpUpstream
let gateway: Gateway
let token: string
let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('{}')

beforeAll(async () => {
  upstream = await startUpstream((request, response) => handle(request, response))
  gateway = await startGateway([{ prefix: '/api/v1/orders', url: upstream.url }])
  token = await loginWithRules(gateway, 'clerk', [{ method: '*', path: '/api/v1/orders/*' }])
})

afterAll(async () => {
  await gateway?.close()
  await upstream?.close()
})

/** Sends a request and returns the headers that the upstream service got, names in lower case. */
async function headersAfter(
  lines: readonly string[],
  target = '/api/v1/orders/1',
): Promise<[string, string][]> {
  handle = (_request, response) => response.end('{}')
  const { status } = await sendRaw(gateway.origin, {
    target,
    headers: [`Authorization: Bearer ${token}`, ...lines],
  })
  expect(status).toBe(200)
  const { rawHeaders } = upstream.requests.at(-1) as IncomingMessage
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  )
}

test.each([
  'X-Castellan-User-Id: 1',
  'x_castellan_user_id: 1',
  'X-Castellan_Username: admin',
  'X.Castellan.Role.Key: admin',
  'X-Castellan-Signature: 00',
  'X-Castellan-Anything: 1',
])('a forged identity header does not reach the upstream service: %s', async (line) => {
  const headers = await headersAfter([line])
  const [name = ''] = line.split(':')
  const values = headers.filter(
    ([given]) => given.replaceAll(/[._]/g, '-') === name.toLowerCase().replaceAll(/[._]/g, '-'),
  )
  expect(values.length).toBeLessThanOrEqual(1)
  expect(values.map(([, value]) => value)).not.toContain(line.slice(line.indexOf(':') + 2))
  expect(headers.filter(([given]) => given.includes('_') || given.includes('.'))).toEqual([])
})

test.each([
  ['Forwarded: for=9.9.9.9', 'for=9.9.9.9'],
  ['X-Forwarded-For: 9.9.9.9', '9.9.9.9'],
  ['X-Forwarded-Host: evil.example', 'evil.example'],
  ['X-Forwarded-Proto: https', 'https'],
  ['X-Forwarded-Prefix: /evil', '/evil'],
  ['X-Real-IP: 9.9.9.9', '9.9.9.9'],
  ['Proxy: http://evil.example', 'evil.example'],
  ['Remote-User: root', 'root'],
  ['Remote-Groups: root', 'root'],
  ['X-Remote-User: root', 'root'],
  ['X-Original-Forwarded-For: 9.9.9.9', '9.9.9.9'],
  ['X-Original-Anything: 9.9.9.9', '9.9.9.9'],
  ['X-Envoy-External-Address: 9.9.9.9', '9.9.9.9'],
  ['X-Envoy-Original-Path: /evil', '/evil'],
  ['X-Host: evil.example', 'evil.example'],
  ['X-HTTP-Host-Override: evil.example', 'evil.example'],
  ['Client-IP: 9.9.9.9', '9.9.9.9'],
  ['True-Client-IP: 9.9.9.9', '9.9.9.9'],
  ['WL-Proxy-Client-IP: 9.9.9.9', '9.9.9.9'],
  ['CF-Connecting-IP: 9.9.9.9', '9.9.9.9'],
  ['X-Forwarded: for=9.9.9.9', '9.9.9.9'],
  ['Client-Cert: :Zm9yZ2Vk:', 'Zm9yZ2Vk'],
  ['Client-Cert-Chain: :Zm9yZ2Vk:', 'Zm9yZ2Vk'],
  ['SSL-Client-Verify: SUCCESS', 'SUCCESS'],
  ['X-SSL-Client-S-DN: CN=root', 'CN=root'],
  ['X-HTTP-Method-Override: DELETE', 'DELETE'],
  ['X-Method-Override: DELETE', 'DELETE'],
  ['X-Original-URL: /api/v1/admin', '/api/v1/admin'],
  ['X-Rewrite-URL: /api/v1/admin', '/api/v1/admin'],
  ['Proxy-Authorization: Basic eDp5', 'eDp5'],
  ['TE: trailers', 'trailers'],
  ['Keep-Alive: timeout=9, max=zz', 'max=zz'],
  ['X-Request-Id: forged', 'forged'],
])(
  'a header that only proxies may set, or that replaces the checked request, is removed: %s',
  async (line, trace) => {
    expect(JSON.stringify(await headersAfter([line]))).not.toContain(trace)
  },
)

test('headers that Connection names are removed, except the length and the headers of the gateway', async () => {
  handle = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(JSON.stringify({ body, headers: request.headers }))
  }
  const { body } = await sendRaw(gateway.origin, {
    method: 'POST',
    target: '/api/v1/orders/1',
    headers: [
      `Authorization: Bearer ${token}`,
      'Connection: close, X-Secret, content-length, x-castellan-user-id, x-forwarded-for',
      'X-Secret: internal',
    ],
    body: 'abc',
  })
  expect(body).toMatchObject({
    body: 'abc',
    headers: { 'content-length': '3', 'x-castellan-username': 'clerk', 'x-forwarded-for': '127.0.0.1' },
  })
  expect(JSON.stringify(body)).not.toContain('internal')
})

test.each([
  ['Cookie: jwt=TOKEN', undefined],
  ['Cookie: a=1; jwt = TOKEN ;b=2', 'a=1;b=2'],
  ['Cookie: JWT=TOKEN; b=2', 'b=2'],
  ['Cookie: "jwt"=TOKEN; b=2', 'b=2'],
  ['Cookie: a=1;\tjwt=TOKEN', 'a=1'],
  ['Referer: https://x.example/?token=TOKEN', 'https://x.example/'],
  ['Referer: https://x.example/a??%74oken=TOKEN&b=1', 'https://x.example/a'],
])('no spelling of a token reaches the upstream service: %s', async (line, kept) => {
  const headers = await headersAfter([line.replace('TOKEN', token)])
  expect(JSON.stringify(headers)).not.toContain(token)
  expect(headers.find(([name]) => name === 'cookie' || name === 'referer')?.[1]).toBe(kept)
})

test.each([
  '/api/v1/orders/../sys-user',
  '/api/v1/orders/%2e%2e/x',
  '/api/v1/orders//x',
  '/api/v1/orders/a%2Fb',
  '/api/v1/orders/a;x=1',
  '/api/v1/orders/a\\b',
  'http://127.0.0.1/api/v1/orders/1',
])('a path that is not canonical does not reach the upstream service: %s', async (target) => {
  const before = upstream.requests.length
  const answer = await sendRaw(gateway.origin, { target, headers: [`Authorization: Bearer ${token}`] })
  expectRefused(answer, 400, 400)
  expect(upstream.requests.length).toBe(before)
})

test('a client that waits for "100 Continue" gets it only after the checks', async () => {
  handle = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(JSON.stringify({ body, expect: request.headers.expect ?? null }))
  }
  const lines = ['Content-Length: 3', 'Expect: 100-continue']
  const before = upstream.requests.length
  for (const [target, given, status] of [
    ['/api/v1/orders/1', 'Authorization: Bearer x', '200 OK'],
    ['/api/v1/orders', `Authorization: Bearer ${token}`, '200 OK'],
    ['/api/v1/orders//1', `Authorization: Bearer ${token}`, '400 Bad Request'],
    ['/api/v1/policy', `Authorization: Bearer ${token}`, '200 OK'],
    ['/api/v1/authorize', 'X-Original-Method: GET', '403 Forbidden'],
    ['/api/v1/nothing', `Authorization: Bearer ${token}`, '404 Not Found'],
  ]) {
    const client = connectTo(gateway.origin)
    try {
      client.write(requestText('POST', target ?? '', [...lines, given ?? '']))
      await client.closed()
      expect(client.received(), target).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\\r\\n`))
      expect(client.received(), target).not.toContain('100 Continue')
    } finally {
      client.close()
    }
  }
  expect(upstream.requests.length).toBe(before)
  const client = connectTo(gateway.origin)
  try {
    client.write(requestText('POST', '/api/v1/orders/1', [...lines, `Authorization: Bearer ${token}`]))
    expect(await client.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    client.write('abc')
    expect(await client.until('"expect"')).toContain('{"body":"abc","expect":null}')
  } finally {
    client.close()
  }
})

test('a second request hidden in a body stays a body', async () => {
  handle = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(JSON.stringify({ url: request.url, body }))
  }
  const before = upstream.requests.length
  const hidden = requestText('GET', '/internal', [])
  for (const framing of [{ body: hidden }, { chunks: [hidden], headers: ['Transfer-Encoding: chunked'] }]) {
    const { headers = [], ...rest } = { headers: [] as string[], ...framing }
    const { body } = await sendRaw(gateway.origin, {
      method: 'GET',
      target: '/api/v1/orders/1',
      headers: [`Authorization: Bearer ${token}`, ...headers],
      ...rest,
    })
    expect(body).toEqual({ url: '/api/v1/orders/1', body: hidden })
  }
  expect(upstream.requests.length).toBe(before + 2)
})

test('a length together with chunks is refused', async () => {
  const before = upstream.requests.length
  const answer = await sendRaw(gateway.origin, {
    method: 'POST',
    target: '/api/v1/orders/1',
    headers: [`Authorization: Bearer ${token}`, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    chunks: ['abc'],
  })
  expectRefused(answer, 400, 400)
  expect(upstream.requests.length).toBe(before)
})

test('an upstream service cannot set the headers and cookies of the service', async () => {
  handle = (_request, response) => {
    response.writeHead(
      302,
      [
        ['X-Castellan-Reason', 'token-expired'],
        ['Set-Cookie', 'jwt=stolen; Path=/'],
        ['Set-Cookie', '=jwt=stolen'],
        ['Set-Cookie', ' jwt =stolen'],
        ['Set-Cookie', 'theme=dark'],
        ['Cache-Control', 'public, max-age=9999'],
        ['Content-Security-Policy', 'script-src *'],
        ['X-Content-Type-Options', 'none'],
        ['Access-Control-Allow-Origin', '*'],
        ['Strict-Transport-Security', 'max-age=9999'],
        ['Clear-Site-Data', '"*"'],
        ['Server', 'secret/1.0'],
        ['X-Accel-Redirect', '/internal/secret'],
        ['X-Accel-Expires', '9999'],
        ['CDN-Cache-Control', 'max-age=9999'],
        ['Surrogate-Control', 'max-age=9999'],
        ['X-Request-Id', 'forged'],
        ['Connection', 'X-Hop'],
        ['X-Hop', '1'],
        ['Location', `${upstream.url}/api/v1/orders/2`],
      ].flat(),
    )
    response.end('<script>alert(1)</script>')
  }
  const response = await fetch(`${gateway.base}/orders/1`, { ...bearer(token), redirect: 'manual' })
  const headers = Object.fromEntries(response.headers)
  expect(response.headers.getSetCookie()).toEqual(['theme=dark'])
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    location: '/api/v1/orders/2',
  })
  for (const name of [
    'x-castellan-reason',
    'access-control-allow-origin',
    'strict-transport-security',
    'clear-site-data',
    'server',
    'x-accel-redirect',
    'x-accel-expires',
    'cdn-cache-control',
    'surrogate-control',
    'x-hop',
  ])
    expect(headers[name]).toBeUndefined()
  expect(headers['x-request-id']).not.toBe('forged')
  await response.text()
})

test('an event stream ends when the permission for it does', async () => {
  const events = await loginWithRules(gateway, 'listener', [{ method: 'GET', path: '/api/v1/orders/events' }])
  handle = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
  }
  const client = connectTo(gateway.origin)
  try {
    client.write(requestText('GET', '/api/v1/orders/events', [`Authorization: Bearer ${events}`]))
    await client.until('text/event-stream')
    const rules = [{ roleKey: 'role-of-listener', method: 'GET', path: '/api/v1/orders/events' }]
    await dataOf(gateway.admin.remove('/policy', { rules }))
    await client.closed()
  } finally {
    client.close()
  }
})

test('an upload ends when the permission for it does', async () => {
  const rule = { method: 'POST', path: '/api/v1/orders/upload' }
  const uploads = await loginWithRules(gateway, 'uploader', [rule])
  let received = ''
  handle = (request, response) => {
    request.on('data', (chunk) => {
      received += chunk
    })
    request.on('end', () => response.end('{}'))
  }
  const client = connectTo(gateway.origin)
  try {
    const lines = [`Authorization: Bearer ${uploads}`, 'Transfer-Encoding: chunked']
    client.write(`${requestText('POST', '/api/v1/orders/upload', lines)}5\r\nbegun\r\n`)
    await eventually(() => expect(received).toBe('begun'))
    await dataOf(gateway.admin.remove('/policy', { rules: [{ roleKey: 'role-of-uploader', ...rule }] }))
    await client.closed()
    expect(client.received()).toContain('"code":401')
  } finally {
    client.close()
  }
})

test('a client that sends no headers, or no body to an endpoint of the service, is disconnected', async () => {
  const silent = connectTo(gateway.origin)
  const withoutBody = connectTo(gateway.origin)
  const unknown = connectTo(gateway.origin)
  const refused = connectTo(gateway.origin)
  const proxy = connectTo(gateway.origin)
  try {
    const lines = ['Content-Type: application/json', 'Content-Length: 100']
    withoutBody.write(requestText('POST', '/api/v1/login', lines))
    unknown.write(requestText('POST', '/api/v1/unknown', lines))
    refused.write(requestText('POST', '/api/v1/orders/1', lines))
    proxy.write(requestText('POST', '/api/v1/authorize', lines))
    await Promise.all([silent, withoutBody, unknown, refused, proxy].map((client) => client.closed()))
    expect(refused.received()).toContain('"code":401')
    expect(withoutBody.received()).toMatch(/^HTTP\/1\.1 408 /)
  } finally {
    for (const client of [silent, withoutBody, unknown, refused, proxy]) client.close()
  }
})

test('a shutdown waits for a running request and ends event streams', async () => {
  const other = await startGateway([{ prefix: '/api/v1/orders', url: upstream.url }])
  const held: ServerResponse[] = []
  handle = (request, response) => {
    if (request.url?.endsWith('/events'))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    else held.push(response)
  }
  const stream = connectTo(other.origin)
  let closing: Promise<void> | undefined
  try {
    stream.write(requestText('GET', '/api/v1/orders/events', [`Authorization: Bearer ${other.admin.token}`]))
    await stream.until('text/event-stream')
    const running = call(`${other.base}/orders/1`, bearer(other.admin.token))
    await eventually(() => expect(held).toHaveLength(1))
    closing = other.close()
    await stream.closed()
    held[0]?.end('{"finished":true}')
    expect((await running).body).toEqual({ finished: true })
  } finally {
    stream.close()
    await (closing ?? other.close())
  }
})
