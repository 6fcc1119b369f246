import { CompiledQuery, type QueryExecutor } from 'kysely'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import type { SqlDialect } from '../../src/platform/database/engine.ts'
import { engineOf } from '../../src/platform/database/engines.ts'
import { readMysqlPlan } from './query-plan-mysql.ts'
import { readPostgresPlan } from './query-plan-postgres.ts'
import { readSqlitePlan } from './query-plan-sqlite.ts'

/** How a database would answer a statement. */
export interface QueryPlan {
  readonly accesses: readonly Access[]
  readonly sorts: readonly Sort[]
}

/** A way into a table: to some keys of an index, along an index from its beginning, or through all of the table. */
export interface Access {
  readonly table: string
  readonly how: 'search' | 'walk' | 'scan'
  readonly index?: string
  /** The columns that lead to the keys. */
  readonly by?: string
}

/** What is sorted, other than a page that has been cut out before. */
export interface Sort {
  readonly by: string
  /** How many rows the database expects, where it has an idea. */
  readonly rows: number
}

/** A statement as it was sent, and how the database answers it. */
export interface Explained extends QueryPlan {
  readonly sql: string
}

/** Does the work, and answers the plans of the statements that it sent, as it sent them. */
export async function plansOf(
  database: RootDatabase,
  work: (database: RootDatabase) => Promise<unknown>,
): Promise<Explained[]> {
  const sent: CompiledQuery[] = []
  const listening = database.withoutPlugins()
  listenTo(listening.getExecutor(), (query) => sent.push(query))
  await work(listening)
  return Promise.all(sent.map((query) => explain(database, query)))
}

/** Hears what is sent, in transactions too. */
function listenTo(executor: QueryExecutor, hear: (query: CompiledQuery) => void): QueryExecutor {
  const execute: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor)
  const provide = executor.withConnectionProvider.bind(executor)
  executor.executeQuery = (query) => {
    hear(query)
    return execute(query)
  }
  executor.withConnectionProvider = (provider) => listenTo(provide(provider), hear)
  return executor
}

const readers: Readonly<
  Record<SqlDialect['name'], { prefix: string; read: (rows: unknown[]) => QueryPlan }>
> = {
  sqlite: { prefix: 'explain query plan', read: readSqlitePlan },
  postgres: { prefix: 'explain (format json)', read: readPostgresPlan },
  mysql: { prefix: 'explain format=json', read: readMysqlPlan },
}

async function explain(database: RootDatabase, { sql, parameters }: CompiledQuery): Promise<Explained> {
  const { prefix, read } = readers[engineOf(database).sql.name]
  const query = CompiledQuery.raw(`${prefix} ${sql}`, [...parameters])
  const { rows } = await database.executeQuery(query)
  return { sql: sql.replaceAll(/\s+/g, ' ').trim(), ...read(rows) }
}
