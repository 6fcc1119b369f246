import { type Compilable, type InsertQueryBuilder, type InsertResult, type QueryResult, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.ts'

type Insert<Into extends keyof Tables> = InsertQueryBuilder<Tables, Into, InsertResult>

interface Identified {
  readonly id: number
}

/** Inserts the row and answers the id that the database gave it. */
export async function insertedId<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Promise<number> {
  return idOf(await database.executeQuery(tellingId(database, insert)))
}

/** The insert, so that {@link idOf} finds the id in what it gives. */
export function tellingId<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Compilable<Identified | InsertResult> {
  return dialectOf(database) === 'postgres' ? insert.returning(sql<number>`id`.as('id')) : insert
}

/** The id that the database gave the new row. */
export function idOf({ rows: [row], insertId }: QueryResult<Identified | InsertResult>): number {
  if (row && 'id' in row) return row.id
  if (insertId === undefined) throw new Error('the database gave the new row no id')
  return Number(insertId)
}

/**
 * The insert, but rows whose key is taken are left as they are. Not MySQL's `insert ignore`: that lets values that do
 * not fit pass as well, cut to size.
 */
export function unlessThere<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Insert<Into> {
  return dialectOf(database) === 'mysql'
    ? insert.modifyEnd(sql`on duplicate key update id = id`)
    : insert.onConflict((conflict) => conflict.doNothing())
}
