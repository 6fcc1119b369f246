import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectStandardHeaders, expectSuccess } from '../support/expectations.ts'
import { type Gateway, startGateway } from './support/gateway.ts'
import { connectTo, requestText } from './support/raw-client.ts'
import {
  DOWN_URL,
  type HttpUpstream,
  startRawUpstream,
  startUpstream,
  type TestUpstream,
} from './support/upstreams.ts'

let gateway: Gateway
let good: HttpUpstream
let lying: TestUpstream
let full: HttpUpstream
/** The first bytes that the lying upstream service gets name its behaviour in the path. */
const behaviours = new Map<string, (socket: Socket) => void>()

beforeAll(async () => {
  good = await startUpstream((_request, response) => response.end('{"ok":true}'))
  lying = await startRawUpstream((socket, bytes) => {
    const name = /^\S+ \/api\/v1\/\w+\/(\S+)/.exec(bytes)?.[1] ?? ''
    behaviours.get(name)?.(socket)
  })
  full = await startUpstream(() => {})
  gateway = await startGateway([
    { prefix: '/api/v1/good', url: good.url },
    { prefix: '/api/v1/lying', url: lying.url },
    { prefix: '/api/v1/slow', url: lying.url, responseTimeoutSeconds: 1 },
    { prefix: '/api/v1/stalling', url: lying.url, idleTimeoutSeconds: 1 },
    { prefix: '/api/v1/full', url: full.url, maxConnections: 2 },
    { prefix: '/api/v1/down', url: DOWN_URL },
  ])
})

afterAll(async () => {
  await Promise.all([good?.close(), lying?.close(), full?.close()])
  await gateway?.close()
})

const ask = (path: string, init: RequestInit = {}) =>
  call(`${gateway.base}/${path}`, { ...bearer(gateway.admin.token), ...init })

test('if an upstream service is down, the client receives 502, in its language', async () => {
  const answer = await ask('down/1')
  expectRefused(answer, 502, 502)
  expectStandardHeaders(answer)
  expect(answer.headers.get('x-castellan-reason')).toBe('upstream-unavailable')
  const { body } = await call(`${gateway.base}/down/1`, {
    headers: { authorization: `Bearer ${gateway.admin.token}`, 'accept-language': 'zh-CN' },
  })
  expect(body.msg).toBe('此接口的后端服务不可用，请稍后重试。')
  expect(gateway.logged().match(/the upstream service of \/api\/v1\/down/g)).toHaveLength(1)
  expectSuccess(await call(`${gateway.base}/health`))
})

