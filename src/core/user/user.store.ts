import { type Selectable, sql } from 'kysely'
import { ROWS_OF_USER } from '../../features/tables.ts'
import type { Database } from '../../platform/database/database.ts'
import { insertReturningId } from '../../platform/database/query/insert.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'
import { isStorable } from '../../platform/database/query/stored-text.ts'
import { permanentRightsOf, rightsText } from './credential-rights.ts'
import { isInScope } from './list/user-scope.store.ts'
import { ALL_USERS, includesUser, type UserScope } from './list/user-scope.ts'
import { searchTextOf } from './list/user-search.ts'
import { usernameKey } from './name/username.ts'
import type { User } from './user.ts'
import { columnsOf, type NewUser, rowOf, type UserChange, userOf } from './user-row.store.ts'
import type { UserTables } from './user-tables.ts'

export type { NewUser, UserChange }

export type UserStore = ReturnType<typeof createUserStore>

const ROLE_ENDS_PER_TRANSACTION = 100

const findUser = prepared<[id: number], Selectable<UserTables['users']>>((database) =>
  database.selectFrom('users').selectAll().where('id', '=', 0),
)

const findDueRoleEnds = prepared<[endedBy: number, remindedBy: number], Selectable<UserTables['users']>>(
  (database) =>
    database
      .selectFrom('users')
      .selectAll()
      .where('role_until', '>', sql.lit(0))
      .where((of) =>
        of.or([
          of('role_until', '<=', 0),
          of.and([of('role_reminder_at', '>', sql.lit(0)), of('role_reminder_at', '<=', 0)]),
        ]),
      )
      .orderBy('role_until')
      .limit(sql.lit(ROLE_ENDS_PER_TRANSACTION)),
)

