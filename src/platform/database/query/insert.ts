import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import { engineOf } from '../engines.ts'
import type { Database } from '../kysely.ts'

/** Inserts a row and returns the id that the database generated for it. */
export async function insertReturningId<Tables, Into extends keyof Tables>(
  database: Database,
  insert: InsertQueryBuilder<Tables, Into, InsertResult>,
): Promise<number> {
  if (database.getExecutor().adapter.supportsReturning) {
    const { id } = await insert
      .returning(sql<number>`id`.as('id'))
      .$castTo<{ id: number }>()
      .executeTakeFirstOrThrow()
    return id
  }
  const { insertId } = await insert.executeTakeFirst()
  if (insertId === undefined) throw new Error('the database returned no id for the new row')
  return Number(insertId)
}

/** Makes an insert overwrite rows whose id exists. The rows must have all of the columns. */
export function onConflictOverwrite<Tables, Into extends keyof Tables>(
  database: Database,
  insert: InsertQueryBuilder<Tables, Into, InsertResult>,
  columns: readonly (keyof Tables[Into] & string)[],
): InsertQueryBuilder<Tables, Into, InsertResult> {
  return insert.modifyEnd(engineOf(database).sql.overwriteExisting(columns))
}

/** Makes an insert skip rows whose key exists. */
export function onConflictDoNothing<Tables, Into extends keyof Tables>(
  database: Database,
  insert: InsertQueryBuilder<Tables, Into, InsertResult>,
): InsertQueryBuilder<Tables, Into, InsertResult> {
  return insert.modifyEnd(engineOf(database).sql.skipExisting)
}
