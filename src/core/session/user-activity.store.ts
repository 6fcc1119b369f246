import type { Database } from '../../platform/database/database.ts'
import { onConflictOverwrite } from '../../platform/database/query/insert.ts'
import { hasRows } from '../../platform/database/query/page.ts'
import { isoTimeOrNull } from '../../platform/text/iso-time-or-null.ts'

/** When a user has logged in last, and how many sessions the user has. */
export interface UserActivity {
  /** Null if the user has never logged in. */
  readonly lastLoginTime: string | null
  readonly liveSessions: number
}

const NO_ACTIVITY: UserActivity = { lastLoginTime: null, liveSessions: 0 }

export type UserActivityStore = ReturnType<typeof createUserActivityStore>

export function createUserActivityStore(database: Database) {
  return {
    /** Stores the time of a login. */
    async recordLogin(userId: number, at: number): Promise<void> {
      const insert = database.insertInto('user_logins').values({ id: userId, logged_in_at: at })
      await onConflictOverwrite(database, insert, ['logged_in_at']).execute()
    },

    /** Returns whether anybody has ever logged in. */
    isAnyLogin: () => hasRows(database.selectFrom('user_logins')),

    /** Returns the activity of some users. */
    async of(userIds: readonly number[], now: number): Promise<(userId: number) => UserActivity> {
      if (userIds.length === 0) return () => NO_ACTIVITY
      const rows = await database
        .selectFrom('users')
        .leftJoin('user_logins', 'user_logins.id', 'users.id')
        .select((of) => [
          'users.id',
          'user_logins.logged_in_at as loggedInAt',
          of
            .selectFrom('sessions')
            .select((counted) => counted.fn.countAll<number>().as('count'))
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.expires_at', '>', now)
            .as('sessions'),
        ])
        .where('users.id', 'in', userIds)
        .execute()
      const activities = new Map(rows.map((row) => [row.id, activityOf(row)]))
      return (userId) => activities.get(userId) ?? NO_ACTIVITY
    },
  }
}

/** Returns the activity in a row. */
export function activityOf(row: {
  readonly loggedInAt: number | null
  readonly sessions: number | string | bigint | null
}): UserActivity {
  return {
    lastLoginTime: isoTimeOrNull(row.loggedInAt ?? 0),
    liveSessions: Number(row.sessions),
  }
}
