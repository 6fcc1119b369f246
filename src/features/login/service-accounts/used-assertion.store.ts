import { createHash } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import { onConflictDoNothing } from '../../../platform/database/query/insert.ts'

export type UsedAssertionStore = ReturnType<typeof createUsedAssertionStore>

/** The assertions that were used, until they expire. */
export function createUsedAssertionStore(database: Database) {
  return {
    /** Records that an account used an assertion. Returns false if it was used before, on whatever node. */
    async use(userId: number, jti: string, expiresAt: number): Promise<boolean> {
      const id = createHash('sha256').update(`${userId}:${jti}`).digest('hex')
      const insert = database.insertInto('used_assertions').values({ id, expires_at: expiresAt })
      const { numInsertedOrUpdatedRows = 0n } = await onConflictDoNothing(database, insert).executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('used_assertions').where('expires_at', '<', before).execute()
    },
  }
}
