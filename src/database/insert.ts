import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.ts'

type Insert<Into extends keyof Tables> = InsertQueryBuilder<Tables, Into, InsertResult>

/** Inserts a row and returns the id that the database generated for it. */
export async function insertReturningId<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Promise<number> {
  if (database.getExecutor().adapter.supportsReturning) {
    const { id } = await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow()
    return id
  }
  const { insertId } = await insert.executeTakeFirst()
  if (insertId === undefined) throw new Error('the database returned no id for the new row')
  return Number(insertId)
}

/**
 * Adds a clause to the insert that skips rows whose key exists. MySQL's `insert ignore` is not used: it also accepts
 * values that do not fit and truncates them.
 */
export function onConflictDoNothing<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Insert<Into> {
  return dialectOf(database) === 'mysql'
    ? insert.modifyEnd(sql`on duplicate key update id = id`)
    : insert.onConflict((conflict) => conflict.doNothing())
}
