import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Database } from '../kysely.ts'

/**
 * Returns a function that runs a query, with values for its parameters in the order in which the statement has them. The query
 * is compiled once per open database, because building it takes longer than SQLite takes to run it. The values in `build`
 * are placeholders.
 *
 * @example
 * const findRole = prepared<[roleKey: string], Role>((database) =>
 *   database.selectFrom('roles').selectAll().where('role_key', '=', ''),
 * )
 * const [role] = await findRole(transaction, 'editor')
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (database: Database) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => Promise<Row[]> {
  // A database and its transactions have the same adapter.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return async (database, ...parameters) => {
    const { adapter } = database.getExecutor()
    const query = compiled.get(adapter) ?? build(database).compile()
    compiled.set(adapter, query)
    const expected = query.parameters.length
    if (parameters.length !== expected) {
      throw new Error(`the query has ${expected} parameters, but ${parameters.length} values were given`)
    }
    return (await database.executeQuery<Row>({ ...query, parameters })).rows
  }
}
