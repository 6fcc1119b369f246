import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { timeUntilClosed } from './support/exchange.ts'
import { scaled } from './support/scale.ts'
import { startTarget, type Target } from './support/target.ts'

/** A request has 15 s to come in whole; whoever takes longer is looked for once a second. */
const CUT_OFF_MILLISECONDS = 15_000
const SLACK_MILLISECONDS = 6000
const SOCKETS = scaled(60, 250)
let target: Target
let admin: string

beforeAll(async () => {
  target = await startTarget()
  admin = await login(target.base)
})
afterAll(() => target.close())

const LOGIN = 'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const slowClients: { name: string; first: string; drip: string }[] = [
  { name: 'says nothing', first: '', drip: '' },
  {
    name: 'sends a header letter by letter',
    first: 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: ',
    drip: 'y',
  },
  { name: 'sends a body letter by letter', first: `${LOGIN}Content-Length: 5000\r\n\r\n{`, drip: ' ' },
  {
    name: 'sends small chunks',
    first: `${LOGIN}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    drip: '1\r\n \r\n',
  },
]

/** A connection that sends a little, and then a little more every second. */
async function openSlow({
  first,
  drip,
}: (typeof slowClients)[number]): Promise<{ cutAfter: Promise<number>; socket: Socket }> {
  const socket = connect(Number(new URL(target.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const cutAfter = timeUntilClosed(socket)
  if (first !== '') socket.write(first)
  const timer = setInterval(() => {
    if (drip !== '') socket.write(drip)
  }, 1000)
  socket.once('close', () => clearInterval(timer))
  return { cutAfter, socket }
}

async function latencies(count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    expect((await call(`${target.base}/orders`, bearer(admin))).body).toEqual({ ran: true })
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.floor(sorted.length * part)] ?? Number.NaN

test('P03 hundreds of clients that send next to nothing: nobody else waits, and each is cut off in time', async () => {
  await latencies(50)
  const quiet = await latencies(200)
  const slow = await Promise.all(
    slowClients.flatMap((client) => Array.from({ length: SOCKETS }, () => openSlow(client))),
  )
  expect(slow).toHaveLength(4 * SOCKETS)

  // Measured again where the machine itself was busy: what the slow ones cost, they cost every time.
  const bound = Math.max(2 * percentile(quiet, 0.99), 10)
  let busy = await latencies(200)
  for (let attempt = 0; attempt < 5 && percentile(busy, 0.99) >= bound; attempt++) busy = await latencies(200)
  expect(percentile(busy, 0.99)).toBeLessThan(bound)

  const cut = await Promise.all(slow.map(({ cutAfter }) => cutAfter))
  expect(Math.min(...cut)).toBeGreaterThan(CUT_OFF_MILLISECONDS - 2000)
  expect(Math.max(...cut)).toBeLessThan(CUT_OFF_MILLISECONDS + SLACK_MILLISECONDS)
}, 120_000)

test('P03 a client that never reads its answers is not waited for', async () => {
  const socket = connect(Number(new URL(target.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET /api/v1/route?token=${admin} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2000))
  expect((await call(`${target.base}/health`)).body.code).toBe(200)
  socket.destroy()
})
