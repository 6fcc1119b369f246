import { Socket } from 'node:net'
import {
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ClientConfig, QueryResult as PgResult, PoolClient } from 'pg'
import type { ServerAddress } from './address.ts'
import { type ConnectionPool, createServerDriver, type PooledConnection } from './server-driver.ts'
import { createSockets } from './sockets.ts'
import { CLIENT_TIMEOUT_MARGIN_MS, CLOSE_MILLISECONDS, type TimeLimits } from './time-limits.ts'

const KEEP_ALIVE_MILLISECONDS = 10_000
const INT8 = 20

export interface PoolOptions {
  readonly poolSize: number
  readonly limits: TimeLimits
}

/** Kysely over `pg`, which is loaded when the first statement is asked. */
export function createPostgresDialect(address: ServerAddress, options: PoolOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createServerDriver(() => openPool(address, options)),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  }
}

/** How `pg` connects: also for a connection outside the pool, such as one that listens. */
export function postgresConfig(address: ServerAddress, limits: TimeLimits): ClientConfig {
  const { host, port, user, password, database, encryption } = address
  return {
    host,
    port,
    user,
    password,
    database,
    ssl: encryption === 'none' ? false : { rejectUnauthorized: encryption === 'checked' },
    application_name: 'castellan',
    // Stores count on it, whatever the server's default is.
    options: '-c default_transaction_isolation=read\\ committed',
    connectionTimeoutMillis: limits.connectMilliseconds,
    statement_timeout: limits.statementMilliseconds,
    query_timeout: limits.statementMilliseconds + CLIENT_TIMEOUT_MARGIN_MS,
    idle_in_transaction_session_timeout: limits.idleTransactionMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  }
}

async function openPool(address: ServerAddress, { poolSize, limits }: PoolOptions): Promise<ConnectionPool> {
  const { default: pg } = await import('pg')
  const sockets = createSockets()
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, safeInteger)
  const pool = new pg.Pool({
    ...postgresConfig(address, limits),
    types,
    max: poolSize,
    stream: () => sockets.add(new Socket()),
  })
  // A connection that is lost while nobody asks anything is replaced when somebody does.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    acquire: async () => pooled(await pool.connect()),
    isAnswer: (error) => error instanceof RangeError || error instanceof pg.DatabaseError,
    isFarewell: (error) => error instanceof pg.DatabaseError && error.severity === 'FATAL',
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

/** Ids, times and counts have 64 bits there, and must not lose any here. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be read as a number`)
  return value
}
