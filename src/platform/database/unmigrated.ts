import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { textOfError } from '../cli/output/report-failure.ts'
import { errorCodeOf } from '../refusal/error-code.ts'
import { obstacleToWriting } from '../runtime/write-access.ts'
import type { Outcome } from '../settings/setting.ts'
import { databaseFileOf, describeAddress, parseAddress } from './address.ts'
import { type DatabaseHandle, openDatabase, type RootDatabase } from './database.ts'
import type { DatabaseServer } from './engine.ts'
import { engineFor } from './engines.ts'
import { type MigrationState, readMigrationState } from './migrate.ts'
import { readOnlyUrl } from './sqlite/sqlite-read-only.ts'
import type { TimeLimits } from './time-limits.ts'

/** Shorter than those of the service: a server that responds later is reported. */
const LIMITS: TimeLimits = {
  connectMilliseconds: 3000,
  statementMilliseconds: 5000,
  idleTransactionMilliseconds: 5000,
}

/** An open database and what was read from it. */
export interface OpenDatabase {
  readonly state: 'open'
  readonly handle: DatabaseHandle
  /** The address without user and password. */
  readonly place: string
  readonly server: DatabaseServer
  /** Why the service cannot use the database. */
  readonly unusable: string | undefined
  readonly migrations: MigrationState
  readonly roundTrips: RoundTrips
  /** Why this user cannot write to an embedded database. */
  readonly obstacle: string | undefined
}

/** The file of an embedded database that is not opened; for `unread`, why, and what to do. */
type UnopenedFile =
  | { readonly state: 'missing' | 'empty' }
  | { readonly state: 'unread'; readonly reason: string; readonly fix: string }

export type DatabaseConnection =
  | OpenDatabase
  | (UnopenedFile & { readonly place: string; readonly obstacle: string | undefined })
  | { readonly state: 'failed'; readonly place: string; readonly reason: string; readonly isFile: boolean }

/** Opens the database as it is: nothing is created, migrated or changed. Never rejects. */
export async function openForDiagnosis(url: string, now: () => number): Promise<DatabaseConnection> {
  const outcome = parseAddress(url)
  if ('problem' in outcome) {
    return { state: 'failed', place: 'database.url', reason: outcome.problem, isFile: false }
  }
  const address = outcome.value
  const place = describeAddress(address)
  const file = databaseFileOf(address)
  let handle: DatabaseHandle | undefined
  try {
    const obstacle = file === undefined ? undefined : await obstacleToWriting(file)
    const unopened = file === undefined ? undefined : await readDatabaseFile(file)
    if (unopened !== undefined) return { ...unopened, place, obstacle }
    handle = await openDatabase(url, { migrate: false, readOnly: true, poolSize: 1, limits: LIMITS })
    const { database } = handle
    const engine = engineFor(address)
    const server = await engine.readServer(database)
    return {
      state: 'open',
      handle,
      place,
      server,
      unusable: await engine.assertUsable?.(database).then(() => undefined, textOfError),
      migrations: await readMigrationState(database),
      roundTrips: await measureRoundTrips(async () => (await engine.readServer(database)).timeMs, now),
      obstacle,
    }
  } catch (error) {
    await handle?.close().catch(() => {})
    return { state: 'failed', place, reason: textOfError(error), isFile: file !== undefined }
  }
}

/** Looks at the file of an embedded database. Returns undefined if it can be opened, and throws if it is not a database. */
async function readDatabaseFile(path: string): Promise<UnopenedFile | undefined> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new Error('this is not a file')
    await access(path, constants.R_OK)
    // Not opened: SQLite deletes the files that it finds beside an empty one.
    if (stats.size === 0) return { state: 'empty' }
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return { state: 'missing' }
    if (code !== 'EACCES') throw error
    return { state: 'unread', reason: 'this user cannot read it', fix: 'Run it as the user of the service.' }
  }
  if (readOnlyUrl(resolve(path)) !== undefined) return undefined
  return {
    state: 'unread',
    reason: 'it has changes in a file "-wal" that cannot be read without writing',
    fix: 'Start the service, which applies them, and run this command again.',
  }
}

const UNOPENED = {
  missing: 'the database does not exist yet',
  empty: 'the database is empty',
  unread: 'the database was not read',
  failed: 'the database is not reachable',
} as const

/** Returns why the tables cannot be read, or undefined if they can. */
export function reasonWithoutTables(connection: DatabaseConnection): string | undefined {
  if (connection.state !== 'open') return UNOPENED[connection.state]
  const { isEmpty, missing, unknown } = connection.migrations
  if (isEmpty) return 'the database is empty'
  return missing.length > 0 || unknown.length > 0 ? 'the tables are those of another version' : undefined
}

/** Runs the work with the database of a URL as it is. The problem says why its tables cannot be read. */
export async function readDatabase<Result>(
  url: string,
  work: (database: RootDatabase) => Promise<Result>,
): Promise<Outcome<Result>> {
  const connection = await openForDiagnosis(url, Date.now)
  const problem = reasonWithoutTables(connection)
  const handle = connection.state === 'open' ? connection.handle : undefined
  try {
    if (handle === undefined || problem !== undefined) return { problem: problem ?? '' }
    return { value: await work(handle.database) }
  } finally {
    await handle?.close()
  }
}

/** Several round trips to a server that returns its time. */
export type RoundTrips = Awaited<ReturnType<typeof measureRoundTrips>>

export type ClockOffset = NonNullable<RoundTrips['clock']>

const ROUND_TRIPS = 5

/** Measures round trips, one after the other. The first one, which may open a connection, does not count. */
export async function measureRoundTrips(readTime: () => Promise<number | undefined>, now: () => number) {
  await readTime()
  const samples: { durationMs: number; aheadMs: number | undefined }[] = []
  for (let count = 0; count < ROUND_TRIPS; count++) {
    const sentAt = now()
    const start = performance.now()
    const time = await readTime()
    const durationMs = performance.now() - start
    samples.push({ durationMs, aheadMs: time === undefined ? undefined : time - (sentAt + durationMs / 2) })
  }
  samples.sort((a, b) => a.durationMs - b.durationMs)
  const [fastest] = samples
  const median = samples[Math.floor(samples.length / 2)]
  return {
    medianMs: median?.durationMs ?? 0,
    /** How far the server's clock is ahead of this machine's; undefined if it did not return its time. */
    clock:
      fastest?.aheadMs === undefined
        ? undefined
        : {
            aheadMs: fastest.aheadMs,
            /** The offset may differ by this much, because the time of the way there is unknown. */
            uncertaintyMs: fastest.durationMs / 2,
          },
  }
}
