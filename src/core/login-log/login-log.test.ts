import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLoginLog, type LoginLog, type LoginLogOptions } from './login-log.ts'
import { createLoginLogEntry, type LoginLogEntry } from './login-log-entry.ts'

let parent: string
let folder: string
let problems: string[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'castellan-login-log-'))
  folder = join(parent, 'login-log')
  problems = []
})
afterEach(() => rm(parent, { recursive: true, force: true }))

function entryOf(number: number): LoginLogEntry {
  const attempt = {
    username: `user-${number}`,
    address: '::1',
    userAgent: '',
    msg: '',
    reason: 'logged-in',
    method: 'password',
  } as const
  return createLoginLogEntry({ ...attempt, at: new Date(number) }, () => `key-${number}`)
}

function keys(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `key-${first + index}`)
}

/** Creates a store that is idempotent by key, like the real one. `refuses` makes an insert fail. */
function createStore() {
  const rows = new Map<string, LoginLogEntry>()
  const attempts = new EventEmitter()
  const store = {
    batches: [] as number[],
    isDown: false,
    refuses: (_entries: readonly LoginLogEntry[]): boolean => false,
    keys: () => [...rows.keys()],
    async hasTried(count: number) {
      while (store.batches.length < count) await once(attempts, 'attempt')
    },
    async hasStored(count: number) {
      while (rows.size < count) await once(attempts, 'attempt')
    },
    async insertMany(entries: readonly LoginLogEntry[]) {
      store.batches.push(entries.length)
      attempts.emit('attempt')
      if (store.isDown || store.refuses(entries)) throw new Error('the store failed')
      for (const entry of entries) if (!rows.has(entry.key)) rows.set(entry.key, entry)
      attempts.emit('attempt')
    },
  }
  return store
}

function open(store: LoginLogOptions['store'], more: Partial<LoginLogOptions> = {}): Promise<LoginLog> {
  return createLoginLog({
    enabled: true,
    spool: { folder },
    store,
    minRetryMs: 1,
    maxRetryMs: 5,
    onProblem: ({ message }) => problems.push(message),
    ...more,
  })
}

async function recordAll(loginLog: LoginLog, first: number, last: number): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  await Promise.all(numbers.map((number) => loginLog.record(entryOf(number))))
}

test('entries are stored once, in order, in one batch', async () => {
  const store = createStore()
  const loginLog = await open(store)
  await recordAll(loginLog, 1, 1000)
  await loginLog.flush()
  expect(store.keys()).toEqual(keys(1, 1000))
  expect(store.batches).toEqual([1000])
  await loginLog.close()
  expect(problems).toEqual([])
})

test('entries are stored in the background, several in one batch', async () => {
  const store = createStore()
  const loginLog = await open(store, { maxDelayMs: 300 })
  await loginLog.record(entryOf(1))
  await loginLog.record(entryOf(2))
  expect(store.batches).toEqual([])
  await store.hasStored(2)
  expect(store.keys()).toEqual(keys(1, 2))
  expect(store.batches).toEqual([2])
  await loginLog.close()
})

test('flush waits for entries that are being recorded', async () => {
  const store = createStore()
  const loginLog = await open(store)
  const recorded = loginLog.record(entryOf(1))
  await loginLog.flush()
  expect(store.keys()).toEqual(['key-1'])
  await recorded
  await loginLog.close()
})

test('if it is disabled, it stores nothing and creates no folder', async () => {
  const store = createStore()
  const loginLog = await open(store, { enabled: false })
  await recordAll(loginLog, 1, 10)
  await loginLog.flush()
  await loginLog.close()
  expect(store.batches).toEqual([])
  expect(await readdir(parent)).toEqual([])
})

test('an outage is reported once, recording continues, flush rejects, and all is stored afterwards', async () => {
  const store = createStore()
  store.isDown = true
  const loginLog = await open(store, { spool: { folder, maxFileBytes: 1000 } })
  for (let from = 1; from <= 200; from += 10) await recordAll(loginLog, from, from + 9)
  await expect(loginLog.flush()).rejects.toThrow('the store failed')
  await store.hasTried(store.batches.length + 20)
  expect(problems).toEqual([expect.stringContaining('cannot be stored now')])

  store.isDown = false
  await store.hasStored(200)
  await loginLog.flush()
  expect(store.keys().toSorted()).toEqual(keys(1, 200).toSorted())

  store.isDown = true
  await loginLog.record(entryOf(201))
  await expect(loginLog.flush()).rejects.toThrow()
  expect(problems).toHaveLength(2)
  await loginLog.close()
})

