import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { SERVING_LIMITS } from '../time-limits.ts'

/** Creates a file that is locked as by a process that is setting its journal mode. SQLite's busy timeout does not apply to this lock. */
async function createLockedFile() {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-sqlite-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'test.db')}`
  const { database, close } = await openDatabase(url, { migrate: false })
  onTestFinished(close)
  await sql`pragma journal_mode = delete`.execute(database)
  await sql`begin immediate`.execute(database)
  return { url, unlock: () => sql`commit`.execute(database) }
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

test('a statement that fails does not keep the connection', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  await expect(sql`select * from nowhere`.execute(database)).rejects.toThrow('no such table')
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})
