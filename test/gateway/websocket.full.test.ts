import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectSuccess } from '../support/expectations.ts'
import { dataOf, passwordOf } from '../support/operator.ts'
import { type Gateway, loginWithRules, startGateway } from './support/gateway.ts'
import { connectTo, handshakeText, type RawClient, requestText } from './support/raw-client.ts'
import { type HttpUpstream, startUpstream } from './support/upstreams.ts'

/** Of the example in RFC 6455, whose key the tests send. */
const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='

let upstream: HttpUpstream
let gateway: Gateway
let token: string
let onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
const clients: RawClient[] = []

beforeAll(async () => {
  upstream = await startUpstream(
    (_request, response) => response.end('{}'),
    (request, socket, head) => onUpgrade(request, socket, head),
  )
  gateway = await startGateway(
    [
      { prefix: '/api/v1/chat', url: upstream.url },
      { prefix: '/api/v1/few', url: upstream.url, maxWebSockets: 2 },
      { prefix: '/api/v1/unsteady', url: upstream.url },
    ],
    { cors: { origins: ['https://shop.example'] } },
  )
  token = await loginWithRules(gateway, 'talker', [{ method: 'GET', path: '/api/v1/chat/*' }])
})

beforeEach(() => {
  onUpgrade = (_request, socket, head) => {
    accept(socket)
    socket.write(head)
    socket.pipe(socket)
  }
})

afterAll(async () => {
  for (const client of clients) client.close()
  await gateway?.close()
  await upstream?.close()
})

function accept(socket: Duplex, value = ACCEPT): void {
  const head = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write([...head, `Sec-WebSocket-Accept: ${value}`, '', ''].join('\r\n'))
}

function connectClient(): RawClient {
  const client = connectTo(gateway.origin)
  clients.push(client)
  return client
}

async function openWebSocket(target = '/api/v1/chat/1', given = token): Promise<RawClient> {
  const client = connectClient()
  client.write(handshakeText(target, [`Authorization: Bearer ${given}`]))
  await client.until('\r\n\r\n')
  return client
}

async function close(client: RawClient): Promise<void> {
  client.close()
  await client.closed()
}

test('both directions of a WebSocket pass unchanged, also bytes sent with the handshake', async () => {
  const client = connectClient()
  client.write(`${handshakeText('/api/v1/chat/1?room=a', [`Authorization: Bearer ${token}`])}\x81early`)
  await client.until('\x81early')
  expect(client.received()).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
  expect(client.received()).toContain(`sec-websocket-accept: ${ACCEPT}`)
  client.write('\x00\xff\x80')
  await client.until('\x00\xff\x80')
  expect(upstream.requests.at(-1)?.url).toBe('/api/v1/chat/1?room=a')
  expect(upstream.requests.at(-1)?.headers).toMatchObject({
    'x-castellan-username': 'talker',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  })
  expect(upstream.requests.at(-1)?.headers.authorization).toBeUndefined()
  await close(client)
  await eventually(() => expect(gateway.logged()).toMatch(/"path":"\/api\/v1\/chat\/1","status":101/))
})

test('a WebSocket client gets the messages of the upstream service', async () => {
  onUpgrade = (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    accept(socket, createHash('sha1').update(key).digest('base64'))
    socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]))
  }
  const socket = new WebSocket(`${gateway.base.replace('http', 'ws')}/chat/1?token=${token}`)
  try {
    const message = await new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(data))
      socket.addEventListener('error', ({ error }) => reject(error))
    })
    expect(message).toBe('hello')
    expect(upstream.requests.at(-1)?.url).toBe('/api/v1/chat/1')
  } finally {
    socket.close()
  }
})

test.each([
  ['without a token', '/api/v1/chat/1', [], '"code":401'],
  ['with a forged token', '/api/v1/chat/1', ['Authorization: Bearer a.b.c'], '"code":401'],
  ['without a rule', '/api/v1/chat', ['TOKEN'], '"code":401'],
  ['with a path that is not canonical', '/api/v1/chat/../chat/1', ['TOKEN'], '"code":400'],
  [
    'with the cookie, from a page of another site',
    '/api/v1/chat/1',
    ['COOKIE', 'Origin: https://evil.example'],
    '"code":401',
  ],
  ['to an endpoint of the service', '/api/v1/health', [], '"code":200'],
  ['to an unknown path', '/api/v1/unknown', ['TOKEN'], '"code":404'],
])('%s, there is no upgrade and nothing reaches the upstream service', async (_, target, lines, expected) => {
  const before = upstream.requests.length
  const client = connectClient()
  const headers = lines.map((line) =>
    line.replace('TOKEN', `Authorization: Bearer ${token}`).replace('COOKIE', `Cookie: jwt=${token}`),
  )
  client.write(handshakeText(target, headers))
  await client.until(expected)
  await client.closed()
  expect(client.received()).not.toContain('101 Switching')
  expect(upstream.requests.length).toBe(before)
})

