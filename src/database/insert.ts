import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import { engineOf } from './engines.ts'
import type { Database } from './kysely.ts'
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

/** Makes an insert overwrite rows whose id exists. The rows must have all of the columns. */
export function onConflictOverwrite<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
  columns: readonly (keyof Tables[Into] & string)[],
): Insert<Into> {
  return insert.modifyEnd(engineOf(database).sql.overwriteExisting(columns))
}

/** Makes an insert skip rows whose key exists. */
export function onConflictDoNothing<Into extends keyof Tables>(
  database: Database,
  insert: Insert<Into>,
): Insert<Into> {
  return insert.modifyEnd(engineOf(database).sql.skipExisting)
}
