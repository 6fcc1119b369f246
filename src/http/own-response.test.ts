import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnResponse, responseClass } from './own-response.ts'

afterEach(() => vi.restoreAllMocks())

/** The head of an answer as it goes over the wire, line by line. */
async function headOf(answer: (response: ServerResponse) => void): Promise<string[]> {
  const server = createServer({ ServerResponse: responseClass() }, (_request, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  server.close()
  return head.split('\r\n').filter((line) => !line.startsWith('Date:'))
}

test('the standard headers stand behind the status, once each, before what the answer says itself', async () => {
  const head = await headOf((response) => {
    if (response instanceof OwnResponse) response.standardFor = 'Yh3k4f01'
    response.writeHead(404, { 'content-length': '2' }).end('no')
  })
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

test('an answer that asks for none has none', async () => {
  const head = await headOf((response) => response.writeHead(200, { 'content-length': '0' }).end())
  expect(head).toEqual(['HTTP/1.1 200 OK', 'content-length: 0', 'Connection: close'])
})

test('those of a guarded route, where the answer does not set them itself', async () => {
  const guardedHead = (headers: OutgoingHttpHeaders | undefined) =>
    headOf((response) => {
      if (response instanceof OwnResponse) response.isGuarded = true
      response.writeHead(204, headers).end()
    })
  const [cache, type] = ['cache-control: no-store', 'x-content-type-options: nosniff']
  const [status, close] = ['HTTP/1.1 204 No Content', 'Connection: close']
  expect(await guardedHead({})).toEqual([status, cache, type, close])
  expect(await guardedHead(undefined)).toEqual([status, cache, type, close])
  const mine = { 'cache-control': 'max-age=60' }
  expect(await guardedHead(mine)).toEqual([status, type, 'cache-control: max-age=60', close])
  const sniffed = { 'x-content-type-options': 'x' }
  expect(await guardedHead(sniffed)).toEqual([status, cache, 'x-content-type-options: x', close])
  expect(await guardedHead({ ...mine, ...sniffed })).toHaveLength(4)
})

test('where Node makes the head of an answer in another way, its own class is taken', () => {
  expect(responseClass()).toBe(OwnResponse)
  const prototype = ServerResponse.prototype as { _storeHeader(statusLine: string, headers: unknown): void }
  const { _storeHeader: store } = prototype
  vi.spyOn(prototype, '_storeHeader').mockImplementation(function (this: unknown, statusLine, headers) {
    store.call(this, statusLine.split('\r\n', 1)[0] ?? '', headers)
  })
  expect(responseClass()).toBe(ServerResponse)
  vi.spyOn(prototype, '_storeHeader').mockImplementation(() => {})
  expect(responseClass()).toBe(ServerResponse)
})
