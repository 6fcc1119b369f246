import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { insertedId } from '../database/insert.ts'
import { offsetOf, type Page, type PageRequest } from '../database/page.ts'
import { locking } from '../database/row-locks.ts'
import { isStorable } from '../database/stored-text.ts'
import type { Tables } from '../database/tables.ts'
import type { Status } from '../user/user.ts'
import type { DataScope, Role } from './role.ts'

export type RoleStore = ReturnType<typeof createRoleStore>

export interface NewRole {
  readonly roleName: string
  readonly roleKey: string
  readonly dataScope: DataScope
  readonly status: Status
  readonly remark?: string
}

export function createRoleStore(database: Database) {
  return {
    async insert(role: NewRole, at: number): Promise<number> {
      const insert = database.insertInto('roles').values({
        role_name: role.roleName,
        role_key: role.roleKey,
        data_scope: role.dataScope,
        status: role.status,
        remark: role.remark ?? '',
        created_at: at,
        updated_at: at,
      })
      return insertedId(database, insert)
    },

    /** Until the transaction ends nobody else can lock or change it. */
    async lock(id: number): Promise<void> {
      await locking(database, database.selectFrom('roles').select('id').where('id', '=', id)).execute()
    },

    async find(id: number): Promise<Role | undefined> {
      const row = await database.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
      return row && roleOf(row)
    },

    async findByKey(roleKey: string): Promise<Role | undefined> {
      if (!isStorable(roleKey)) return undefined
      const row = await database
        .selectFrom('roles')
        .selectAll()
        .where('role_key', '=', roleKey)
        .executeTakeFirst()
      return row && roleOf(row)
    },

    async page(page: PageRequest): Promise<Page<Role>> {
      const { count } = await database
        .selectFrom('roles')
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await database
        .selectFrom('roles')
        .selectAll()
        .orderBy('id')
        .limit(page.pageSize)
        .offset(offsetOf(page))
        .execute()
      return { list: rows.map(roleOf), count: Number(count), ...page }
    },
  }
}

function roleOf(row: Selectable<Tables['roles']>): Role {
  return {
    roleId: row.id,
    roleName: row.role_name,
    roleKey: row.role_key,
    dataScope: row.data_scope,
    status: row.status,
    remark: row.remark,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