test('a rejected entry is written to a file with the reason, and the others are stored', async () => {
  const store = createStore()
  store.refuses = (entries) => entries.some(({ key }) => key === 'key-3' || key === 'key-7')
  const loginLog = await open(store)
  await recordAll(loginLog, 1, 10)
  await loginLog.flush()
  expect(store.keys()).toEqual(keys(1, 10).filter((key) => key !== 'key-3' && key !== 'key-7'))
  const lines = (await readFile(join(folder, 'rejected.ndjson'), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { reason: 'the store failed', entry: entryOf(3) },
    { reason: 'the store failed', entry: entryOf(7) },
  ])
  expect(problems).toHaveLength(2)
  await loginLog.close()
  expect(await readdir(folder)).toEqual(['rejected.ndjson'])
})

test('a single rejected entry stays in the spool until the store accepts another one', async () => {
  const store = createStore()
  store.refuses = (entries) => entries.some(({ key }) => key === 'key-1')
  const loginLog = await open(store)
  await loginLog.record(entryOf(1))
  await expect(loginLog.flush()).rejects.toThrow('the store failed')
  expect(await readdir(folder)).not.toContain('rejected.ndjson')
  await loginLog.record(entryOf(2))
  await store.hasStored(1)
  await loginLog.flush()
  expect(store.keys()).toEqual(['key-2'])
  expect(await readdir(folder)).toContain('rejected.ndjson')
  await loginLog.close()
})

test('many rejected entries in a row do not block the accepted one', async () => {
  const store = createStore()
  store.refuses = (entries) => entries.some(({ key }) => key !== 'key-50')
  const loginLog = await open(store)
  await recordAll(loginLog, 1, 50)
  await store.hasStored(1)
  await loginLog.flush()
  expect(store.keys()).toEqual(['key-50'])
  await loginLog.close()
})

test('a store that fails now and then rejects no entry', async () => {
  // Each list has the calls that fail: the batch, the batch again, an entry, the probe.
  for (const failing of [[1], [1, 3], [1, 3, 5], [1, 3, 5, 6], [1, 3, 5, 6, 7]]) {
    const store = createStore()
    let calls = 0
    store.refuses = () => failing.includes(++calls)
    const loginLog = await open(store)
    await recordAll(loginLog, 1, 20)
    await store.hasStored(20)
    await loginLog.flush()
    expect(store.keys()).toEqual(keys(1, 20))
    await loginLog.close()
    expect(await readdir(folder)).toEqual([])
  }
})

test('close leaves entries that cannot be stored in the spool, and the next start stores them', async () => {
  const down = createStore()
  down.isDown = true
  const first = await open(down)
  await recordAll(first, 1, 20)
  await first.close()
  await first.close()
  await expect(first.record(entryOf(21))).rejects.toMatchObject({
    reason: 'unavailable',
    cause: new Error('The login log is closed.'),
  })
  expect(await readdir(folder)).toHaveLength(1)

  const up = createStore()
  const second = await open(up, { maxDelayMs: 1 })
  await up.hasStored(20)
  expect(up.keys()).toEqual(keys(1, 20))
  await second.close()
  expect(await readdir(folder)).toEqual([])
})

test('close does not wait longer than its limit for a store that hangs', async () => {
  let resolveInsert = () => {}
  const hanging = {
    insertMany: () =>
      new Promise<void>((resolve) => {
        resolveInsert = resolve
      }),
  }
  const first = await open(hanging, { closeWithinMs: 10 })
  await recordAll(first, 1, 3)
  await first.close()
  resolveInsert()

  const up = createStore()
  const second = await open(up)
  await second.flush()
  expect(up.keys()).toEqual(keys(1, 3))
  await second.close()
})

test('entries that were stored before a kill are not stored twice', async () => {
  const store = createStore()
  const crashed = await open({
    async insertMany(entries) {
      await store.insertMany(entries)
      throw new Error('killed after storing')
    },
  })
  await recordAll(crashed, 1, 5)
  await expect(crashed.flush()).rejects.toThrow('killed')
  await crashed.close()
  const next = await open(store)
  await next.flush()
  expect(store.batches.length).toBeGreaterThan(1)
  expect(store.keys()).toEqual(keys(1, 5))
  await next.close()
})

test('a reporter that throws does not stop the writer', async () => {
  const store = createStore()
  store.refuses = () => true
  const loginLog = await open(store, {
    onProblem() {
      throw new Error('broken')
    },
  })
  await loginLog.record(entryOf(1))
  await expect(loginLog.flush()).rejects.toThrow('the store failed')
  store.refuses = () => false
  await store.hasStored(1)
  await loginLog.close()
})
