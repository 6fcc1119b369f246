import { databaseFileOf, describeAddress, parseAddress } from '../../database/address.ts'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import type { DatabaseServer } from '../../database/engine.ts'
import { engineFor } from '../../database/engines.ts'
import { type MigrationState, readMigrationState } from '../../database/migrate.ts'
import type { TimeLimits } from '../../database/time-limits.ts'
import { readDatabaseFile } from './database-file.ts'
import { measureRoundTrips, type RoundTrips } from './round-trip.ts'
import { textOf } from './run-check.ts'
import { obstacleToWriting } from './write-access.ts'

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

/** An embedded database without tables. */
export interface NewDatabase {
  readonly state: 'missing' | 'empty'
  readonly place: string
  readonly obstacle: string | undefined
}

export type DatabaseConnection =
  | OpenDatabase
  | NewDatabase
  | { readonly state: 'unread'; readonly place: string; readonly reason: string; readonly fix: string }
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
    const found = file === undefined ? undefined : await readDatabaseFile(file)
    if (found?.state === 'unread') return { ...found, place }
    const obstacle = file === undefined ? undefined : await obstacleToWriting(file)
    if (found !== undefined && found.state !== 'readable') return { state: found.state, place, obstacle }
    handle = await openDatabase(url, { migrate: false, readOnly: true, poolSize: 1, limits: LIMITS })
    const { database } = handle
    const engine = engineFor(address)
    const server = await engine.readServer(database)
    return {
      state: 'open',
      handle,
      place,
      server,
      unusable: await engine.assertUsable?.(database).then(() => undefined, textOf),
      migrations: await readMigrationState(database),
      roundTrips: await measureRoundTrips(async () => (await engine.readServer(database)).timeMs, now),
      obstacle,
    }
  } catch (error) {
    await handle?.close().catch(() => {})
    return { state: 'failed', place, reason: textOf(error), isFile: file !== undefined }
  }
}
