import { compiledOnce, type Later } from '../database/compiled-once.ts'
import type { Database } from '../database/database.ts'
import { unlessThere } from '../database/insert.ts'
import { locking } from '../database/row-locks.ts'

/** What is known of one who tries to log in. Times are in milliseconds. */
export interface Attempts {
  /** Those that failed, one after another, and those that are under way. */
  readonly failures: number
  /** Before this, nothing is tried. */
  readonly blockedUntil: number
  /** When a login succeeded last; 0 for never. */
  readonly succeededAt: number
  readonly updatedAt: number
}

export const NO_ATTEMPTS: Attempts = { failures: 0, blockedUntil: 0, succeededAt: 0, updatedAt: 0 }

export type LoginThrottleStore = ReturnType<typeof createLoginThrottleStore>

/** A username in a network, a network, or both. */
type Subjects = readonly [string] | readonly [string, string]

const lockedAttempts = compiledOnce((database, later: Later<{ one: string; other: string }>) => {
  const found = database
    .selectFrom('login_attempts')
    .select([
      'id',
      'failures',
      'blocked_until as blockedUntil',
      'succeeded_at as succeededAt',
      'updated_at as updatedAt',
    ])
    .where('id', 'in', [later('one'), later('other')])
    // All in the same order, or two could wait for each other.
    .orderBy('id')
  return locking(database, found)
})

const saveAttempts = compiledOnce((database, later: Later<Attempts & { subject: string }>) =>
  database
    .updateTable('login_attempts')
    .set({
      failures: later('failures'),
      blocked_until: later('blockedUntil'),
      succeeded_at: later('succeededAt'),
      updated_at: later('updatedAt'),
    })
    .where('id', '=', later('subject')),
)

export function createLoginThrottleStore(database: Database) {
  async function findLocked(subjects: Subjects): Promise<Map<string, Attempts>> {
    const [one] = subjects
    const { rows } = await lockedAttempts(database, { one, other: subjects.at(-1) ?? one })
    return new Map(rows.map(({ id, ...attempts }) => [id, attempts]))
  }

  async function insertUnlessThere(subjects: Subjects): Promise<void> {
    const none = { failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
    const rows = subjects.toSorted().map((id) => ({ id, ...none }))
    await unlessThere(database, database.insertInto('login_attempts').values(rows)).execute()
  }

  return {
    /** Nobody else counts for these subjects until the transaction ends. Answers what is known of each. */
    async lock(subjects: Subjects): Promise<(subject: string) => Attempts> {
      let known = await findLocked(subjects)
      // There is nothing to lock before the first attempt. Of two at once, the second waits for the first one's row.
      if (known.size < subjects.length) {
        await insertUnlessThere(subjects)
        known = await findLocked(subjects)
      }
      return (subject) => {
        const attempts = known.get(subject)
        if (!attempts) throw new Error('login attempts could not be counted')
        return attempts
      }
    },

    async save(subject: string, attempts: Attempts): Promise<void> {
      await saveAttempts(database, { subject, ...attempts })
    },

    /** Forgets those who failed last before a time, and those who were let in last before another. */
    async purge(failedBefore: number, succeededBefore: number): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where('updated_at', '<', failedBefore)
        .where('succeeded_at', '<', succeededBefore)
        .execute()
    },
  }
}
