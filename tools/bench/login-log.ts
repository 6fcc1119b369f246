import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createLoginLog } from '../../src/core/login-log/login-log.ts'
import { type LoginLogContent, toRow } from '../../src/core/login-log/login-log-columns.ts'
import { createLoginLogEntry, type LoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf, valueAtMost } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'

const ROUNDS: ByEffort<number> = { full: 40, quick: 6, smoke: 1 }
const ENTRIES_PER_ROUND: ByEffort<number> = { full: 5000, quick: 3000, smoke: 20 }
const BATCH = 500

/** Measures how many login-log entries per second reach the database, against plain batched inserts of the same rows. */
export async function measureLoginLog(effort: Effort): Promise<Result[]> {
  const count = ENTRIES_PER_ROUND[effort]
  const folder = await mkdtemp(join(tmpdir(), 'castellan-bench-'))
  const { database, close } = await openDatabase(`sqlite:${join(folder, 'castellan.db')}`)
  const store = createLoginLogStore(database)
  const loginLog = await createLoginLog({
    enabled: true,
    spool: { folder: join(folder, 'login-log') },
    store,
    onProblem(problem) {
      throw problem
    },
  })
  let recorded = 0
  try {
    await createPlainTable(database)
    const perSecond = await interleave(ROUNDS[effort], {
      castellan: async () => {
        const entries = makeEntries(count)
        await checkpoint(database)
        const begin = performance.now()
        await Promise.all(entries.map((entry) => loginLog.record(entry)))
        await loginLog.flush()
        recorded += count
        return (count * 1000) / (performance.now() - begin)
      },
      plain: async () => {
        const rows = makeEntries(count).map(toRow)
        await checkpoint(database)
        const begin = performance.now()
        await insertInBatches(database, rows)
        return (count * 1000) / (performance.now() - begin)
      },
    })
    const { count: stored } = await store.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 1 })
    return [
      resultOf({
        id: 'login-log',
        unit: 'entries per second',
        value: figureOf(perSecond.castellan),
        against: 'plain batched inserts',
        ratio: ratioOf(perSecond.castellan, perSecond.plain),
        target: ratioAtLeast(0.6),
      }),
      resultOf({
        id: 'login-log-lost',
        unit: 'entries',
        value: recorded - stored,
        target: valueAtMost(0),
      }),
    ]
  } finally {
    await loginLog.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

function makeEntries(count: number): LoginLogEntry[] {
  return Array.from({ length: count }, (_, number) =>
    createLoginLogEntry({
      username: `user-${number}`,
      address: '192.0.2.7',
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
      msg: 'Logged in.',
      reason: 'logged-in',
      method: 'password',
      at: new Date(),
    }),
  )
}

/** Creates a copy of the table of the login log without the index that the hash chain needs. */
async function createPlainTable(database: RootDatabase): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master
    where tbl_name = 'login_log' and sql is not null and name <> 'login_log_by_position'
    order by type desc`.execute(database)
  for (const row of rows) await sql.raw(row.sql.replaceAll('login_log', 'plain_log')).execute(database)
}

/** Empties the write-ahead log, so that no measurement includes the checkpoint of the other one. */
async function checkpoint(database: RootDatabase): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

async function insertInBatches(database: RootDatabase, rows: readonly LoginLogContent[]): Promise<void> {
  const plain = database.withTables<{ plain_log: LoginLogContent }>()
  for (let from = 0; from < rows.length; from += BATCH) {
    await plain
      .insertInto('plain_log')
      .values(rows.slice(from, from + BATCH))
      .execute()
  }
}
