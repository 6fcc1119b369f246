import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import { createChangeStore } from './change.store.ts'
import { type ChangeFeed, type ChangeFeedOptions, createChangeFeed, type Update } from './change-feed.ts'
import { createChangeWriter } from './change-writer.ts'

const POLL_MS = 20

let folder: string
let here: DatabaseHandle
let elsewhere: DatabaseHandle
const feeds: ChangeFeed[] = []
const problems: unknown[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  here = await openDatabase(`sqlite:${join(folder, 'test.db')}`)
  elsewhere = await openDatabase(`sqlite:${join(folder, 'test.db')}`)
  problems.length = 0
})
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close()
  await here.close()
  await elsewhere.close()
  await rm(folder, { recursive: true })
})

async function follow(
  updates: { policy?: Update; revocation?: Update },
  clocks: Partial<
    Pick<ChangeFeedOptions, 'now' | 'uptimeSeconds' | 'pollMilliseconds' | 'countForeignWrites'>
  > = {},
): Promise<ChangeFeed> {
  const feed = createChangeFeed({
    database: here.database,
    updates: {
      policy: async () => {},
      department: async () => {},
      role: async () => {},
      revocation: async () => {},
      ...updates,
    },
    now: Date.now,
    pollMilliseconds: POLL_MS,
    onProblem: (problem) => problems.push(problem),
    countForeignWrites: here.countForeignWrites,
    ...clocks,
  })
  feeds.push(feed)
  await feed.start()
  return feed
}

test('everything is loaded once at the start, and later only what changes', async () => {
  const loaded: string[] = []
  const feed = await follow({
    policy: async () => void loaded.push('policy'),
    revocation: async () => void loaded.push('revocation'),
  })
  expect(loaded).toEqual(['policy', 'revocation'])
  await feed.write([{ kind: 'policy' }], async () => {})
  expect(loaded).toEqual(['policy', 'revocation', 'policy'])
})

test('an update gets the range of the changes, and none at the start or after deleted changes', async () => {
  const ranges: unknown[] = []
  const feed = await follow({ policy: async (range) => void ranges.push(range) })
  await feed.write([{ kind: 'policy' }], async () => {})
  await feed.write([{ kind: 'revocation' }], async () => {})
  await feed.write([{ kind: 'policy' }, { kind: 'revocation' }], async () => {})
  expect(ranges).toEqual([undefined, { after: 0, upTo: 1 }, { after: 2, upTo: 4 }])
  await feed.close()
  await createChangeWriter(elsewhere.database, Date.now).write([{ kind: 'revocation' }], async () => {})
  await createChangeStore(elsewhere.database).deleteExpired(Number.MAX_SAFE_INTEGER)
  await feed.catchUp()
  expect(ranges.slice(3)).toEqual([undefined])
})

test('a change is applied on the node that writes it before the write resolves', async () => {
  let seen = 0
  const feed = await follow({
    revocation: async () => {
      seen = (await here.database.selectFrom('revocations').selectAll().execute()).length
    },
  })
  await feed.write([{ kind: 'revocation' }], async (transaction) => {
    await transaction
      .insertInto('revocations')
      .values({ kind: 'user', subject_id: 1, up_to_session: 1, expires_at: 1, reason: '' })
      .execute()
  })
  expect(seen).toBe(1)
})

test('a change of another node is applied', async () => {
  let loads = 0
  const feed = await follow({ policy: async () => void loads++ })
  await createChangeWriter(elsewhere.database, Date.now).write([{ kind: 'policy' }], async () => {})
  await expect.poll(() => loads, { timeout: 120_000 }).toBe(2)
  expect(feed.version).toBe(1)
})

test('a failed transaction changes nothing and adds no change', async () => {
  let loads = 0
  const feed = await follow({ policy: async () => void loads++ })
  const work = feed.write([{ kind: 'policy' }], async (transaction) => {
    await transaction.insertInto('policy_rules').values({ role_key: 'a', path: '/', method: 'GET' }).execute()
    throw new Error('half way')
  })
  await expect(work).rejects.toThrow('half way')
  expect(await here.database.selectFrom('policy_rules').selectAll().execute()).toEqual([])
  expect({ loads, version: feed.version }).toEqual({ loads: 1, version: 0 })
})

