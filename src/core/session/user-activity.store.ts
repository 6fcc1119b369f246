import type { Database } from '../../platform/database/database.ts'
import { onConflictOverwrite } from '../../platform/database/query/insert.ts'
import { hasRows } from '../../platform/database/query/page.ts'

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
      const logins = await database.selectFrom('user_logins').selectAll().where('id', 'in', userIds).execute()
      const times = new Map(logins.map((row) => [row.id, new Date(row.logged_in_at).toISOString()]))
      const sessions = await database
        .selectFrom('sessions')
        .select((of) => ['user_id', of.fn.countAll<number>().as('count')])
        .where('user_id', 'in', userIds)
        .where('expires_at', '>', now)
        .groupBy('user_id')
        .execute()
      const counts = new Map(sessions.map((row) => [row.user_id, Number(row.count)]))
      return (userId) => ({
        lastLoginTime: times.get(userId) ?? null,
        liveSessions: counts.get(userId) ?? 0,
      })
    },
  }
}
