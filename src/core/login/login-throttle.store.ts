import type { Database } from '../../platform/database/database.ts'
import { onConflictDoNothing, onConflictOverwrite } from '../../platform/database/query/insert.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'

/** The login attempts of a username in a network, or of a network. Times are in milliseconds since 1970. */
export interface Attempts {
  /** Consecutive failed attempts, including those that are still being verified. */
  readonly failures: number
  /** Attempts before this time are refused. */
  readonly blockedUntil: number
  /** The time of the last successful login; 0 if there is none. */
  readonly succeededAt: number
  readonly updatedAt: number
}

/** The maximum length of a stored name. */
export const MAX_NAME_CHARACTERS = 255

export const NO_ATTEMPTS: Attempts = { failures: 0, blockedUntil: 0, succeededAt: 0, updatedAt: 0 }

/** What attempts are counted for. */
export interface Subject {
  /** A hash: it has a fixed length and does not reveal who tried to log in. */
  readonly id: string
  /** Empty for a whole network. */
  readonly username: string
  /** Empty for what is not listed as a blocked login. */
  readonly network: string
}

/** The attempts of a subject. */
export interface CountedSubject {
  readonly subject: Subject
  readonly attempts: Attempts
}

/** The ids of a username in a network, of a network, or of both. */
type Ids = readonly [string] | readonly [string, string]

const lockAttempts = prepared<[id: string, otherId: string], Attempts & { readonly id: string }>(
  (database) => {
    const attempts = database
      .selectFrom('login_attempts')
      .select([
        'id',
        'failures',
        'blocked_until as blockedUntil',
        'succeeded_at as succeededAt',
        'updated_at as updatedAt',
      ])
      .where('id', 'in', ['', ''])
      // All transactions lock in the same order, so that two cannot deadlock.
      .orderBy('id')
    return forUpdate(database, attempts)
  },
)

export function createLoginThrottleStore(database: Database) {
  async function findLocked([id, otherId = id]: Ids): Promise<Map<string, Attempts>> {
    const rows = await lockAttempts(database, id, otherId)
    return new Map(rows.map(({ id, ...known }) => [id, known]))
  }

  async function insertIfMissing(ids: Ids): Promise<void> {
    const none = { failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
    const rows = ids.toSorted().map((id) => ({ id, ...none }))
    await onConflictDoNothing(database, database.insertInto('login_attempts').values(rows)).execute()
  }

  return {
    /** Locks the subjects until the transaction ends. Returns a function that returns the attempts of each. */
    async lock(ids: Ids): Promise<(id: string) => Attempts> {
      let known = await findLocked(ids)
      // Before the first attempt there is no row to lock. A concurrent transaction waits for the inserted row.
      if (known.size < ids.length) {
        await insertIfMissing(ids)
        known = await findLocked(ids)
      }
      return (id) => {
        const attempts = known.get(id)
        if (!attempts) throw new Error('login attempts could not be counted')
        return attempts
      }
    },

    /**
     * Stores the attempts of subjects that the transaction has locked. The name and the network are stored only while they are
     * blocked, for the operators who may release them.
     */
    async save(...counted: readonly CountedSubject[]): Promise<void> {
      const insert = database.insertInto('login_attempts').values(counted.map(rowOf))
      await onConflictOverwrite(database, insert, SAVED_COLUMNS).execute()
    },

    async remove(id: string): Promise<void> {
      await database.deleteFrom('login_attempts').where('id', '=', id).execute()
    },

    /** Deletes the rows whose last failure and last success are older than the given times, and names in the others. */
    async deleteExpired(failedBefore: number, succeededBefore: number): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where('updated_at', '<', failedBefore)
        .where('succeeded_at', '<', succeededBefore)
        .execute()
      await database
        .updateTable('login_attempts')
        .set({ username: '', network: '' })
        .where('updated_at', '<', failedBefore)
        .where((of) => of.or([of('network', '!=', ''), of('username', '!=', '')]))
        .execute()
    },
  }
}

const SAVED_COLUMNS = [
  'username',
  'network',
  'failures',
  'blocked_until',
  'succeeded_at',
  'updated_at',
] as const

function rowOf({ subject, attempts }: CountedSubject) {
  const isBlocked = attempts.blockedUntil > 0
  return {
    id: subject.id,
    username: isBlocked ? subject.username : '',
    network: isBlocked ? subject.network : '',
    failures: attempts.failures,
    blocked_until: attempts.blockedUntil,
    succeeded_at: attempts.succeededAt,
    updated_at: attempts.updatedAt,
  }
}
