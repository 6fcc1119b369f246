import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createMessageLimits } from '../../src/features/login/messages/message-limits.ts'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import {
  createParentProcessStore,
  serveShortLivedStore,
} from '../../src/platform/cluster/short-lived/parent-process-store.ts'
import { connectToRedis } from '../../src/platform/cluster/short-lived/redis-connection.ts'
import { createRedisStore } from '../../src/platform/cluster/short-lived/redis-store.ts'
import type { ShortLivedStore } from '../../src/platform/cluster/short-lived/short-lived-store.ts'

const MAX_ENTRIES = 50

/** Two nodes, which must see the same. */
interface Nodes {
  readonly one: ShortLivedStore
  readonly other: ShortLivedStore
}

async function inMemory(): Promise<Nodes> {
  const store = createMemoryStore({ maxEntries: MAX_ENTRIES, now: Date.now })
  return { one: store, other: store }
}

/** A parent process and two children, joined as `node:cluster` joins them. */
async function inParentProcess(): Promise<Nodes> {
  const store = createMemoryStore({ maxEntries: MAX_ENTRIES, now: Date.now })
  const child = (): ShortLivedStore => {
    const parentEnd = new EventEmitter()
    const childEnd = new EventEmitter()
    const send = (target: EventEmitter) => (message: unknown) =>
      setImmediate(() => target.emit('message', structuredClone(message)))
    serveShortLivedStore(store, Object.assign(parentEnd, { send: send(childEnd) }))
    return createParentProcessStore(Object.assign(childEnd, { send: send(parentEnd) }))
  }
  return { one: child(), other: child() }
}

async function inRedis(url: string): Promise<Nodes> {
  const connect = async () => createRedisStore(await connectToRedis(url, () => {}), MAX_ENTRIES)
  return { one: await connect(), other: await connect() }
}

const redisUrl = inject('servers').redis ?? ''

describe.each([
  ...(inject('isOnServers')
    ? []
    : ([
        ['in memory', inMemory],
        ['in the parent process', inParentProcess],
      ] as const)),
  ...(redisUrl === '' ? [] : [['in Redis', () => inRedis(redisUrl)] as const]),
] as const)('a short-lived store %s', (_, open) => {
  let nodes: Nodes
  let number = 0
  const fresh = (): string => `key ${process.pid} ${number++}`
  beforeAll(async () => {
    nodes = await open()
  })
  afterAll(async () => {
    await nodes.one.close()
    await nodes.other.close()
  })

  test('strangers who use two nodes get half of the one-time codes, and the owner gets the rest', async () => {
    const key = randomBytes(32)
    const limits = { maxPerHour: 6, maxPerDay: 100, maxPerNetworkPerDay: 100, maxTotalPerDay: 0, key }
    const [one, other] = [nodes.one, nodes.other].map((store) => createMessageLimits({ store, ...limits }))
    const admissions = async (isFromKnownNetwork: boolean) => {
      const to = { channel: 'email', to: 'alice@example.com' } as const
      const admitted = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 === 0 ? one : other)?.admitMessage(to, { isFromKnownNetwork }),
        ),
      )
      return admitted.filter((admission) => admission === 'admitted').length
    }
    expect([await admissions(false), await admissions(true), await admissions(true)]).toEqual([3, 3, 0])
  })

  test('a value stored by one node can be taken by another, once', async () => {
    const key = fresh()
    expect(await nodes.one.put(key, 'value: äöü 💡', 60)).toBe(true)
    expect(await nodes.other.take(key)).toBe('value: äöü 💡')
    expect(await nodes.other.take(key)).toBeUndefined()
    expect(await nodes.one.take(key)).toBeUndefined()
  })

  test('of a hundred concurrent takes, one gets the value', async () => {
    for (let round = 0; round < 5; round++) {
      const key = fresh()
      await nodes.one.put(key, 'the only one', 60)
      const tries = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? nodes.one : nodes.other).take(key))
      expect((await Promise.all(tries)).filter((value) => value !== undefined)).toEqual(['the only one'])
    }
  })

  test('an unknown key has no value', async () => {
    for (const key of ['', ' ', '__proto__', 'constructor', '*', '\0', 'pending', '{castellan}:pending']) {
      expect(await nodes.one.take(key)).toBeUndefined()
    }
  })

  test('a value expires after its lifetime', async () => {
    const key = fresh()
    await nodes.one.put(key, 'short', 0.05)
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await nodes.other.take(key)).toBeUndefined()
  })

  test('a full store refuses new values, keeps its values, and accepts values again later', async () => {
    const keys = Array.from({ length: MAX_ENTRIES }, fresh)
    for (const key of keys) expect(await nodes.one.put(key, key, 60)).toBe(true)
    expect(await nodes.other.put(fresh(), 'one too many', 60)).toBe(false)
    expect(await nodes.other.take(String(keys[0]))).toBe(keys[0])
    expect(await nodes.other.put(String(keys[0]), 'again', 60)).toBe(true)
    for (const key of keys) expect(await nodes.one.take(key)).toBeDefined()
  })

  test('counts for all nodes together, and restarts at 1 in the next window', async () => {
    const key = fresh()
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? nodes.one : nodes.other).count(key, 60)),
    )
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
    for (const { secondsLeft } of counts) expect(secondsLeft).toBeLessThanOrEqual(60)
    const short = fresh()
    expect(await nodes.one.count(short, 0.05)).toMatchObject({ count: 1 })
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await nodes.other.count(short, 0.05)).toMatchObject({ count: 1 })
  })
})

test('without Redis, a call is refused immediately', async () => {
  const store = createRedisStore(await connectToRedis('redis://127.0.0.1:1', () => {}), MAX_ENTRIES)
  await expect(store.take('x')).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(store.put('x', 'y', 1)).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(store.count('x', 1)).rejects.toMatchObject({ reason: 'unavailable' })
  await store.close()
})

test('a child process that exits before its response does not end its parent', async () => {
  const store = createMemoryStore({ maxEntries: MAX_ENTRIES, now: Date.now })
  let asked = 0
  const counting: ShortLivedStore = { ...store, take: (key) => store.take(key).finally(() => asked++) }
  const child = fork('-', [], { execArgv: ['--eval', 'process.on("message", () => {})'] })
  const errors: Error[] = []
  child.on('error', (error) => errors.push(error))
  serveShortLivedStore(counting, child)
  child.kill('SIGKILL')
  await once(child, 'exit')
  child.emit('message', { castellan: 'short-lived', id: 1, call: 'take', key: 'x' })
  await expect.poll(() => asked).toBe(1)
  // Node tells of what can't be sent on its next turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual([])
})
