import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { hasRows } from '../../platform/database/query/page.ts'
import { forShare } from '../../platform/database/query/row-locks.ts'
import { accountOf, type StoredAccount, selectAccounts } from '../user/account.store.ts'
import { isInScope } from '../user/list/user-scope.store.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import { ENABLED } from '../user/status.ts'
import type { StoppedAccount } from '../user/user-schemas.ts'

/**
 * Returns the condition that a column names a user with access. A user without access is disabled or deleted, has a disabled role, or is
 * refused by a directory or an identity provider.
 */
function hasAccess(column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (
    select owning.id from users as owning
    inner join roles as owning_roles on owning_roles.id = owning.role_id
    where owning.id = ${column}
      and owning.status = ${sql.lit(ENABLED)} and owning_roles.status = ${sql.lit(ENABLED)}
      and not exists (
        select user_links.id from user_links where user_links.user_id = owning.id and user_links.refused_at > 0
      )
  )`
}

/** The condition that the owner has access, for queries of `service_accounts`. */
export const ownerHasAccess = hasAccess(sql.ref('service_accounts.owner_id'))

export type OwnerAccessStore = ReturnType<typeof createOwnerAccessStore>

export function createOwnerAccessStore(database: Database) {
  /** Returns the accounts of owners in a scope that are usable except for the access of the owners, who have it or not. */
  async function accountsOf(scope: UserScope, ownerIds: readonly number[], withAccess: boolean) {
    const found: StoppedAccount[] = []
    for await (const ids of batchesOf(ownerIds)) {
      const rows = await database
        .selectFrom('service_accounts')
        .innerJoin('users', 'users.id', 'service_accounts.id')
        .select(['users.id as userId', 'users.username', 'service_accounts.owner_id as ownerId'])
        .where('users.status', '=', sql.lit(ENABLED))
        .where('service_accounts.owner_id', 'in', ids)
        .where('service_accounts.accepted', '=', 1)
        .where(withAccess ? ownerHasAccess : sql<SqlBool>`not ${ownerHasAccess}`)
        .where(isInScope(scope))
        .orderBy('users.id')
        .execute()
      found.push(...rows)
    }
    return found
  }

  return {
    /** Returns whether the owner of a service account has access. */
    hasOwnerWithAccess: (accountId: number) =>
      hasRows(
        database
          .selectFrom('service_accounts')
          .where('service_accounts.id', '=', accountId)
          .where(ownerHasAccess),
      ),

    /** Returns whether a user has access. */
    hasAccess: (userId: number) =>
      hasRows(
        database
          .selectFrom('users')
          .where('users.id', '=', userId)
          .where(hasAccess(sql.ref('users.id'))),
      ),

    /** Locks the owner of a service account and the owner's role, so that the access stays as it is until the transaction ends. */
    async lockOwner(accountId: number): Promise<void> {
      const owner = database
        .selectFrom('users')
        .innerJoin('roles', 'roles.id', 'users.role_id')
        .select('users.id')
        .where('users.id', '=', (of) =>
          of.selectFrom('service_accounts').select('owner_id').where('service_accounts.id', '=', accountId),
        )
      await forShare(database, owner).execute()
    },

    /** Returns the name of the owner of an account; undefined for people. */
    async ownerOf(userId: number): Promise<string | undefined> {
      const row = await database
        .selectFrom('service_accounts')
        .leftJoin('users', 'users.id', 'service_accounts.owner_id')
        .select('users.username')
        .where('service_accounts.id', '=', userId)
        .executeTakeFirst()
      return row?.username ?? undefined
    },

    /** Returns the owner of an account. */
    async findOwner(userId: number): Promise<StoredAccount | undefined> {
      const row = await selectAccounts(database)
        .where('users.id', '=', (of) =>
          of.selectFrom('service_accounts').select('owner_id').where('service_accounts.id', '=', userId),
        )
        .executeTakeFirst()
      return row && accountOf(row)
    },

    /** Returns the accounts in a scope that cannot log in only because these owners have no access. */
    stoppedWith: (scope: UserScope, ownerIds: readonly number[]) => accountsOf(scope, ownerIds, false),

    /** Returns the accounts in a scope that can log in, and could not without access of these owners. */
    stoppingWith: (scope: UserScope, ownerIds: readonly number[]) => accountsOf(scope, ownerIds, true),

    /** Returns the service accounts that have sessions although their owners have no access. */
    async withSessions(): Promise<number[]> {
      const rows = await database
        .selectFrom('service_accounts')
        .select('service_accounts.id')
        .where(sql<SqlBool>`not ${ownerHasAccess}`)
        .where(
          sql<SqlBool>`exists (select sessions.id from sessions where sessions.user_id = service_accounts.id)`,
        )
        .orderBy('service_accounts.id')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
