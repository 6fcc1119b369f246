import { createServer, type Server } from 'node:net'
import { Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '../../src/features/tables.ts'
import { parseAddress, type ServerAddress } from '../../src/platform/database/address.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { engineFor } from '../../src/platform/database/engines.ts'
import type { TimeLimits } from '../../src/platform/database/time-limits.ts'
import type { Place } from './stores.ts'

const IMPATIENT: TimeLimits = {
  connectMilliseconds: 300,
  statementMilliseconds: 1000,
  idleTransactionMilliseconds: 1000,
}

const waiting: (() => unknown)[] = []

export function onCleanUp(work: () => unknown): void {
  waiting.push(work)
}

export async function cleanUp(): Promise<void> {
  for (const work of waiting.splice(0)) await work()
}

export function addressOf({ url }: Place): ServerAddress {
  const outcome = parseAddress(url)
  if ('problem' in outcome || outcome.value.dialect === 'sqlite') throw new Error('this is no server')
  return outcome.value
}

/** The database over one connection and with little time for everything. */
export function impatient(address: ServerAddress): RootDatabase {
  const dialect = engineFor(address).createDialect(address, { poolSize: 1, limits: IMPATIENT })
  return new Kysely<Tables>({ dialect })
}

export async function openOther(place: Place): Promise<RootDatabase> {
  if (place.dialect !== 'sqlite') {
    const database = impatient(addressOf(place))
    onCleanUp(() => database.destroy())
    return database
  }
  const { database, close } = await openDatabase(place.url, { migrate: false })
  onCleanUp(close)
  return database
}

export function slowStatement({ dialect }: Place) {
  return dialect === 'postgres' ? sql`select pg_sleep(20)` : sql`select sleep(20) from roles`
}

/** Ends the connection that the database asks with, as an administrator would. */
export async function cutFromElsewhere(place: Place, database: RootDatabase): Promise<void> {
  const own =
    place.dialect === 'postgres'
      ? sql<Own>`select pg_backend_pid() as id`
      : sql<Own>`select connection_id() as id`
  const id = (await own.execute(database)).rows[0]?.id ?? 0
  const cut =
    place.dialect === 'postgres' ? sql`select pg_terminate_backend(${id})` : sql`kill ${sql.lit(id)}`
  await cut.execute(place.database)
  await gone(place, id)
}

interface Own {
  readonly id: number
}

async function gone(place: Place, id: number): Promise<void> {
  const list =
    place.dialect === 'postgres' ? sql.table('pg_stat_activity') : sql.table('information_schema.processlist')
  const column = sql.ref(place.dialect === 'postgres' ? 'pid' : 'id')
  await expect
    .poll(async () => (await sql`select 1 from ${list} where ${column} = ${id}`.execute(place.database)).rows)
    .toEqual([])
}

export function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanUp(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
