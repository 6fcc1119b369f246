import type { Suspension, User } from '../../../core/user/user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'

/** A suspended user, with the names of both. */
export interface SuspendedUser extends Suspension {
  readonly userId: number
  readonly username: string
  /** Empty if the other one has been deleted since. */
  readonly withUsername: string
}

export type SuspensionStore = ReturnType<typeof createSuspensionStore>

/** Records which users are suspended. Whether a user is enabled is part of the user. */
export function createSuspensionStore(database: Database) {
  const suspended = () =>
    database
      .selectFrom('users')
      .leftJoin('users as others', 'others.id', 'users.suspended_with')
      .select([
        'users.id as userId',
        'users.username',
        'users.suspended_with as withUserId',
        'others.username as withUsername',
        'users.suspended_by as byUserId',
      ])
      .where('users.suspended_with', '>', 0)
      .orderBy('users.id')

  async function set(userId: number, { withUserId, byUserId }: Suspension): Promise<void> {
    await database
      .updateTable('users')
      .set({ suspended_with: withUserId, suspended_by: byUserId })
      .where('id', '=', userId)
      .execute()
  }

  async function among(userIds: readonly number[]): Promise<SuspendedUser[]> {
    const found: SuspendedUser[] = []
    for await (const batch of batchesOf(userIds))
      found.push(...(await suspended().where('users.id', 'in', batch).execute()).map(withoutNull))
    return found
  }

  return {
    set,

    remove: (userId: number) => set(userId, { withUserId: 0, byUserId: 0 }),

    /** Returns all suspended users. */
    async list(): Promise<SuspendedUser[]> {
      return (await suspended().execute()).map(withoutNull)
    },

    /** Returns those of the users who are suspended. */
    among,

    /** Returns the names of those with whom users are suspended, by the ids of the users. */
    async otherNames(
      users: readonly Pick<User, 'userId' | 'suspension'>[],
    ): Promise<ReadonlyMap<number, string>> {
      const found = await among(users.filter(({ suspension }) => suspension).map(({ userId }) => userId))
      return new Map(found.map(({ userId, withUsername }) => [userId, withUsername]))
    },
  }
}

function withoutNull({
  withUsername,
  ...user
}: Omit<SuspendedUser, 'withUsername'> & { readonly withUsername: string | null }): SuspendedUser {
  return { ...user, withUsername: withUsername ?? '' }
}
