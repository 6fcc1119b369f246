import type { Database } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/database-error.ts'

/** Leases decide which node does a task that only one node at a time should do. */
export function createLeaseStore(database: Database) {
  return {
    /** Takes or extends the lease until a time. Returns false if another holder has it. */
    async take(lease: { id: string; holder: string; now: number; until: number }): Promise<boolean> {
      const { id, holder, now, until } = lease
      const result = await database
        .updateTable('leases')
        .set({ holder, held_until: until })
        .where('id', '=', id)
        .where((where) => where.or([where('holder', '=', holder), where('held_until', '<=', now)]))
        .executeTakeFirst()
      if (result.numUpdatedRows > 0n) return true
      try {
        await database.insertInto('leases').values({ id, holder, held_until: until }).execute()
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },
  }
}