const OK = 'HTTP/1.1 200 OK\r\n'
const LIES: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['no-http', 'hello\r\n\r\n'],
  ['http-0.9', '<html>hello</html>'],
  ['bad-version', 'HTTP/9.9 200 OK\r\n\r\n'],
  ['bad-status', 'HTTP/1.1 2x0 OK\r\n\r\n'],
  ['status-999', 'HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'],
  ['unasked-upgrade', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['two-lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`],
  ['negative-length', `${OK}Content-Length: -1\r\n\r\nabc`],
  ['length-and-chunks', `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['nul-in-header', `${OK}X-A: a\0b\r\nContent-Length: 0\r\n\r\n`],
  ['bare-cr-in-header', `${OK}X-A: a\rSet-Cookie: jwt=x\r\nContent-Length: 0\r\n\r\n`],
  ['space-in-name', `${OK}X A: a\r\nContent-Length: 0\r\n\r\n`],
  ['many-informational', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)}${OK}Content-Length: 0\r\n\r\n`],
  ['huge-headers', `${OK}X-A: ${'a'.repeat(40_000)}\r\nContent-Length: 0\r\n\r\n`],
]

test.each(LIES)('for a response that is wrong, the client receives a clean 502: %s', async (name, bytes) => {
  behaviours.set(name, (socket) => socket.end(bytes, 'latin1'))
  const answer = await ask(`lying/${name}`)
  expectRefused(answer, 502, 502)
  expectStandardHeaders(answer)
})

test('bytes after a response reach nobody', async () => {
  const second = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged'
  behaviours.set('two-responses', (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\n{}${second}`))
  expect((await ask('lying/two-responses')).text).toBe('{}')
  expect((await ask('lying/two-responses')).text).toBe('{}')
})

test('endless headers end the connection with 502', async () => {
  let timer: NodeJS.Timeout | undefined
  behaviours.set('endless-headers', (socket) => {
    socket.write(OK)
    timer = setInterval(() => socket.write(`X-A: ${'a'.repeat(1000)}\r\n`), 1)
    socket.once('close', () => clearInterval(timer))
  })
  expectRefused(await ask('lying/endless-headers'), 502, 502)
  clearInterval(timer)
})

test.each<[string, (socket: Socket) => void]>([
  ['silent', () => {}],
  ['half-a-header', (socket) => socket.write(`${OK}X-A: a`)],
  [
    'informational-drip',
    (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 300)
      socket.once('close', () => clearInterval(timer))
    },
  ],
  [
    'header-drip',
    (socket) => {
      socket.write(OK)
      const timer = setInterval(() => socket.write('X-A: a\r\n'), 50)
      socket.once('close', () => clearInterval(timer))
    },
  ],
])('for a response that does not come in time, the client receives 504: %s', async (name, behave) => {
  behaviours.set(name, behave)
  const answer = await ask(`slow/${name}`)
  expectRefused(answer, 504, 504)
  expect(answer.headers.get('x-castellan-reason')).toBe('upstream-timeout')
})

test.each<[string, string, (socket: Socket) => void]>([
  ['stops', 'Content-Length: 100\r\n\r\nbegun', () => {}],
  ['is shorter than announced', 'Content-Length: 100\r\n\r\nbegun', (socket) => socket.end()],
  ['is malformed', 'Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n', (socket) => socket.end('zz\r\n')],
])('a client can tell that a body is incomplete which %s', async (name, beginning, goOn) => {
  const path = name.replaceAll(' ', '-')
  let begun: Socket | undefined
  behaviours.set(path, (socket) => {
    begun = socket
    socket.write(`${OK}${beginning}`)
  })
  const client = connectTo(gateway.origin)
  try {
    client.write(
      requestText('GET', `/api/v1/stalling/${path}`, [`Authorization: Bearer ${gateway.admin.token}`]),
    )
    await client.until('begun')
    if (begun) goOn(begun)
    await client.closed()
    expect(client.received()).not.toMatch(/\r\n0\r\n\r\n$/)
  } finally {
    client.close()
  }
})

test('a full upstream service does not affect the others', async () => {
  const pending = [1, 2, 3].map((number) => {
    const client = connectTo(gateway.origin)
    client.write(
      requestText('GET', `/api/v1/full/${number}`, [`Authorization: Bearer ${gateway.admin.token}`]),
    )
    return client
  })
  try {
    await eventually(() => expect(full.requests).toHaveLength(2))
    expect((await ask('good/1')).body).toEqual({ ok: true })
    for (const client of pending) client.close()
    // The places are free again, so that further requests reach the service.
    const last = connectTo(gateway.origin)
    pending.push(last)
    last.write(requestText('GET', '/api/v1/full/5', [`Authorization: Bearer ${gateway.admin.token}`]))
    await eventually(() => expect(full.requests.at(-1)?.url).toBe('/api/v1/full/5'))
  } finally {
    for (const client of pending) client.close()
  }
})

test('304 with the length of the document has no body, and the connection stays open', async () => {
  behaviours.set('304', (socket) =>
    socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\nETag: "a"\r\n\r\n'),
  )
  const client = connectTo(gateway.origin)
  try {
    const lines = [`Authorization: Bearer ${gateway.admin.token}`]
    client.write(requestText('GET', '/api/v1/lying/304', lines))
    await client.until('HTTP/1.1 304 ')
    client.write(requestText('GET', '/api/v1/good/1', lines))
    await client.until('{"ok":true}')
  } finally {
    client.close()
  }
})

test('a request is never sent twice', async () => {
  let received = 0
  behaviours.set('once', (socket) => {
    received++
    socket.destroy()
  })
  expectRefused(await ask('lying/once'), 502, 502)
  expectRefused(await ask('lying/once', { method: 'POST', body: 'x' }), 502, 502)
  expect(received).toBe(2)
})

test('the client receives a response when the upstream service fails during an upload', async () => {
  behaviours.set('upload', (socket) => socket.destroy())
  const client = connectTo(gateway.origin)
  try {
    client.write(
      requestText('POST', '/api/v1/lying/upload', [
        `Authorization: Bearer ${gateway.admin.token}`,
        'Content-Length: 1000000',
      ]),
    )
    client.write('begun')
    await client.until('"reason":"upstream-unavailable"')
    await client.closed()
  } finally {
    client.close()
  }
})
