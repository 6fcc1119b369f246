import { sql } from 'kysely'
import type { Client } from 'pg'
import { createOutageLog } from '../../runtime/outage-log.ts'
import { serverAddress } from '../address.ts'
import type { ListenOptions } from '../engine.ts'
import type { Database } from '../kysely.ts'
import { SERVING_LIMITS } from '../time-limits.ts'
import { postgresConfig } from './postgres-driver.ts'

const RETRY_MS = 1000

/** Notifies listeners when the transaction commits. */
export async function notify(database: Database, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(database)
}

/** Listens on a connection outside the pool, which is opened again after an outage. Returns a function that stops it. */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const { address, channel, onNotification, onProblem } = options
  const { default: pg } = await import('pg')
  const config = postgresConfig(serverAddress(address), SERVING_LIMITS)
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  const outage = createOutageLog(onProblem)
  let closed = false

  const reconnectAfter = (lost: Client, error: unknown): void => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => {})
    if (closed) return
    outage.failed(error)
    retry = setTimeout(() => void connect(), RETRY_MS)
    retry.unref()
  }

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client(config)
    client = fresh
    fresh.on('error', (error) => reconnectAfter(fresh, error))
    fresh.on('end', () => reconnectAfter(fresh, new Error('the connection for notifications has ended')))
    fresh.on('notification', onNotification)
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      outage.recovered()
      // Notifications that were sent before this connection existed were not received.
      onNotification()
    } catch (error) {
      reconnectAfter(fresh, error)
    }
  }

  await connect()
  return async () => {
    closed = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
