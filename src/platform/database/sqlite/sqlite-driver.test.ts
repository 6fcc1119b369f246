import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database.ts'
import type { Database, RootDatabase } from '../kysely.ts'
import { SERVING_LIMITS } from '../time-limits.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-sqlite-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates a file with the lock of a process that is setting the journal mode. SQLite's busy timeout does not apply to it. */
async function createLockedFile() {
  const url = `sqlite:${join(await createFolder(), 'test.db')}`
  const { database, close } = await openDatabase(url, { migrate: false })
  onTestFinished(close)
  await sql`pragma journal_mode = delete`.execute(database)
  await sql`begin immediate`.execute(database)
  return { url, unlock: () => sql`commit`.execute(database) }
}

/** Takes the write lock of a database. Returns what releases it. */
async function holdWriteLock(database: RootDatabase): Promise<() => Promise<void>> {
  await sql`begin immediate`.execute(database)
  return async () => {
    await sql`rollback`.execute(database)
  }
}

/** Creates a file in WAL mode without the files `-wal` and `-shm`. */
async function createClosedFile(folder: string, path: string): Promise<void> {
  const open = join(folder, 'open.db')
  const { database, close } = await openDatabase(`sqlite:${open}`)
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
  await copyFile(open, path)
  await close()
}

test('opening waits until another process has set the journal mode', async () => {
  const { url, unlock } = await createLockedFile()
  // The first attempt fails before the event loop continues.
  const [{ database, close }] = await Promise.all([openDatabase(url), nextIteration().then(unlock)])
  onTestFinished(close)
  expect((await sql`pragma journal_mode`.execute(database)).rows).toEqual([{ journal_mode: 'wal' }])
})

test('opening fails if the file stays locked', async () => {
  const { url } = await createLockedFile()
  const limits = { ...SERVING_LIMITS, connectMilliseconds: 20 }
  await expect(openDatabase(url, { limits })).rejects.toThrow('database is locked')
})

test.each([
  { order: 'before', isDeletedLater: false },
  { order: 'after', isDeletedLater: true },
])(
  'a file is read although another process closes it, $order the check of its files',
  async ({ isDeletedLater }) => {
    const folder = await createFolder()
    const path = join(folder, 'test.db')
    await createClosedFile(folder, path)
    // SQLite deletes "-shm" first, then "-wal".
    await writeFile(`${path}-wal`, 'changes')
    // A socket exists but cannot be opened, like a file that is deleted after the check.
    const sharedMemory = createServer()
    if (isDeletedLater) await once(sharedMemory.listen(`${path}-shm`), 'listening')
    const deleteFiles = async (): Promise<void> => {
      sharedMemory.close()
      await rm(`${path}-wal`)
    }
    const { database, close } = await openDatabase(`sqlite:${path}`, { migrate: false, readOnly: true })
    onTestFinished(close)
    const reading = sql`select role_key from roles`.execute(database)
    const [{ rows }] = await Promise.all([reading, nextIteration().then(deleteFiles)])
    expect(rows).toEqual([{ role_key: 'admin' }])
  },
)

test('changes that cannot be read without writing are not ignored', async () => {
  const folder = await createFolder()
  const path = join(folder, 'test.db')
  await createClosedFile(folder, path)
  await writeFile(`${path}-wal`, 'changes')
  const limits = { ...SERVING_LIMITS, connectMilliseconds: 20 }
  const { database, close } = await openDatabase(`sqlite:${path}`, { migrate: false, readOnly: true, limits })
  onTestFinished(close)
  const reading = sql`select role_key from roles`.execute(database)
  await expect(reading).rejects.toThrow('test.db-wal has changes that cannot be read without writing')
})

test('other events are handled between queries that take more than 2 ms', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const steps: string[] = []
  const ask = async (name: string): Promise<void> => {
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
      select count(*) from n`.execute(database)
    steps.push(name)
  }
  const tick = (): void => {
    steps.push('event')
    next = setImmediate(tick)
  }
  let next = setImmediate(tick)
  onTestFinished(() => clearImmediate(next))
  await Promise.all([ask('first'), ask('second'), ask('third')])
  const order = steps.join(' ')
  expect(order).toMatch(/^event.* first.* event.* second.* event.* third$/)
})

test('queries that wait for a transaction run after it, in their order', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const steps: string[] = []
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const transaction = database.transaction().execute(async (inside) => {
    begin()
    await sql`select 1`.execute(inside)
    steps.push('transaction')
  })
  await begun
  const queries = ['first', 'second'].map(async (name) => {
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
      select count(*) from n`.execute(database)
    steps.push(name)
  })
  await Promise.all([transaction, ...queries])
  expect(steps).toEqual(['transaction', 'first', 'second'])
})

test('queries run while a transaction and a statement wait for another process that writes', async () => {
  const url = `sqlite:${join(await createFolder(), 'test.db')}`
  const { database, close } = await openDatabase(url)
  onTestFinished(close)
  const elsewhere = await openDatabase(url)
  onTestFinished(elsewhere.close)
  const unlock = await holdWriteLock(elsewhere.database)
  const write = (executor: Database) => sql`update change_head set version = version + 1`.execute(executor)
  const writing = [database.transaction().execute(write), write(database)]
  const reading = sql<{ version: number }>`select version from change_head`.execute(database)
  const [before] = (await reading).rows
  await unlock()
  await Promise.all(writing)
  const [after] = (await sql<{ version: number }>`select version from change_head`.execute(database)).rows
  expect(after?.version).toBe((before?.version ?? 0) + 2)
})

test('a statement that fails does not keep the connection', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  await expect(sql`select * from nowhere`.execute(database)).rejects.toThrow('no such table')
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})

test('the number of foreign writes changes when another connection writes, and not by reads and own writes', async () => {
  const url = `sqlite:${join(await createFolder(), 'test.db')}`
  const here = await openDatabase(url)
  const elsewhere = await openDatabase(url)
  onTestFinished(elsewhere.close)
  const before = here.countForeignWrites?.()
  expect(before).toEqual(expect.any(Number))
  await sql`update change_head set version = version + 1`.execute(here.database)
  await sql`select * from change_head`.execute(elsewhere.database)
  expect(here.countForeignWrites?.()).toBe(before)
  await sql`update change_head set version = version + 1`.execute(elsewhere.database)
  expect(here.countForeignWrites?.()).not.toBe(before)
  await here.close()
  expect(here.countForeignWrites?.()).toBeUndefined()
})
