import { isInScope } from '../../../core/user/list/user-scope.store.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf, keysetBatches } from '../../../platform/database/query/batches.ts'
import type { IdleUser } from './idle-user.ts'

/** An idle user without the details. */
export interface Idle {
  readonly userId: number
  readonly roleId: number
  /** The last login, or the creation of a user who has never logged in. */
  readonly since: number
}

/** In an embedded database, a batch takes a few milliseconds. */
const USERS_PER_READ = 1000

export function createIdleUserStore(database: Database) {
  /** A query of its own: with a join, PostgreSQL reads and sorts all users for every batch. */
  async function loginsBetween(firstId: number, lastId: number): Promise<ReadonlyMap<number, number>> {
    const rows = await database
      .selectFrom('user_logins')
      .selectAll()
      .where('id', '>=', firstId)
      .where('id', '<=', lastId)
      .execute()
    return new Map(rows.map((row) => [row.id, row.logged_in_at]))
  }

  return {
    /**
     * Returns the enabled users in a scope who have not logged in since `before`, those who have been idle longest first. Reads all
     * users in batches by id.
     */
    async list(scope: UserScope, before: number): Promise<Idle[]> {
      const idle: Idle[] = []
      const users = database
        .selectFrom('users')
        .select(['id', 'role_id', 'status', 'created_at'])
        .where(isInScope(scope))
        .orderBy('id')
      const read = (id: number, limit: number) => users.where('id', '>', id).limit(limit).execute()
      for await (const rows of keysetBatches(0, USERS_PER_READ, read, ({ id }) => id)) {
        const logins = await loginsBetween(rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0)
        for (const { id, role_id, status, created_at } of rows) {
          const since = logins.get(id) ?? created_at
          if (status === ENABLED && since < before) idle.push({ userId: id, roleId: role_id, since })
        }
      }
      return idle.toSorted((one, other) => one.since - other.since || one.userId - other.userId)
    },

    /** Returns the details of users, in the order of the ids. */
    async find(userIds: readonly number[]): Promise<IdleUser[]> {
      const users = new Map<number, IdleUser>()
      for await (const batch of batchesOf(userIds)) {
        const rows = await database
          .selectFrom('users')
          .innerJoin('roles', 'roles.id', 'users.role_id')
          .leftJoin('user_logins', 'user_logins.id', 'users.id')
          .leftJoin('service_accounts', 'service_accounts.id', 'users.id')
          .leftJoin('users as owners', 'owners.id', 'service_accounts.owner_id')
          .select(['users.id', 'users.username', 'users.nick_name', 'users.role_id', 'users.created_at'])
          .select(['roles.role_key', 'user_logins.logged_in_at'])
          .select(['service_accounts.owner_id', 'owners.username as owner'])
          .where('users.id', 'in', batch)
          .execute()
        for (const row of rows) {
          users.set(row.id, {
            userId: row.id,
            username: row.username,
            nickName: row.nick_name,
            roleId: row.role_id,
            roleKey: row.role_key,
            owner: row.owner_id === null ? null : (row.owner ?? ''),
            lastLoginTime: row.logged_in_at === null ? null : new Date(row.logged_in_at).toISOString(),
            createdAt: new Date(row.created_at).toISOString(),
          })
        }
      }
      return userIds.flatMap((id) => users.get(id) ?? [])
    },
  }
}
