import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { insertedId } from '../database/insert.ts'
import { offsetOf, type Page, type PageRequest } from '../database/page.ts'
import { locking } from '../database/row-locks.ts'
import { contains, isStorable } from '../database/stored-text.ts'
import type { Tables } from '../database/tables.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { ENABLED, type Status, type User } from './user.ts'
import { usernameKey } from './username.ts'

export type UserStore = ReturnType<typeof createUserStore>

export interface NewUser {
  readonly username: string
  readonly passwordHash: string
  readonly roleId: number
  readonly nickName?: string
  readonly email?: string
  readonly phone?: string
  readonly remark?: string
  readonly status: Status
}

export interface UserFilter {
  readonly username?: string
  readonly status?: string
}

export function createUserStore(database: Database) {
  return {
    async insert(user: NewUser, at: number): Promise<number> {
      const insert = database.insertInto('users').values({
        username: user.username,
        username_key: usernameKey(user.username),
        password_hash: user.passwordHash,
        nick_name: user.nickName ?? '',
        email: user.email ?? '',
        phone: user.phone ?? '',
        role_id: user.roleId,
        status: user.status,
        remark: user.remark ?? '',
        created_at: at,
        updated_at: at,
      })
      return insertedId(database, insert)
    },

    async isNameTaken(username: string): Promise<boolean> {
      if (!isStorable(username)) return false
      const row = await database
        .selectFrom('users')
        .select('id')
        .where('username_key', '=', usernameKey(username))
        .executeTakeFirst()
      return row !== undefined
    },

    async find(id: number): Promise<User | undefined> {
      const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row && userOf(row)
    },

    /** Nobody else changes the user or opens a session for it until the transaction ends. Lock before looking. */
    async lock(id: number): Promise<void> {
      await locking(database, database.selectFrom('users').select('id').where('id', '=', id)).execute()
    },

    async findByName(username: string): Promise<User | undefined> {
      if (!isStorable(username)) return undefined
      const row = await database
        .selectFrom('users')
        .selectAll()
        .where('username', '=', username)
        .executeTakeFirst()
      return row && userOf(row)
    },

    async page(filter: UserFilter, page: PageRequest): Promise<Page<User>> {
      if (filter.username && !isStorable(filter.username)) return { list: [], count: 0, ...page }
      let matching = database.selectFrom('users')
      if (filter.username) matching = matching.where(contains('username_key', usernameKey(filter.username)))
      if (filter.status) matching = matching.where('status', '=', filter.status)
      const { count } = await matching
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('id')
        .limit(page.pageSize)
        .offset(offsetOf(page))
        .execute()
      return { list: rows.map(userOf), count: Number(count), ...page }
    },

    /** Locks them all, in one order, so that of two admins who disable each other one stays. */
    async countOtherEnabledAdmins(id: number): Promise<number> {
      const adminRole = database
        .selectFrom('roles')
        .select('id')
        .where('role_key', '=', ADMIN_ROLE_KEY)
        .where('status', '=', ENABLED)
      const role = await adminRole.executeTakeFirst()
      if (!role) return 0
      const admins = database
        .selectFrom('users')
        .select('id')
        .where('role_id', '=', role.id)
        .where('status', '=', ENABLED)
        .orderBy('id')
      const rows = await locking(database, admins).execute()
      return rows.filter((row) => row.id !== id).length
    },

    async isRoleHeld(roleId: number): Promise<boolean> {
      const row = await database
        .selectFrom('users')
        .select('id')
        .where('role_id', '=', roleId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** A new password or status: whatever proved the old one proves nothing any more. */
    async change(id: number, change: { passwordHash?: string; status?: Status }, at: number): Promise<void> {
      await database
        .updateTable('users')
        .set((of) => ({
          ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
          ...(change.status === undefined ? {} : { status: change.status }),
          credential_version: of('credential_version', '+', 1),
          updated_at: at,
        }))
        .where('id', '=', id)
        .execute()
    },

    /** The same password under a newer hash: nothing else changes. Lost where the password has changed meanwhile. */
    async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
      await database
        .updateTable('users')
        .set({ password_hash: newHash })
        .where('id', '=', id)
        .where('password_hash', '=', oldHash)
        .execute()
    },
  }
}

function userOf(row: Selectable<Tables['users']>): User {
  return {
    userId: row.id,
    username: row.username,
    nickName: row.nick_name,
    email: row.email,
    phone: row.phone,
    roleId: row.role_id,
    status: row.status,
    remark: row.remark,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
