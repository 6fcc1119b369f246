import { Socket } from 'node:net'
import type { QueryResult } from 'kysely'
import type { ClientConfig, QueryResult as PgResult, PoolClient } from 'pg'
import type { ServerAddress } from '../address.ts'
import type { ConnectionOptions } from '../engine.ts'
import type { ConnectionPool, PooledConnection } from '../server-driver.ts'
import { createSockets } from '../sockets.ts'
import { CLIENT_TIMEOUT_MARGIN_MS, CLOSE_MILLISECONDS, type TimeLimits } from '../time-limits.ts'

const KEEP_ALIVE_MS = 10_000
const INT8 = 20

/** Returns the options of `pg` for a connection, in the pool or outside it. */
export function postgresConfig(
  address: ServerAddress,
  limits: TimeLimits,
  { readOnly = false }: Pick<ConnectionOptions, 'readOnly'> = {},
): ClientConfig {
  const { host, port, user, password, database, encryption } = address
  return {
    host,
    port,
    user,
    password,
    database,
    ssl: encryption === 'none' ? false : { rejectUnauthorized: encryption === 'checked' },
    application_name: 'castellan',
    // The stores rely on this isolation level, whatever the server's default is.
    options: `-c default_transaction_isolation=read\\ committed${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    connectionTimeoutMillis: limits.connectMilliseconds,
    statement_timeout: limits.statementMilliseconds,
    query_timeout: limits.statementMilliseconds + CLIENT_TIMEOUT_MARGIN_MS,
    idle_in_transaction_session_timeout: limits.idleTransactionMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
}

/** Opens a pool of connections. `pg` is loaded here, so that it is not loaded for other products. */
export async function openPostgresPool(
  address: ServerAddress,
  { poolSize, limits, readOnly }: ConnectionOptions,
): Promise<ConnectionPool> {
  const { default: pg } = await import('pg')
  const sockets = createSockets()
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, safeInteger)
  const pool = new pg.Pool({
    ...postgresConfig(address, limits, { readOnly }),
    types,
    max: poolSize,
    stream: () => sockets.add(new Socket()),
  })
  // An idle connection that is lost is replaced when the next one is needed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    acquire: async () => pooled(await pool.connect()),
    isServerError: (error) => error instanceof RangeError || error instanceof pg.DatabaseError,
    isConnectionEnded: (error) => error instanceof pg.DatabaseError && error.severity === 'FATAL',
    async end() {
      setTimeout(() => sockets.destroy(), CLOSE_MILLISECONDS).unref()
      await pool.end()
    },
  }
}

function pooled(client: PoolClient): PooledConnection {
  return {
    query: async (sql, parameters) => resultOf(await client.query(sql, [...parameters])),
    release: (isBroken) => client.release(isBroken),
  }
}

function resultOf({ command, rowCount, rows }: PgResult): QueryResult<unknown> {
  const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
  return isChange && rowCount !== null ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
}

/** Parses a 64-bit integer. Throws if JavaScript cannot represent it exactly. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be read as a number`)
  return value
}