test('a failed update is retried until it succeeds, reported once, and degrades the node', async () => {
  let failures = 0
  let fails = false
  const feed = await follow({
    policy: async () => {
      if (!fails) return
      failures++
      throw new Error('no policy today')
    },
  })
  fails = true
  await createChangeWriter(elsewhere.database, Date.now).write([{ kind: 'policy' }], async () => {})
  await expect.poll(() => feed.isDegraded, { timeout: 120_000 }).toBe(true)
  await expect.poll(() => failures, { timeout: 120_000 }).toBeGreaterThan(2)
  fails = false
  await expect.poll(() => feed.isDegraded, { timeout: 120_000 }).toBe(false)
  expect(problems).toHaveLength(1)
  expect(feed.version).toBe(1)
})

test('an update that fails after an own change is retried, although nobody else writes', async () => {
  let fails = false
  let loads = 0
  const feed = await follow({
    policy: async () => {
      loads++
      if (fails) throw new Error('no update')
    },
  })
  // Polls that find nothing new come first.
  await new Promise((resolve) => setTimeout(resolve, 5 * POLL_MS))
  fails = true
  await expect(feed.write([{ kind: 'policy' }], async () => {})).rejects.toThrow('no update')
  fails = false
  const failed = loads
  await eventually(() => expect(loads).toBeGreaterThan(failed))
  await eventually(() => expect(feed.isDegraded).toBe(false))
})

test('no change is applied after close', async () => {
  let loads = 0
  const feed = await follow({ policy: async () => void loads++ })
  await feed.close()
  await createChangeWriter(elsewhere.database, Date.now).write([{ kind: 'policy' }], async () => {})
  await new Promise((resolve) => setTimeout(resolve, POLL_MS * 3))
  expect(loads).toBe(1)
})

test('the database is not polled while the number of foreign writes is the same', async () => {
  let writes: number | undefined = 1
  let reads = 0
  let loads = 0
  const countForeignWrites = () => {
    reads++
    return writes
  }
  await follow({ policy: async () => void loads++ }, { countForeignWrites })
  await eventually(() => expect(reads).toBeGreaterThan(1))
  await createChangeWriter(elsewhere.database, Date.now).write([{ kind: 'policy' }], async () => {})
  const readsBefore = reads
  await eventually(() => expect(reads).toBeGreaterThan(readsBefore + 2))
  expect(loads).toBe(1)
  writes = undefined
  await eventually(() => expect(loads).toBe(2))
})

describe('the state is stale after the given seconds without a successful poll', () => {
  let time: number
  let uptime: number
  let feed: ChangeFeed

  beforeEach(async () => {
    time = 1_800_000_000_000
    uptime = 100
    const clocks = { now: () => time, uptimeSeconds: () => uptime, pollMilliseconds: 1e8 }
    feed = await follow({}, clocks)
  })

  const staleAfter = (seconds: number): boolean => {
    uptime = 100 + seconds
    return feed.isStale(30)
  }

  test('but not earlier', () => {
    expect([0, 0.5, 1, 29, 30, 30.001, 3600].map(staleAfter)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  test('also with a limit of one second', () => {
    uptime = 101.001
    expect(feed.isStale(1)).toBe(true)
  })

  test.each([-3_600_000, -31_000, -1, 0, 500, 3_600_000])(
    'whatever the wall clock says: it is set by %s ms',
    (change) => {
      time += change
      expect([0, 30, 30.001, 120].map(staleAfter)).toEqual([false, false, true, true])
    },
  )

  test('until a poll succeeds', async () => {
    uptime += 31
    expect(feed.isStale(30)).toBe(true)
    await feed.catchUp()
    expect(feed.isStale(30)).toBe(false)
    uptime += 31
    expect(feed.isStale(30)).toBe(true)
  })
})
