import { existsSync } from 'node:fs'
import { databaseFileOf, describeAddress, parseAddress } from '../database/address.ts'
import { type DatabaseHandle, openDatabase } from '../database/database.ts'
import type { DatabaseServer } from '../database/engine.ts'
import { engineFor } from '../database/engines.ts'
import { type MigrationState, readMigrationState } from '../database/migrate.ts'
import type { TimeLimits } from '../database/time-limits.ts'
import { measureRoundTrips, type RoundTrips } from './round-trip.ts'
import { textOf } from './run-check.ts'

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
}

export type DatabaseConnection =
  | OpenDatabase
  | { readonly state: 'missing'; readonly place: string }
  | { readonly state: 'failed'; readonly place: string; readonly reason: string; readonly isFile: boolean }

/** Opens the database as it is: nothing is created or migrated. Never rejects. */
export async function openForDiagnosis(url: string, now: () => number): Promise<DatabaseConnection> {
  const outcome = parseAddress(url)
  if ('problem' in outcome) {
    return { state: 'failed', place: 'database.url', reason: outcome.problem, isFile: false }
  }
  const address = outcome.value
  const place = describeAddress(address)
  const file = databaseFileOf(address)
  // Opening would create it.
  if (file !== undefined && !existsSync(file)) return { state: 'missing', place }
  let handle: DatabaseHandle | undefined
  try {
    handle = await openDatabase(url, { migrate: false, poolSize: 1, limits: LIMITS })
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
    }
  } catch (error) {
    await handle?.close().catch(() => {})
    return { state: 'failed', place, reason: textOf(error), isFile: file !== undefined }
  }
}
