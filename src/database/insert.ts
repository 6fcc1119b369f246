import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.ts'

type Insert<Into extends keyof Tables> = InsertQueryBuilder<Tables, Into, InsertResult>

/** Inserts the row and answers the id that the database gave it. */
export async function insertedId<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Promise<number> {
  if (dialectOf(database) === 'postgres') {
    return (await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow()).id
  }
  const { insertId } = await insert.executeTakeFirstOrThrow()
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
