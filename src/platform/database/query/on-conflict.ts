import { type RawBuilder, sql } from 'kysely'

/** Ends an insert that overwrites these columns of rows whose id exists, for products with `on conflict`. */
export function overwriteExisting(columns: readonly string[]): RawBuilder<unknown> {
  const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  return sql`on conflict (id) do update set ${sql.join(changes)}`
}