export function createUserStore(database: Database) {
  return {
    async insert(user: NewUser, at: number): Promise<number> {
      const id = await insertReturningId(database, database.insertInto('users').values(rowOf(user, at)))
      await database
        .insertInto('user_search')
        .values({ id, search_text: searchTextOf(user) })
        .execute()
      await countUsers(1)
      return id
    },

    /** Inserts users in one statement. Throws if one of the usernames is taken. */
    async insertMany(users: readonly NewUser[], at: number): Promise<void> {
      const rows = users.map((user) => rowOf(user, at))
      await database.insertInto('users').values(rows).execute()
      await addSearchTexts(rows.map((row) => row.username_key))
      await countUsers(users.length)
    },

    /** Returns the users that have one of these names or an equivalent one, by their username keys. */
    async holdersOf(
      usernames: readonly string[],
    ): Promise<ReadonlyMap<string, { id: number; username: string }>> {
      const keys = usernames.filter(isStorable).map(usernameKey)
      if (keys.length === 0) return new Map()
      const rows = await database
        .selectFrom('users')
        .select(['id', 'username', 'username_key'])
        .where('username_key', 'in', keys)
        .execute()
      return new Map(rows.map(({ username_key, ...holder }) => [username_key, holder]))
    },

    async remove(id: number): Promise<void> {
      await database.deleteFrom('user_search').where('id', '=', id).execute()
      await database.deleteFrom('user_logins').where('id', '=', id).execute()
      await database.deleteFrom('user_networks').where('user_id', '=', id).execute()
      await database.deleteFrom('user_links').where('user_id', '=', id).execute()
      await database.deleteFrom('service_accounts').where('id', '=', id).execute()
      for (const [table, column] of Object.entries(ROWS_OF_USER))
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(database)
      const { numDeletedRows } = await database.deleteFrom('users').where('id', '=', id).executeTakeFirst()
      await countUsers(-Number(numDeletedRows))
    },

    async find(id: number): Promise<User | undefined> {
      const [row] = await findUser(database, id)
      return row && userOf(row)
    },

    /** Returns a user in a scope. A user outside it is not found, with the same query. */
    async findIn(scope: UserScope, id: number): Promise<User | undefined> {
      const [row] = await findUser(database, id)
      return row && includesUser(scope, { userId: row.id, deptId: row.dept_id }) ? userOf(row) : undefined
    },

    /** Returns a user in a scope by name. */
    findByNameIn,

    findByName: (username: string) => findByNameIn(ALL_USERS, username),

    /** Locks a user until the transaction ends: it can neither be changed nor log in. Lock before reading. */
    async lock(id: number): Promise<void> {
      await forUpdate(database, database.selectFrom('users').select('id').where('id', '=', id)).execute()
    },

    /** Returns whether a role has ended, or its end is to be announced. */
    async isRoleEndDue(time: number): Promise<boolean> {
      return (await findDueRoleEnds(database, time, time)).length > 0
    },

    /** Returns some of the users whose roles have ended, or whose ends are to be announced. */
    async withDueRoleEnd(time: number): Promise<User[]> {
      return (await findDueRoleEnds(database, time, time)).map(userOf)
    },

    /** Records that the end of a role was announced. */
    async removeReminder(id: number): Promise<void> {
      await database.updateTable('users').set({ role_reminder_at: 0 }).where('id', '=', id).execute()
    },

    async change(id: number, change: UserChange, at: number): Promise<void> {
      await database
        .updateTable('users')
        .set((of) => ({
          ...columnsOf(change, at),
          ...(outdatesCredentials(change) ? { credential_version: of('credential_version', '+', 1) } : {}),
          revision: of('revision', '+', 1),
          updated_at: at,
        }))
        .where('id', '=', id)
        .execute()
      if (changesSearchText(change)) await renewSearchText(id)
      await renewRights(id, change)
    },

    /** Returns the rights that the user had when the password and the addresses were set. */
    async credentialRights(id: number) {
      return database
        .selectFrom('users')
        .select([
          'password_rights as password',
          'email_rights as email',
          'phone_rights as phone',
          'password_hash as passwordHash',
        ])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** Returns the password hash and its version. */
    async credentials(id: number): Promise<{ passwordHash: string; credentialVersion: number } | undefined> {
      return database
        .selectFrom('users')
        .select(['password_hash as passwordHash', 'credential_version as credentialVersion'])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** Makes sessions refuse credentials that were verified before, such as those of a removed passkey. */
    async outdateCredentials(id: number): Promise<void> {
      await database
        .updateTable('users')
        .set((of) => ({ credential_version: of('credential_version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Replaces the hash of the same password. Does nothing if the password has been changed since. */
    async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
      await database
        .updateTable('users')
        .set({ password_hash: newHash })
        .where('id', '=', id)
        .where('password_hash', '=', oldHash)
        .execute()
    },
  }

  async function findByNameIn(scope: UserScope, username: string): Promise<User | undefined> {
    if (!isStorable(username)) return undefined
    const users = database.selectFrom('users').selectAll().where('username', '=', username)
    const row = await users.where(isInScope(scope)).executeTakeFirst()
    return row && userOf(row)
  }

  async function renewSearchText(id: number): Promise<void> {
    const user = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (!user) return
    await database.deleteFrom('user_search').where('id', '=', id).execute()
    await database
      .insertInto('user_search')
      .values({ id, search_text: searchTextOf(userOf(user)) })
      .execute()
  }

  /** Stores the rights that the user has with what the change sets of the password and the addresses. */
  async function renewRights(id: number, { passwordHash, email, phone }: UserChange): Promise<void> {
    if ([passwordHash, email, phone].every((value) => value === undefined)) return
    const [row] = await findUser(database, id)
    if (!row) return
    const rights = rightsText(permanentRightsOf(userOf(row)))
    await database
      .updateTable('users')
      .set({
        ...(passwordHash === undefined ? {} : { password_rights: rights }),
        ...(email === undefined ? {} : { email_rights: rights }),
        ...(phone === undefined ? {} : { phone_rights: rights }),
      })
      .where('id', '=', id)
      .execute()
  }

  /** Reads the users again, because not every database returns the ids of several inserted rows. */
  async function addSearchTexts(usernameKeys: readonly string[]): Promise<void> {
    const users = await database
      .selectFrom('users')
      .select(['id', 'username', 'nick_name as nickName', 'email'])
      .where('username_key', 'in', usernameKeys)
      .execute()
    const rows = users.map((user) => ({ id: user.id, search_text: searchTextOf(user) }))
    await database.insertInto('user_search').values(rows).execute()
  }

  async function countUsers(more: number): Promise<void> {
    await database
      .updateTable('counters')
      .set((of) => ({ value: of('value', '+', more) }))
      .where('id', '=', 'users')
      .execute()
  }
}

/** Returns whether credentials that were verified before the change, and links that were sent before it, are outdated. */
function outdatesCredentials(change: UserChange): boolean {
  const { username, passwordHash, roleId, formerRoleId, status, loginMethods, email, phone } = change
  return [username, passwordHash, roleId, formerRoleId, status, loginMethods, email, phone].some(
    (value) => value !== undefined,
  )
}

function changesSearchText({ username, nickName, email }: UserChange): boolean {
  return [username, nickName, email].some((value) => value !== undefined)
}
