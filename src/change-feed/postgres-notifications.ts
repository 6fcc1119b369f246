import type { Client } from 'pg'
import type { ServerAddress } from '../database/address.ts'
import { postgresConfig } from '../database/postgres.ts'
import { SERVING_LIMITS } from '../database/time-limits.ts'
import { createOutageLog } from '../outage-log.ts'
import { type Notifications, POSTGRES_CHANNEL } from './notifications.ts'

const RETRY_MILLISECONDS = 1000

/** PostgreSQL's own LISTEN and NOTIFY, on a connection of its own that comes back by itself. */
export async function createPostgresNotifications(
  address: ServerAddress,
  onNotification: () => void,
  onProblem: (error: unknown) => void,
): Promise<Notifications> {
  const { default: pg } = await import('pg')
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  const outage = createOutageLog(onProblem)
  let closed = false

  const lose = (lost: Client, error: unknown): void => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => {})
    if (closed) return
    outage.failed(error)
    retry = setTimeout(() => void connect(), RETRY_MILLISECONDS)
    retry.unref()
  }

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client(postgresConfig(address, SERVING_LIMITS))
    client = fresh
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, new Error('the connection for notices has ended')))
    fresh.on('notification', onNotification)
    try {
      await fresh.connect()
      await fresh.query(`listen ${POSTGRES_CHANNEL}`)
      outage.recovered()
      // Whatever was told in between was not heard.
      onNotification()
    } catch (error) {
      lose(fresh, error)
    }
  }

  await connect()
  return {
    publish() {}, // the transaction of the change has told already
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
