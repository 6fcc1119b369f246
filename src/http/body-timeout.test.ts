import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { bodyTimeoutChecks, createBodyTimeout } from './body-timeout.ts'
import { toHook } from './check.ts'

let app: FastifyInstance
afterEach(() => app.close())

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

test('an app with a request timeout needs no other', () => {
  app = fastify({ requestTimeout: 1000 })
  expect(bodyTimeoutChecks(app)).toEqual([])
  expect(bodyTimeoutChecks(fastify())).toHaveLength(1)
})
