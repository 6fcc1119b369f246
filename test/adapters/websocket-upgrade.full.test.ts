import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectTo, handshakeText } from '../gateway/support/raw-client.ts'
import { loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startService, type TestService } from '../support/service.ts'
import { HOSTS, type RunningHost } from './hosts.ts'

const ROUTE = '/api/v1/orders/:id'
const ORDER = '/api/v1/orders/7'
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

let service: TestService
let host: RunningHost | undefined
let clerk: string
let stranger: string
let runs = 0

async function prepare(): Promise<void> {
  service = await startService({ settings: { jwt: { cookie: true } } })
  clerk = (await loginAs(service, 'clerk', [{ method: 'GET', path: ROUTE }])).token
  stranger = (await loginAs(service, 'stranger')).token
  const headers = { authorization: `Bearer ${clerk}` }
  await eventually(async () => {
    const asked = { method: 'GET', url: ORDER, headers, remoteAddress: '' }
    expect(await service.service.check(asked)).toMatchObject({ allowed: true })
  })
}

beforeEach(() => {
  runs = 0
})

/** Sends a handshake and returns the first line of the response, and its body. */
async function shakeHands(target: string, lines: readonly string[]): Promise<string> {
  const client = connectTo(host?.origin ?? '')
  client.write(handshakeText(target, lines))
  const received = await client.until('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
  await eventually(() => {
    const body = client.received().split('\r\n\r\n')[1] ?? ''
    if (body.length < length) throw new Error('the body has not arrived')
  })
  client.close()
  const [head = '', body = ''] = client.received().split('\r\n\r\n')
  return `${head.split('\r\n')[0]} ${body}`
}

const authorization = (token: string) => [`Authorization: Bearer ${token}`]

/** What must be refused, however an app accepts WebSockets. */
const REFUSED: [string, string, () => readonly string[]][] = [
  ['no token', ORDER, () => []],
  ['a forged token', ORDER, () => authorization(`${clerk}x`)],
  ['a token without the permission', ORDER, () => authorization(stranger)],
  ['two tokens', ORDER, () => [...authorization(clerk), ...authorization('x')]],
  [
    'the cookie on a page of another site',
    ORDER,
    () => [`Cookie: jwt=${clerk}`, 'Origin: https://evil.example'],
  ],
  ['a path that is not canonical', '/api/v1/orders/%37', () => authorization(clerk)],
  ['a second host', ORDER, () => ['Host: other.example', ...authorization(clerk)]],
]

describe.each(HOSTS)('%s without a listener for upgrades', (_name, start) => {
  beforeAll(async () => {
    await prepare()
    host = await start(service.service, () => runs++)
  })
  afterAll(async () => {
    await host?.close()
    await service?.close()
  })

  test('a handshake is an ordinary request: checked, and never an open connection', async () => {
    expect(await shakeHands(ORDER, authorization(clerk))).toMatch(/^HTTP\/1\.1 200 .*"ran":"clerk"/)
    expect(runs).toBe(1)
  })

  test.each(REFUSED)('%s: refused, and the handler does not run', async (_case, target, lines) => {
    expect(await shakeHands(target, lines())).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) .*(?:"code":4|^$)/)
    expect(runs).toBe(0)
  })
})

/** As `@fastify/websocket` does it: Fastify's router gets the request, and the handler opens the connection. */
async function startFastifyWithWebSockets({
  service: { plugin, protect },
}: TestService): Promise<RunningHost> {
  const app = fastify()
  app.register(plugin)
  app.register(
    protect(async (routes) => {
      routes.get(ROUTE, (request, reply) => {
        runs++
        reply.hijack()
        request.raw.socket.end(SWITCHED, () => request.raw.socket.destroy())
      })
    }),
  )
  app.server.on('upgrade', (raw: IncomingMessage) => {
    const response = new ServerResponse(raw)
    response.assignSocket(raw.socket)
    response.once('finish', () => raw.socket.destroySoon())
    app.routing(raw, response)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, close: () => app.close() }
}

/** As docs/reference/adapters.md shows it. */
async function startNodeWithWebSockets({
  service: { http, check, endpoints },
}: TestService): Promise<RunningHost> {
  const server = createServer(http, endpoints)
  server.on('upgrade', async (request, stream) => {
    const { method = '', url = '', headers, rawHeaders, httpVersion, socket } = request
    const result = await check(
      {
        method,
        url,
        headers,
        rawHeaders,
        httpVersion,
        connection: socket,
        remoteAddress: socket.remoteAddress ?? '',
      },
      { method: 'GET', route: ROUTE },
    )
    if (!result.allowed) return stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    runs++
    stream.end(SWITCHED, () => stream.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

describe.each([
  ['Fastify whose router gets upgrades', startFastifyWithWebSockets],
  ['node:http with a listener that calls service.check', startNodeWithWebSockets],
])('%s', (_name, start) => {
  beforeAll(async () => {
    await prepare()
    host = await start(service)
  })
  afterAll(async () => {
    await host?.close()
    await service?.close()
  })

  test('the connection is opened for a caller who passes the checks', async () => {
    expect(await shakeHands(ORDER, authorization(clerk))).toMatch(/^HTTP\/1\.1 101 /)
    expect(await shakeHands(ORDER, [`Cookie: jwt=${clerk}`])).toMatch(/^HTTP\/1\.1 101 /)
    expect(runs).toBe(2)
  })

  test.each(REFUSED)('%s: the connection is not opened', async (_case, target, lines) => {
    expect(await shakeHands(target, lines())).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) /)
    expect(runs).toBe(0)
  })
})
