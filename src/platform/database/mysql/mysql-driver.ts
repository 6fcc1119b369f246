import { connect as connectSocket } from 'node:net'
import type { QueryResult } from 'kysely'
import type { FieldPacket, Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import type { ServerAddress } from '../address.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import type { ConnectionOptions } from '../engine.ts'
import type { ConnectionPool, PooledConnection } from '../server-driver.ts'
import { createSockets } from '../sockets.ts'
import { CLIENT_TIMEOUT_MARGIN_MS, CLOSE_MILLISECONDS, type TimeLimits, within } from '../time-limits.ts'
import { sessionStatements } from './mysql-session.ts'

const KEEP_ALIVE_MS = 10_000
const BIGINT = 8

/** Opens a pool of connections. `mysql2` is loaded here, so that it is not loaded for other products. */
export async function openMysqlPool(
  address: ServerAddress,
  options: ConnectionOptions,
): Promise<ConnectionPool> {
  const { poolSize, limits } = options
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
    // Inserted rows are counted, skipped ones are not; `changeOf` counts updates.
    flags: ['-FOUND_ROWS'],
    stream: () => {
      const socket = connectSocket({ host, port, noDelay: true, keepAlive: true })
      return sockets.add(socket.setKeepAlive(true, KEEP_ALIVE_MS))
    },
  })
  // An idle connection that is lost is replaced when the next one is needed.
  pool.on('connection', (connection) => connection.on('error', () => {}))
  const prepare = sessionPreparer(options)

  return {
    async acquire() {
      const connection = await freeConnection(pool, limits)
      await prepare(connection).catch((error: unknown) => {
        connection.destroy()
        throw error
      })
      return pooled(connection, limits)
    },
    isServerError: (error) => error instanceof RangeError || (error instanceof Error && 'sqlState' in error),
    isConnectionEnded: (error) => error instanceof Error && 'fatal' in error && error.fatal === true,
    async end() {
      const timedOut = new DatabaseUnavailable('the database connections did not close in time')
      await within(CLOSE_MILLISECONDS, pool.end(), () => timedOut).finally(() => sockets.destroy())
    },
  }
}

/** Takes a connection from the pool. The pool itself has no time limit for that. */
function freeConnection(pool: Pool, { connectMilliseconds }: TimeLimits): Promise<PoolConnection> {
  return within(
    connectMilliseconds,
    pool.getConnection(),
    () =>
      new DatabaseUnavailable(`no database connection became free within ${connectMilliseconds / 1000} s`),
    (connection) => connection.release(),
  )
}

/** Returns a function that sets up each connection once, before its first use. */
function sessionPreparer(options: ConnectionOptions): (connection: PoolConnection) => Promise<void> {
  const { limits } = options
  const prepared = new WeakSet<object>()
  return async (connection) => {
    if (prepared.has(connection.connection)) return
    const { rows } = await query(connection, limits, 'select version() as version')
    for (const statement of sessionStatements(versionIn(rows), options)) {
      await query(connection, limits, statement)
    }
    prepared.add(connection.connection)
  }
}

function versionIn([row]: readonly unknown[]): string {
  return typeof row === 'object' && row !== null && 'version' in row ? String(row.version) : ''
}

function pooled(connection: PoolConnection, limits: TimeLimits): PooledConnection {
  return {
    query: (sql, parameters) => query(connection, limits, sql, parameters),
    release: (isBroken) => (isBroken ? connection.destroy() : connection.release()),
  }
}

async function query(
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

/** Converts the result of `mysql2` to that of Kysely. */
function resultOf(
  result: RowDataPacket[] | ResultSetHeader,
  fields: readonly FieldPacket[],
): QueryResult<unknown> {
  if (!Array.isArray(result)) return changeOf(result)
  assertSafeIntegers(result, fields)
  return { rows: result }
}

function changeOf({ insertId, affectedRows, info }: ResultSetHeader): QueryResult<unknown> {
  // The server counts the rows that an update changed; the other products count those that it matched.
  const matched = /^Rows matched: (\d+)/.exec(info)?.[1]
  const change = { rows: [], numAffectedRows: BigInt(matched ?? affectedRows) }
  return insertId === 0 ? change : { ...change, insertId: BigInt(insertId) }
}

/** Throws for integers that JavaScript cannot represent exactly: `mysql2` returns them as strings. */
function assertSafeIntegers(rows: readonly RowDataPacket[], fields: readonly FieldPacket[]): void {
  for (const { name, columnType } of fields) {
    if (columnType !== BIGINT) continue
    for (const row of rows) {
      const value: unknown = row[name]
      if (typeof value === 'string') throw new RangeError(`${value} is too large to be read as a number`)
    }
  }
}
