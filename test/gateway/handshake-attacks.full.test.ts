import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectSuccess } from '../support/expectations.ts'
import { passwordOf } from '../support/operator.ts'
import { type Gateway, loginWithRules, startGateway } from './support/gateway.ts'
import { connectTo, handshakeText, type RawClient, requestText } from './support/raw-client.ts'
import { startRawUpstream, type TestUpstream } from './support/upstreams.ts'

let gateway: Gateway
let upstream: TestUpstream
let token: string
let respond: (socket: Socket) => void = () => {}
let clients: RawClient[] = []

beforeAll(async () => {
  upstream = await startRawUpstream((socket) => respond(socket))
  gateway = await startGateway([
    { prefix: '/api/v1/chat', url: upstream.url },
    { prefix: '/api/v1/hasty', url: upstream.url, responseTimeoutSeconds: 1 },
  ])
  token = await loginWithRules(gateway, 'talker', [{ method: '*', path: '/api/v1/chat/*' }])
})

afterEach(async () => {
  for (const client of clients) client.close()
  clients = []
  // No test may end the process.
  expectSuccess(await call(`${gateway.base}/health`))
})

afterAll(async () => {
  await upstream?.close()
  await gateway?.close()
})

function send(bytes: string): RawClient {
  const client = connectTo(gateway.origin)
  clients.push(client)
  client.write(bytes)
  return client
}

function openWebSocket(target = '/api/v1/chat/1', given = token): RawClient {
  return send(handshakeText(target, [`Authorization: Bearer ${given}`]))
}

test('a handshake behind a request without a response is refused after the response', async () => {
  const client = send(requestText('GET', '/api/v1/health', []) + handshakeText('/x'))
  await client.closed()
  expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

test('a handshake behind several requests is refused after all their responses', async () => {
  const health = requestText('GET', '/api/v1/health', [])
  const client = send(health.repeat(3) + handshakeText('/api/v1/chat/1'))
  await client.closed()
  expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 400',
  ])
})

test('a handshake after a complete response is accepted on the same connection', async () => {
  const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='
  respond = (socket) =>
    socket.write(`HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
  const client = send(requestText('GET', '/api/v1/health', []))
  await client.until('"code":200')
  client.write(handshakeText('/api/v1/chat/1', [`Authorization: Bearer ${token}`]))
  await client.until('HTTP/1.1 101 ')
})

const SWITCH = 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\n'

test.each([
  ['the status 000', 'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n'],
  ['the status 099', 'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'],
  ['the status 600', 'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n'],
  ['the status 999', 'HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'],
  ['101 without a protocol', 'HTTP/1.1 101 X\r\n\r\n'],
  ['101 without a protocol, with one announced', `${SWITCH}\r\n`],
  ['101 without Sec-WebSocket-Accept', `${SWITCH}Upgrade: websocket\r\n\r\n`],
  [
    'a wrong Sec-WebSocket-Accept',
    `${SWITCH}Upgrade: websocket\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n`,
  ],
  ['200 with an upgrade', 'HTTP/1.1 200 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['a malformed chunk', 'HTTP/1.1 403 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['a malformed header', 'HTTP/1.1 403 X\r\nX A: a\r\n\r\n'],
  ['a body that is too long', `HTTP/1.1 403 X\r\nContent-Length: 70000\r\n\r\n${'a'.repeat(70_000)}`],
])('for a handshake that is answered with %s, the client receives 502', async (_, bytes) => {
  respond = (socket) => socket.write(bytes)
  // A response without a length ends with the connection.
  if (bytes.includes('200 X')) respond = (socket) => socket.write(`${bytes}${'a'.repeat(70_000)}`)
  const client = openWebSocket()
  await client.closed()
  expect(client.received()).toMatch(/^HTTP\/1\.1 502 [\s\S]*"reason":"upstream-unavailable"/)
})

test('a body that is cut off gives 502', async () => {
  respond = (socket) => socket.end('HTTP/1.1 403 X\r\nContent-Length: 100\r\n\r\nbegun')
  const client = openWebSocket()
  await client.closed()
  expect(client.received()).toMatch(/^HTTP\/1\.1 502 /)
})

test.each([
  ['has no body', 'HTTP/1.1 403 X\r\nContent-Length: 100\r\n\r\n'],
  ['is an event stream', 'HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n'],
])('a response to a handshake that %s does not last: the client receives 504', async (_, bytes) => {
  respond = (socket) => socket.write(bytes)
  const client = openWebSocket('/api/v1/hasty/1', gateway.admin.token)
  await client.closed()
  expect(client.received()).toMatch(/^HTTP\/1\.1 504 /)
  expect(client.received()).not.toContain('data: 1')
})

test('a handshake ends when its session does', async () => {
  let hasArrived = false
  respond = (socket) => {
    hasArrived = true
    socket.write('HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n')
  }
  const other = await login(gateway.base, { username: 'talker', password: passwordOf('talker') })
  const client = openWebSocket('/api/v1/chat/1', other)
  await eventually(() => expect(hasArrived).toBe(true))
  expectSuccess(await call(`${gateway.base}/logout`, { ...bearer(other), method: 'POST' }))
  await client.closed()
  expect(client.received()).toContain('"code":401')
})

test('the response to a handshake has the headers of every response', async () => {
  respond = (socket) => socket.end('HTTP/1.1 403 X\r\nContent-Length: 4\r\nVary: X-Tenant\r\n\r\nnope')
  const client = openWebSocket()
  await client.closed()
  expect(client.received()).toMatch(/^HTTP\/1\.1 403 [\s\S]*cache-control: no-store[\s\S]*nope$/i)
  expect(client.received()).toMatch(/vary: .*X-Tenant/i)
})
