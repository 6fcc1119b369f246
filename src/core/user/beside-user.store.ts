import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { activityOf, createUserActivityStore, type UserActivity } from '../session/user-activity.store.ts'
import { includesUser, type UserScope } from './list/user-scope.ts'
import { nameSkeleton } from './name/name-skeleton.ts'
import { createSimilarNameStore, MAX_SIMILAR_NAMES, MAX_SIMILAR_ROWS } from './name/similar-name.store.ts'

/** What is shown beside a user. */
export interface BesideUser extends UserActivity {
  /** The usernames in a scope that look like that of the user. */
  readonly similarNames: readonly string[]
}

/** A user whose name is compared. */
export interface Named {
  readonly userId: number
  readonly username: string
}

interface Row extends Named {
  readonly deptId: number
  readonly loggedInAt: number | null
  readonly sessions: number | string | bigint | null
}

/** The user has this skeleton too, so that there is a row. */
const findBesideUser = prepared<[id: number, sameId: number, now: number, skeleton: string], Row>(
  (database) =>
    database
      .selectFrom('users')
      .select((of) => [
        'users.id as userId',
        'users.username',
        'users.dept_id as deptId',
        of.selectFrom('user_logins').select('logged_in_at').where('user_logins.id', '=', 0).as('loggedInAt'),
        of
          .selectFrom('sessions')
          .select((counted) => counted.fn.countAll<number>().as('count'))
          .where('sessions.user_id', '=', 0)
          .where('sessions.expires_at', '>', 0)
          .as('sessions'),
      ])
      .where('users.name_skeleton', '=', '')
      .orderBy('users.name_skeleton')
      .orderBy('users.id')
      .limit(sql.lit(MAX_SIMILAR_ROWS)),
)

export type BesideUserStore = ReturnType<typeof createBesideUserStore>

/** Reads what is shown beside users: one statement for one user, and two for any number of them. */
export function createBesideUserStore(database: Database) {
  const activity = createUserActivityStore(database)
  const similarNames = createSimilarNameStore(database)

  async function ofOne(scope: UserScope, { userId, username }: Named, now: number) {
    const skeleton = nameSkeleton(username)
    const rows = skeleton === '' ? [] : await findBesideUser(database, userId, userId, now, skeleton)
    const [first] = rows
    return (
      first && {
        ...activityOf(first),
        similarNames: rows
          .filter((row) => row.userId !== userId && includesUser(scope, row))
          .map((row) => row.username)
          .slice(0, MAX_SIMILAR_NAMES),
      }
    )
  }

  async function ofMany(scope: UserScope, users: readonly Named[], now: number) {
    const activityOfUser = await activity.of(
      users.map(({ userId }) => userId),
      now,
    )
    const similarTo = await similarNames.of(
      scope,
      users.map(({ username }) => username),
    )
    return ({ userId, username }: Named): BesideUser => ({
      ...activityOfUser(userId),
      similarNames: similarTo(username),
    })
  }

  return {
    /** Returns a function that returns what is shown beside one of the users. */
    async of(scope: UserScope, users: readonly Named[], now: number): Promise<(user: Named) => BesideUser> {
      const [only] = users
      const found = users.length === 1 && only ? await ofOne(scope, only, now) : undefined
      return found ? () => found : ofMany(scope, users, now)
    },
  }
}
