import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { DatabaseUnavailable } from './database-error.ts'
import { assertStorable } from './stored-text.ts'

/** A connection of a pool, used by one caller at a time. */
export interface PooledConnection {
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>
  /** Gives it back; one that is broken is thrown away. */
  release(isBroken: boolean): void
}

export interface ConnectionPool {
  acquire(): Promise<PooledConnection>
  /** Whether the server said no, rather than nothing. */
  isAnswer(error: unknown): boolean
  /** Whether that was the last that it said on the connection. */
  isFarewell(error: unknown): boolean
  end(): Promise<void>
}

interface ServerConnection extends DatabaseConnection {
  release(): void
}

/** Kysely's driver over a pool of connections to a server. The pool is opened when it is first needed. */
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
      // Where even this fails the connection is gone, and the transaction with it. What went wrong first is to be told.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
    },

    async destroy() {
      await pool?.end()
    },
  }
}

async function connect(pool: ConnectionPool): Promise<ServerConnection> {
  const connection = await pool.acquire().catch((cause: unknown) => {
    if (pool.isAnswer(cause)) throw cause
    throw new DatabaseUnavailable(`the database cannot be reached: ${messageOf(cause)}`, { cause })
  })
  let loss: DatabaseUnavailable | undefined

  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      // A statement behind one that was never answered would wait for it.
      if (loss) throw loss
      assertStorable(parameters)
      try {
        // That the rows have the type of the query is what the tables' types promise.
        return (await connection.query(sql, parameters)) as QueryResult<R>
      } catch (error) {
        const cause = withoutValues(error)
        const lost = new DatabaseUnavailable(`the database does not answer: ${messageOf(cause)}`, { cause })
        if (!pool.isAnswer(cause) || pool.isFarewell(cause)) loss = lost
        throw pool.isAnswer(cause) ? cause : lost
      }
    },

    streamQuery(): never {
      throw new Error('rows are not streamed: ask for pages')
    },

    release: () => connection.release(loss !== undefined),
  }
}

/** MySQL's driver puts the whole statement into its errors, PostgreSQL the whole row: a password hash must reach no log. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of ['sql', 'detail', 'where']) Reflect.deleteProperty(error, name)
  return error
}

/** Node gives the reasons why it reached no address of a host inside an error without a text. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
