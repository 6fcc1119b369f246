import {
  type CompiledQuery,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  SqliteIntrospector,
} from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compiledOnce, type Later } from './compiled-once.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
})
afterEach(() => handle.close())

interface Attempt {
  readonly id: string
  readonly failures: number
}

/** Counts how often it is built. */
function queries() {
  const built = { insert: 0, find: 0 }
  const insert = compiledOnce((database, later: Later<Attempt>) => {
    built.insert++
    const row = { blocked_until: 5, succeeded_at: later('failures'), updated_at: 7 }
    return database
      .insertInto('login_attempts')
      .values({ id: later('id'), failures: later('failures'), ...row })
  })
  const find = compiledOnce((database, later: Later<{ id: string }>) => {
    built.find++
    return database.selectFrom('login_attempts').selectAll().where('id', '=', later('id'))
  })
  return { built, insert, find }
}

test('every call has values of its own, and the query is built for the first alone', async () => {
  const { built, insert, find } = queries()
  await insert(handle.database, { id: 'one', failures: 1 })
  await insert(handle.database, { failures: 2, id: 'two' })
  const rowOf = async (id: string) => (await find(handle.database, { id })).rows
  expect([await rowOf('one'), await rowOf('two'), await rowOf('three')]).toEqual([
    [{ id: 'one', failures: 1, blocked_until: 5, succeeded_at: 1, updated_at: 7 }],
    [{ id: 'two', failures: 2, blocked_until: 5, succeeded_at: 2, updated_at: 7 }],
    [],
  ])
  expect(built).toEqual({ insert: 1, find: 1 })
})

test('in a transaction it is part of it, however it was compiled', async () => {
  const { insert, find } = queries()
  await insert(handle.database, { id: 'before', failures: 1 })
  const broken = inTransaction(handle.database, async (transaction) => {
    await insert(transaction, { id: 'within', failures: 1 })
    expect((await find(transaction, { id: 'within' })).rows).toHaveLength(1)
    throw new Error('taken back')
  })
  await expect(broken).rejects.toThrow('taken back')
  expect((await find(handle.database, { id: 'within' })).rows).toEqual([])
})

test('another kind of database gets a text of its own', async () => {
  const { built, insert } = queries()
  await insert(handle.database, { id: 'one', failures: 1 })
  const sentBy = async (adapter: DialectAdapter, compiler: QueryCompiler) => {
    const sent: CompiledQuery[] = []
    const database = new Kysely<Tables>({
      dialect: {
        createAdapter: () => adapter,
        createDriver: () => new DummyDriver(),
        createIntrospector: (of) => new SqliteIntrospector(of),
        createQueryCompiler: () => compiler,
      },
      log({ query }) {
        sent.push(query)
      },
    })
    await insert(database, { failures: 3, id: 'three' })
    return sent.map(({ sql, parameters }) => ({ sql, parameters }))
  }
  const parameters = ['three', 3, 5, 3, 7]
  expect(await sentBy(new PostgresAdapter(), new PostgresQueryCompiler())).toEqual([
    { sql: expect.stringContaining('values ($1, $2, $3, $4, $5)'), parameters },
  ])
  expect(await sentBy(new MysqlAdapter(), new MysqlQueryCompiler())).toEqual([
    { sql: expect.stringContaining('insert into `login_attempts`'), parameters },
  ])
  expect(built.insert).toBe(3)
})

test('a value is never part of the text', async () => {
  const { insert, find } = queries()
  const id = "'); drop table login_attempts; --"
  await insert(handle.database, { id, failures: 1 })
  expect((await find(handle.database, { id })).rows).toMatchObject([{ id }])
})
