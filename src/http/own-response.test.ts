import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  GuardedResponse,
  guardedResponseClass,
  StandardResponse,
  standardResponseClass,
} from './own-response.ts'

afterEach(() => vi.restoreAllMocks())

/** The head of an answer as it goes over the wire, line by line. */
async function headOf(
  answer: (response: ServerResponse) => void,
  responseClass: typeof ServerResponse,
): Promise<string[]> {
  const server = createServer({ ServerResponse: responseClass }, (_request, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  server.close()
  return head.split('\r\n').filter((line) => !line.startsWith('Date:'))
}

describe('an answer of our own server', () => {
  test('has the standard headers behind the status, once each, before what it says itself', async () => {
    const head = await headOf((response) => {
      if (response instanceof StandardResponse) response.standardRequestId = 'Yh3k4f01'
      response.writeHead(404, { 'content-length': '2' }).end('no')
    }, standardResponseClass())
    expect(head).toEqual([
      'HTTP/1.1 404 Not Found',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy: same-origin',
      'x-request-id: Yh3k4f01',
      'content-length: 2',
      'Connection: close',
    ])
  })

  test('that asks for none has none', async () => {
    const answer = (response: ServerResponse) => response.writeHead(200, { 'content-length': '0' }).end()
    for (const responseClass of [standardResponseClass(), guardedResponseClass()]) {
      const head = await headOf(answer, responseClass)
      expect(head).toEqual(['HTTP/1.1 200 OK', 'content-length: 0', 'Connection: close'])
    }
  })
})

describe('an answer of a guarded route', () => {
  const guardedHead = (write: (response: ServerResponse) => ServerResponse) =>
    headOf((response) => {
      if (response instanceof GuardedResponse) response.guardedRequestId = 'req-7'
      write(response).end()
    }, guardedResponseClass())
  const [cache, type] = ['cache-control: no-store', 'x-content-type-options: nosniff']
  const id = 'x-request-id: req-7'

  test('has the headers of one', async () => {
    const expected = ['HTTP/1.1 204 No Content', cache, type, id, 'Connection: close']
    expect(await guardedHead((response) => response.writeHead(204))).toEqual(expected)
    expect(await guardedHead((response) => response.writeHead(204, {}))).toEqual(expected)
  })

  const mine = 'Cache-Control: max-age=60'
  test.each<[string, (response: ServerResponse) => ServerResponse]>([
    ['as Fastify writes them', (response) => response.writeHead(204, { 'cache-control': 'max-age=60' })],
    ['in capitals', (response) => response.writeHead(204, { 'Cache-Control': 'max-age=60' })],
    ['as a list', (response) => response.writeHead(204, ['Cache-Control', 'max-age=60'])],
    ['set before', (response) => response.setHeader('Cache-Control', 'max-age=60').writeHead(204)],
  ])('that sets one itself, %s, has that one, and the others', async (_name, write) => {
    const head = (await guardedHead(write)).map((line) => line.toLowerCase())
    expect(head.filter((line) => /^(cache|x-)/.test(line)).sort()).toEqual([mine.toLowerCase(), type, id])
  })

  test('a value that is named like one of them is no header', async () => {
    const head = await guardedHead((response) => response.writeHead(204, ['Vary', 'cache-control']))
    expect(head.slice(1, -1)).toEqual([cache, type, id, 'Vary: cache-control'])
  })

  test('whose id is not to be told has the others', async () => {
    const head = await headOf((response) => {
      if (response instanceof GuardedResponse) response.guardedRequestId = ''
      response.writeHead(204, { 'Cache-Control': 'x' }).end()
    }, guardedResponseClass())
    expect(head.slice(1, -1)).toEqual([type, 'Cache-Control: x'])
  })

  test('that has an id of its own has that one', async () => {
    const head = await guardedHead((response) => response.writeHead(204, { 'X-REQUEST-ID': 'mine' }))
    expect(head.slice(1, -1)).toEqual([cache, type, 'X-REQUEST-ID: mine'])
  })

  test('that sets headers with names as long has all of them', async () => {
    const others = { 'content-type': 'a', 'last-modifier': 'b', 'x-content-type-optionz': 'c' }
    const head = await guardedHead((response) => response.writeHead(204, others))
    expect(head.slice(1, -1)).toEqual([
      cache,
      type,
      id,
      ...Object.entries(others).map((pair) => pair.join(': ')),
    ])
  })

  test('that sets all has its own alone', async () => {
    const own = { 'X-Content-Type-Options': 'x', 'Cache-Control': 'y', 'X-Request-Id': 'z' }
    expect(await guardedHead((response) => response.writeHead(204, own))).toEqual([
      'HTTP/1.1 204 No Content',
      'X-Content-Type-Options: x',
      'Cache-Control: y',
      'X-Request-Id: z',
      'Connection: close',
    ])
  })
})

test('where Node makes the head of an answer in another way, its own class is taken', () => {
  const classes = () => [standardResponseClass(), guardedResponseClass()]
  expect(classes()).toEqual([StandardResponse, GuardedResponse])
  const prototype = ServerResponse.prototype as { _storeHeader(statusLine: string, headers: unknown): void }
  const { _storeHeader: store } = prototype
  vi.spyOn(prototype, '_storeHeader').mockImplementation(function (this: unknown, statusLine, headers) {
    store.call(this, statusLine.split('\r\n', 1)[0] ?? '', headers)
  })
  expect(classes()).toEqual([ServerResponse, ServerResponse])
  vi.spyOn(prototype, '_storeHeader').mockImplementation(() => {})
  expect(classes()).toEqual([ServerResponse, ServerResponse])
})
