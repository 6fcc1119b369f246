import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { createUpstream, type Upstream } from './upstream.ts'

/** Never responds. */
const server = createServer((request) => arrived.push(request.url ?? ''))
let arrived: string[]
let failures: Map<string, string>
let upstream: Upstream

beforeEach(async () => {
  arrived = []
  failures = new Map()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  upstream = createUpstream(
    {
      prefix: '/api/v1/single',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      responseTimeoutSeconds: 600,
      idleTimeoutSeconds: 600,
      maxBodyBytes: 0,
      removeHeaders: [],
      maxConnections: 1,
      maxWebSockets: 0,
    },
    { maxQueued: 1 },
  )
})
afterEach(async () => {
  await upstream.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function send(target: string) {
  return upstream.send({
    method: 'GET',
    target,
    headers: [],
    body: null,
    onSent: () => {},
    onResponse: () => {},
    onFailure: ({ message }) => failures.set(target, message),
  })
}

test('the queue of an upstream service is limited, and a client that leaves while it waits frees its place', async () => {
  const active = send('/active')
  await eventually(() => expect(arrived).toEqual(['/active']))
  const leaving = send('/leaving')
  send('/refused')
  expect([...failures]).toEqual([['/refused', 'maxConnections and the queue are full (2 requests)']])
  leaving.cancel()
  send('/next')
  expect([...failures.keys()]).toEqual(['/refused'])
  active.cancel()
  await eventually(() => expect(arrived).toEqual(['/active', '/next']))
})
