import type { RootDatabase } from '../../../../platform/database/database.ts'
import { onConflictDoNothing } from '../../../../platform/database/query/insert.ts'

/** The delivery state of a webhook. */
export interface Delivery {
  readonly lastEventId: number
  /** Consecutive failures of the next event. */
  readonly failures: number
  readonly retryAt: number
  readonly skipped: number
}

export type WebhookStore = ReturnType<typeof createWebhookStore>

export function createWebhookStore(database: RootDatabase) {
  async function find(name: string): Promise<Delivery | undefined> {
    return database
      .selectFrom('event_webhooks')
      .select(['last_event_id as lastEventId', 'failures', 'retry_at as retryAt', 'skipped'])
      .where('id', '=', name)
      .executeTakeFirst()
  }

  return {
    find,

    /** Adds a webhook, unless it exists. It gets the events after this one. */
    async add(name: string, lastEventId: number): Promise<void> {
      const row = { id: name, last_event_id: lastEventId, holder: '', held_until: 0 }
      const fresh = { ...row, failures: 0, retry_at: 0, skipped: 0 }
      await onConflictDoNothing(database, database.insertInto('event_webhooks').values(fresh)).execute()
    },

    /**
     * Makes this node the only one that delivers, for some time. Returns undefined if another node does. A time that is
     * too far ahead comes from a clock that was wrong.
     */
    async acquire(name: string, holder: string, leaseMs: number, now: number): Promise<Delivery | undefined> {
      const { numUpdatedRows } = await database
        .updateTable('event_webhooks')
        .set({ holder, held_until: now + leaseMs })
        .where('id', '=', name)
        .where((where) =>
          where.or([
            where('holder', '=', holder),
            where('held_until', '<=', now),
            where('held_until', '>', now + 2 * leaseMs),
          ]),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0 ? find(name) : undefined
    },

    /** Stores the progress. Returns false if another node delivers now. */
    async save(name: string, holder: string, delivery: Delivery, until: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('event_webhooks')
        .set({
          last_event_id: delivery.lastEventId,
          failures: delivery.failures,
          retry_at: delivery.retryAt,
          skipped: delivery.skipped,
          held_until: until,
        })
        .where('id', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0
    },

    /** Lets another node deliver immediately. */
    async release(name: string, holder: string): Promise<void> {
      await database
        .updateTable('event_webhooks')
        .set({ held_until: 0 })
        .where('id', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}
