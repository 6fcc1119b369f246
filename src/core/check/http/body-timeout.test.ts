import { EventEmitter, once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { toHook } from '../../../platform/http/steps/step.ts'
import { createBodyTimeout, limitBodyTime } from './body-timeout.ts'

let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

async function startApp(milliseconds: number, onHandler: () => void): Promise<number> {
  app = fastify()
  app.post('/', { onRequest: toHook(createBodyTimeout(milliseconds)) }, async () => {
    onHandler()
    return { ran: true }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

test.each([
  ['a length', 'Content-Length: 7\r\n\r\n{'],
  ['chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
])('a body with %s that does not arrive in time gets 408, and the handler does not run', async (_, rest) => {
  let runs = 0
  const port = await startApp(50, () => runs++)
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  expect(runs).toBe(0)
})

test('a body that arrives in time is handled', async () => {
  let runs = 0
  const port = await startApp(600_000, () => runs++)
  const socket = connect(port, '127.0.0.1')
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: 2\r\n\r\n{`)
  socket.write('}')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  expect(runs).toBe(1)
})

test.each([{}, { 'content-length': '7' }])(
  'a body over HTTP/2 that does not arrive in time ends the stream, and the handler does not run: %j',
  async (headers) => {
    let runs = 0
    const http2App = fastify({ http2: true }) as unknown as FastifyInstance
    http2App.post('/', { onRequest: toHook(createBodyTimeout(50)) }, async () => {
      runs++
      return { ran: true }
    })
    const origin = await http2App.listen({ host: '127.0.0.1', port: 0 })
    const session = connectHttp2(origin)
    const stream = session.request({ ':method': 'POST', 'content-type': 'application/json', ...headers })
    stream.on('error', () => {}) // a reset ends the stream too
    let received = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    stream.write('{')
    await once(stream, 'close')
    expect({ received, runs }).toEqual({ received: '', runs: 0 })
    session.destroy()
    await http2App.close()
  },
)

test.each([
  ['an app with a request timeout needs no other', 1000, 0],
  ['an app without a request timeout gets the limit', 0, 1],
])('%s', (_title, requestTimeout, limits) => {
  const raw = Object.assign(new EventEmitter(), { headers: { 'content-length': '1' }, httpVersionMajor: 1 })
  void limitBodyTime({ raw, server: { server: { requestTimeout } } } as never, {} as never)
  expect(raw.listenerCount('end')).toBe(limits)
  raw.emit('end')
})
