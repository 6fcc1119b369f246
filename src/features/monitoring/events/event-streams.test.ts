import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openEventStream } from '../../../../test/support/event-stream-client.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { createOpenCalls } from '../../../core/check/http/open-calls.ts'
import { callerStep } from '../../../core/check/http/request-identity.ts'
import type { Event } from '../../../core/events/event.ts'
import { createEventStreams, type EventStreams } from './event-streams.ts'

const EVENTS = 1_000_000
const identity = {
  userId: 1,
  username: 'admin',
  roleId: 1,
  roleKey: 'admin',
  dataScope: '1',
  sessionId: 1,
  nonce: 'abcdefghijklmnop',
  issuedAt: 1_800_000_000_000,
  expiresAt: 1_800_003_600_000,
  pwdChangeDue: false,
}

let app: FastifyInstance
let streams: EventStreams
let socket: Socket | undefined
afterEach(async () => {
  socket?.destroy()
  await streams.close()
  await app.close()
})

/** Sets the user who makes a request, as the identity check does. */
function setCaller(request: FastifyRequest, reply: FastifyReply, userId: number): void {
  const step = callerStep(
    (checked) => {
      checked.caller = { identity: { ...identity, userId }, token: '' }
    },
    { checks: 'both', readsDepartment: false },
  )
  step(request, reply)
}

/** Events without an end, each of ten kilobytes. Counts how many are read. */
function endlessEvents() {
  const fields = { text: 'x'.repeat(10_000) }
  const eventOf = (id: number): Event => ({ id, kind: 'test', severity: 'info', time: '', text: '', fields })
  let last = 0
  return {
    readCount: () => last,
    latestId: async () => EVENTS,
    async after(id: number, limit: number) {
      last = id + limit
      return Array.from({ length: limit }, (_, index) => eventOf(id + index + 1))
    },
  }
}

test('a client that does not read is disconnected, and its events do not pile up', async () => {
  const events = endlessEvents()
  let closed = 0
  streams = createEventStreams({
    events,
    openCalls: createOpenCalls(),
    checkAgain: () => {},
    onProblem: () => {},
    stalledMs: 200,
  })
  app = fastify()
  app.get('/', (request, reply) => {
    setCaller(request, reply, identity.userId)
    reply.raw.once('close', () => closed++)
    return streams.open(request, reply, 0)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {}) // the server disconnects
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await eventually(() => expect(closed).toBe(1))
  expect(events.readCount()).toBeLessThan(EVENTS / 10)
})

test('a process has a maximum number of streams', async () => {
  let userId = 0
  streams = createEventStreams({
    events: { latestId: async () => 0, after: async () => [] },
    openCalls: createOpenCalls(),
    checkAgain: () => {},
    onProblem: () => {},
    maxStreams: 2,
  })
  app = fastify()
  app.get('/', (request, reply) => {
    setCaller(request, reply, ++userId)
    return streams.open(request, reply, 0)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const opened = [await openEventStream(origin, {}), await openEventStream(origin, {})]
  for (const { headers } of opened) expect(headers['content-type']).toContain('text/event-stream')
  const refused = await openEventStream(origin, {})
  expect(refused.headers['content-type']).not.toContain('text/event-stream')
  for (const one of opened) one.close()
  await eventually(async () => {
    const again = await openEventStream(origin, {})
    again.close()
    expect(again.headers['content-type']).toContain('text/event-stream')
  })
})
