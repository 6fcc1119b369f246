import { notFound } from '../../platform/refusal/refusal.ts'
import { DAY_IN_MS } from '../../platform/runtime/time-units.ts'
import { counted } from '../../platform/text/counted.ts'
import { type Operator, SERVICE } from '../audit-log/operator.ts'
import type { Operations } from '../operations/operations.ts'
import { createLoginLogRemovalStore } from './login-log-removal.store.ts'

/** The log is locked while a batch is deleted. */
const ENTRIES_PER_BATCH = 5000

export type LoginLogAdministration = ReturnType<typeof createLoginLogAdministration>

export function createLoginLogAdministration(operations: Operations) {
  return {
    /** Removes entries, all or none. Their positions stay in the log, so that tampering is still found. */
    async remove(operator: Operator, ids: readonly number[]) {
      return operations.run(operator, async ({ transaction, authority, note }) => {
        await (await authority()).requireAllData()
        const log = createLoginLogRemovalStore(transaction)
        await log.lock()
        const wanted = [...new Set(ids)]
        const entries = await log.removable(wanted)
        const found = new Set(entries.map(({ id }) => id))
        const unknown = wanted.find((id) => !found.has(id))
        if (unknown !== undefined) throw notFound('login log entry', unknown)
        const auditId = await note({
          action: 'login-log.delete',
          target: counted(entries.length, 'entry', 'entries'),
          before: { entries },
        })
        await log.remove(entries, auditId)
        return { removed: entries.length }
      })
    },

    /** Deletes entries that are older than so many days. Returns how many there were. */
    async deleteOlderThan(days: number): Promise<number> {
      let deleted = 0
      for (;;) {
        const { count } = await operations.run(SERVICE, async ({ transaction, at, note }) => {
          const before = at - days * DAY_IN_MS
          const { count, upTo } = await createLoginLogRemovalStore(transaction).deleteOldest(
            before,
            ENTRIES_PER_BATCH,
          )
          const after = { dropped: count, upTo, olderThan: new Date(before).toISOString() }
          if (count > 0)
            await note({ action: 'login-log.retention', target: counted(count, 'entry', 'entries'), after })
          return { count }
        })
        deleted += count
        if (count < ENTRIES_PER_BATCH) return deleted
      }
    },
  }
}
