import { connect as connectSocket } from 'node:net'
import { type Dialect, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler } from 'kysely'
import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import type { ServerAddress } from './address.ts'
import { DatabaseUnavailable } from './database-error.ts'
import { resultOf } from './mysql-result.ts'
import { sessionStatements } from './mysql-session.ts'
import type { PoolOptions } from './postgres.ts'
import { type ConnectionPool, createServerDriver, type PooledConnection } from './server-driver.ts'
import { createSockets } from './sockets.ts'
import { CLIENT_TIMEOUT_MARGIN_MS, CLOSE_MILLISECONDS, type TimeLimits, within } from './time-limits.ts'

const KEEP_ALIVE_MILLISECONDS = 10_000

/** Kysely over `mysql2`, which is loaded when the first statement is asked. */
export function createMysqlDialect(address: ServerAddress, options: PoolOptions): Dialect {
  return {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => createServerDriver(() => openPool(address, options)),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    createIntrospector: (database) => new MysqlIntrospector(database),
  }
}

async function openPool(address: ServerAddress, { poolSize, limits }: PoolOptions): Promise<ConnectionPool> {
  const { createPool } = await import('mysql2/promise')
  const { host, port, user, password, database, encryption } = address
  const sockets = createSockets()
  const pool = createPool({
    host,
    port,
    user,
    password,
    database,
    ...(encryption === 'none' ? {} : { ssl: { rejectUnauthorized: encryption === 'checked' } }),
    charset: 'utf8mb4',
    connectTimeout: limits.connectMilliseconds,
    connectionLimit: poolSize,
    supportBigNumbers: true,
    // A new row counts, one that was there does not; see mysql-result.ts for updates.
    flags: ['-FOUND_ROWS'],
    stream: () => {
      const socket = connectSocket({ host, port, noDelay: true, keepAlive: true })
      return sockets.add(socket.setKeepAlive(true, KEEP_ALIVE_MILLISECONDS))
    },
  })
  // A connection that is lost while nobody asks anything is replaced when somebody does.
  pool.on('connection', (connection) => connection.on('error', () => {}))
  const prepare = sessionPreparer(limits)

  return {
    async acquire() {
      const connection = await freeConnection(pool, limits)
      await prepare(connection).catch((error: unknown) => {
        connection.destroy()
        throw error
      })
      return pooled(connection, limits)
    },
    isAnswer: (error) => error instanceof RangeError || (error instanceof Error && 'sqlState' in error),
    isFarewell: (error) => error instanceof Error && 'fatal' in error && error.fatal === true,
    async end() {
      const gaveUp = new DatabaseUnavailable('the database did not let go in time')
      await within(CLOSE_MILLISECONDS, pool.end(), () => gaveUp).finally(() => sockets.destroy())
    },
  }
}

/** The pool itself would let callers wait for ever. */
function freeConnection(pool: Pool, { connectMilliseconds }: TimeLimits): Promise<PoolConnection> {
  return within(
    connectMilliseconds,
    pool.getConnection(),
    () => new DatabaseUnavailable(`no connection became free in ${connectMilliseconds / 1000} s`),
    (connection) => connection.release(),
  )
}

/** Sets up each connection once, before its first use. */
function sessionPreparer(limits: TimeLimits): (connection: PoolConnection) => Promise<void> {
  const prepared = new WeakSet<object>()
  return async (connection) => {
    if (prepared.has(connection.connection)) return
    const { rows } = await ask(connection, limits, 'select version() as version')
    for (const statement of sessionStatements(versionIn(rows), limits)) {
      await ask(connection, limits, statement)
    }
    prepared.add(connection.connection)
  }
}

function versionIn([row]: readonly unknown[]): string {
  return typeof row === 'object' && row !== null && 'version' in row ? String(row.version) : ''
}

function pooled(connection: PoolConnection, limits: TimeLimits): PooledConnection {
  return {
    query: (sql, parameters) => ask(connection, limits, sql, parameters),
    release: (isBroken) => (isBroken ? connection.destroy() : connection.release()),
  }
}

async function ask(
  connection: PoolConnection,
  limits: TimeLimits,
  sql: string,
  parameters: readonly unknown[] = [],
) {
  const timeout = limits.statementMilliseconds + CLIENT_TIMEOUT_MARGIN_MS
  const [result, fields] = await connection.query<RowDataPacket[] | ResultSetHeader>({
    sql,
    values: [...parameters],
    timeout,
  })
  return resultOf(result, fields)
}