test('a request for another protocol is an ordinary request, with its body', async () => {
  const client = connectClient()
  const body = JSON.stringify({ username: 'x', password: 'y', uuid: 'u', code: 'c' })
  client.write(
    requestText('POST', '/api/v1/login', [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]) + body,
  )
  await client.until('"reason":"captcha-wrong"')
  client.close()
})

test('a handshake with a body is not forwarded as a WebSocket', async () => {
  const client = connectClient()
  const smuggled = requestText('GET', '/api/v1/sys-user', [])
  client.write(
    handshakeText('/api/v1/chat/1', [
      `Authorization: Bearer ${token}`,
      `Content-Length: ${smuggled.length}`,
    ]) + smuggled,
  )
  await client.until('{}')
  expect(client.received().match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(upstream.requests.at(-1)?.headers.upgrade).toBeUndefined()
  client.close()
})

test('an upstream service that refuses the WebSocket answers the client itself', async () => {
  onUpgrade = (_request, socket) => {
    const headers = ['Content-Length: 4', 'X-Castellan-Reason: forged', 'Vary: Accept-Language']
    socket.end(['HTTP/1.1 403 Forbidden', ...headers, '', 'nope'].join('\r\n'))
  }
  const client = await openWebSocket()
  await client.until('nope')
  expect(client.received()).toMatch(/^HTTP\/1\.1 403 /)
  expect(client.received()).not.toContain('forged')
  expect(client.received()).toMatch(/\r\nvary: Origin, Accept-Language\r\n/i)
  await client.closed()
})

test('an ordinary response ends an outage', async () => {
  const outages = () => gateway.logged().match(/the upstream service of \/api\/v1\/unsteady fail/g)
  const responses = ['', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope', '']
  for (const response of responses) {
    onUpgrade = (_request, socket) => socket.end(response)
    const client = await openWebSocket('/api/v1/unsteady/1', gateway.admin.token)
    await client.closed()
  }
  expect(outages()).toHaveLength(2)
})

test.each([
  ['closes the connection', (socket: Duplex) => socket.end()],
  ['sends no HTTP', (socket: Duplex) => socket.end('hello\r\n\r\n')],
  [
    'switches to another protocol',
    (socket: Duplex) => socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  ],
])('if an upstream service %s, the client receives 502', async (_, respond) => {
  onUpgrade = (_request, socket) => {
    socket.on('error', () => {})
    respond(socket)
  }
  const client = await openWebSocket()
  await client.until('"reason":"upstream-unavailable"')
  expect(client.received()).toMatch(/^HTTP\/1\.1 502 /)
  await client.closed()
})

test('the number of WebSockets to an upstream service is limited', async () => {
  const open = () => openWebSocket('/api/v1/few/1', gateway.admin.token)
  const accepted = [await open(), await open()]
  for (const client of accepted) expect(client.received()).toMatch(/^HTTP\/1\.1 101 /)
  const refused = await open()
  expect(refused.received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"reason":"unavailable"/)
  expect(gateway.logged()).not.toContain('requests to the upstream service of /api/v1/few fail')
  for (const client of [...accepted, refused]) await close(client)
  await eventually(async () => {
    const client = await open()
    await close(client)
    expect(client.received()).toMatch(/^HTTP\/1\.1 101 /)
  })
})

test('the close of either side closes the other', async () => {
  const sockets: Duplex[] = []
  onUpgrade = (_request, socket) => {
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.resume()
    sockets.push(socket)
    accept(socket)
  }
  const first = await openWebSocket()
  await eventually(() => expect(sockets).toHaveLength(1))
  sockets[0]?.destroy()
  await first.closed()
  const second = await openWebSocket()
  await eventually(() => expect(sockets).toHaveLength(2))
  second.close()
  await eventually(() => expect(sockets[1]?.destroyed).toBe(true))
})

test('a WebSocket ends when its session does', async () => {
  const other = await login(gateway.base, {
    username: 'talker',
    password: passwordOf('talker'),
  })
  const client = await openWebSocket('/api/v1/chat/1', other)
  expect(client.received()).toMatch(/^HTTP\/1\.1 101 /)
  const still = await openWebSocket('/api/v1/chat/2')
  expectSuccess(await call(`${gateway.base}/logout`, { ...bearer(other), method: 'POST' }))
  await client.closed()
  still.write('still open')
  await still.until('still open')
  await close(still)
})

test('a WebSocket ends when its rule is removed', async () => {
  const client = await openWebSocket()
  const rules = [{ roleKey: 'role-of-talker', method: 'GET', path: '/api/v1/chat/*' }]
  await dataOf(gateway.admin.remove('/policy', { rules }))
  await client.closed()
  await dataOf(gateway.admin.post('/policy', { rules }))
})
