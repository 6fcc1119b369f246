import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { onConflictDoNothing } from '../../platform/database/query/insert.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'

/** What is counted or recorded once, such as `['failures', 'alice']`. */
export type Subject = readonly [kind: string, ...parts: (string | number)[]]

/** A window that never ends. */
const NEVER = Number.MAX_SAFE_INTEGER

interface Counted {
  readonly number: number
  readonly endsAt: number
}

/** Creates the counters by which an event is stored once and not at every occurrence or by every node. */
export function createEventWindows(transaction: Transaction) {
  async function lock(id: string): Promise<Counted> {
    const row = { id, number: 0, expires_at: 0 }
    await onConflictDoNothing(transaction, transaction.insertInto('event_windows').values(row)).execute()
    const query = transaction.selectFrom('event_windows').selectAll().where('id', '=', id)
    const { number, expires_at } = await forUpdate(transaction, query).executeTakeFirstOrThrow()
    return { number, endsAt: expires_at }
  }

  async function save(id: string, { number, endsAt }: Counted): Promise<void> {
    await transaction
      .updateTable('event_windows')
      .set({ number, expires_at: endsAt })
      .where('id', '=', id)
      .execute()
  }

  return {
    /** Counts an occurrence in the current window. The first one starts a window. */
    async count(subject: Subject, windowMs: number, now: number): Promise<Counted> {
      const id = idOf(subject)
      const { number, endsAt } = await lock(id)
      const counted =
        endsAt > now && endsAt <= now + windowMs
          ? { number: number + 1, endsAt }
          : { number: 1, endsAt: now + windowMs }
      await save(id, counted)
      return counted
    },

    /** Returns true for the first call with this subject, whichever node makes it. */
    async isFirst(subject: Subject): Promise<boolean> {
      const id = idOf(subject)
      const { number } = await lock(id)
      if (number === 0) await save(id, { number: 1, endsAt: NEVER })
      return number === 0
    },

    /** Makes the next call of `isFirst` with this subject return true. */
    async forget(subject: Subject): Promise<void> {
      await transaction.deleteFrom('event_windows').where('id', '=', idOf(subject)).execute()
    },

    /** Returns for each subject whether `isFirst` was called with it. */
    async recorded(subjects: readonly Subject[]): Promise<boolean[]> {
      const ids = subjects.map(idOf)
      const found = new Set<string>()
      for await (const batch of batchesOf(ids)) {
        const query = transaction.selectFrom('event_windows').select('id').where('id', 'in', batch)
        for (const { id } of await query.where('number', '>', 0).execute()) found.add(id)
      }
      return ids.map((id) => found.has(id))
    },

    /**
     * Returns whether the time of a task has come, and if so, sets the next time. A stored time after `latestAt` comes from a
     * longer interval or a wrong clock, and does not count.
     */
    async claim(
      subject: Subject,
      { nextAt, latestAt, now }: { nextAt: number; latestAt: number; now: number },
    ): Promise<boolean> {
      const id = idOf(subject)
      const { endsAt } = await lock(id)
      if (endsAt > now && endsAt <= latestAt) return false
      await save(id, { number: 1, endsAt: nextAt })
      return true
    },

    /** Sets the next time of a task. */
    async schedule(subject: Subject, nextAt: number): Promise<void> {
      const id = idOf(subject)
      await lock(id)
      await save(id, { number: 1, endsAt: nextAt })
    },
  }
}

export async function deleteEndedWindows(database: Database, before: number): Promise<void> {
  await database.deleteFrom('event_windows').where('expires_at', '<', before).execute()
}

/** A hash has a fixed length and does not reveal who tried to log in. */
function idOf(subject: Subject): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url')
}
