import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { type DialectName, dialectOf } from './dialect.ts'

/** Stands for a value that comes with every call. */
export type Later<Given> = <Name extends keyof Given>(name: Name) => RawBuilder<Given[Name]>

interface Compiled<Given, Row> {
  readonly query: CompiledQuery<Row>
  /** Which of its parameters stand for what. */
  readonly places: ReadonlyMap<unknown, keyof Given>
}

/**
 * For the figures `storm` and `snapshot`: a query that is asked over and over, made into text once for each kind of database. To
 * build it again takes longer than SQLite takes to answer it. For all databases of a kind alike: none has a schema or plugins of
 * its own.
 *
 * @example
 * const userById = compiledOnce((database, later: Later<{ id: number }>) =>
 *   database.selectFrom('users').selectAll().where('id', '=', later('id')),
 * )
 * const { rows } = await userById(transaction, { id: 7 })
 */
export function compiledOnce<Given extends { readonly [Name in keyof Given]: string | number }, Row>(
  build: (database: Database, later: Later<Given>) => Compilable<Row>,
): (database: Database, given: Given) => Promise<QueryResult<Row>> {
  const compiled = new Map<DialectName, Compiled<Given, Row>>()

  function compile(database: Database, dialect: DialectName): Compiled<Given, Row> {
    const places = new Map<unknown, keyof Given>()
    const query = build(database, (name) => {
      const place = { name }
      places.set(place, name)
      return sql`${place}`
    }).compile()
    compiled.set(dialect, { query, places })
    return { query, places }
  }

  return (database, given) => {
    const dialect = dialectOf(database)
    const { query, places } = compiled.get(dialect) ?? compile(database, dialect)
    const parameters = query.parameters.map((parameter) => {
      const name = places.get(parameter)
      return name === undefined ? parameter : given[name]
    })
    return database.executeQuery({ ...query, parameters })
  }
}
