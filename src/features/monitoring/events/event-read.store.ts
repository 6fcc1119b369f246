import type { Database } from '../../../platform/database/database.ts'
import { onConflictOverwrite } from '../../../platform/database/query/insert.ts'

export type EventReadStore = ReturnType<typeof createEventReadStore>

export function createEventReadStore(database: Database) {
  /** Returns the id of the newest event that a user has read; 0 for none. */
  async function lastRead(userId: number): Promise<number> {
    const read = database.selectFrom('event_reads').select('last_id').where('id', '=', userId)
    return (await read.executeTakeFirst())?.last_id ?? 0
  }

  return {
    lastRead,

    /** Records that a user has read all events up to one. */
    async markRead(userId: number, lastId: number): Promise<void> {
      if (lastId <= (await lastRead(userId))) return
      const insert = database.insertInto('event_reads').values({ id: userId, last_id: lastId })
      await onConflictOverwrite(database, insert, ['last_id']).execute()
    },
  }
}
