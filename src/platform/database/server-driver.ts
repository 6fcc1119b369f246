import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { DatabaseUnavailable } from './database-error.ts'
import { assertStorable } from './query/stored-text.ts'

/** A connection of a pool, used by one caller at a time. */
export interface PooledConnection {
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>
  /** Returns it to the pool, or closes it if it is broken. */
  release(isBroken: boolean): void
}

export interface ConnectionPool {
  acquire(): Promise<PooledConnection>
  /** Returns whether the server responded with an error, as opposed to not responding. */
  isServerError(error: unknown): boolean
  /** Returns whether the server closed the connection with this error. */
  isConnectionEnded(error: unknown): boolean
  end(): Promise<void>
}

interface ServerConnection extends DatabaseConnection {
  release(): void
}

/** Creates Kysely's driver over a pool of connections to a server. The pool is opened with the first query. */
export function createServerDriver(openPool: () => Promise<ConnectionPool>): Driver {
  let pool: ConnectionPool | undefined
  const acquired = new Map<DatabaseConnection, ServerConnection>()

  return {
    async init() {
      pool = await openPool()
    },

    async acquireConnection() {
      if (!pool) throw new Error('the database is not open')
      const connection = await connect(pool)
      acquired.set(connection, connection)
      return connection
    },

    async releaseConnection(connection) {
      acquired.get(connection)?.release()
      acquired.delete(connection)
    },

    async beginTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('begin'))
    },

    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },

    async rollbackTransaction(connection) {
      // If this fails, the connection is lost and the transaction with it. The caller needs the first error.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
    },

    async destroy() {
      await pool?.end()
    },
  }
}

async function connect(pool: ConnectionPool): Promise<ServerConnection> {
  const connection = await pool.acquire().catch((cause: unknown) => {
    if (pool.isServerError(cause)) throw cause
    throw new DatabaseUnavailable(`the database cannot be reached: ${messageOf(cause)}`, { cause })
  })
  let loss: DatabaseUnavailable | undefined

  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      // A statement after one that got no response would wait for it.
      if (loss) throw loss
      assertStorable(parameters)
      try {
        // The types of the tables guarantee that the rows have the type of the query.
        return (await connection.query(sql, parameters)) as QueryResult<R>
      } catch (error) {
        const cause = withoutValues(error)
        const lost = new DatabaseUnavailable(`the database does not respond: ${messageOf(cause)}`, { cause })
        if (!pool.isServerError(cause) || pool.isConnectionEnded(cause)) loss = lost
        throw pool.isServerError(cause) ? cause : lost
      }
    },

    streamQuery(): never {
      throw new Error('rows are not streamed: read them page by page')
    },

    release: () => connection.release(loss !== undefined),
  }
}

/** Removes values from an error: MySQL's driver adds the whole statement, PostgreSQL the row, and a password hash must not be logged. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of ['sql', 'detail', 'where']) Reflect.deleteProperty(error, name)
  return error
}

/** Returns the message of an error. If Node reaches no address of a host, the reasons are inside an error without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
