import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { insertReturningId } from '../../platform/database/query/insert.ts'
import { emptyPage, type Page, type PageRequest, readPage } from '../../platform/database/query/page.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'
import { contains, isStorable } from '../../platform/database/query/stored-text.ts'
import type { Status } from '../user/status.ts'
import { type DataScope, formatDepartments, parseDepartments, type Role, type RoleOrder } from './role.ts'
import type { RoleTables } from './role-tables.ts'

export type RoleStore = ReturnType<typeof createRoleStore>

export interface NewRole {
  readonly roleName: string
  readonly roleKey: string
  readonly dataScope: DataScope
  /** The departments of data scope 2. Default: none. */
  readonly deptIds?: readonly number[]
  readonly status: Status
  readonly remark?: string
}

/** A change of a role. Fields that are undefined stay unchanged. */
export type RoleChange = { readonly [Field in keyof NewRole]?: NewRole[Field] | undefined }

export interface RoleFilter {
  /** Part of the key or of the name. */
  readonly roleKey?: string | undefined
  readonly roleName?: string | undefined
  readonly status?: string | undefined
  /** The ids of the only roles that are wanted; undefined for all. */
  readonly among?: readonly number[] | undefined
}

const columns = { roleId: 'id', roleKey: 'role_key', roleName: 'role_name', createdAt: 'id' } as const

const findRole = prepared<[id: number], Selectable<RoleTables['roles']>>((database) =>
  database.selectFrom('roles').selectAll().where('id', '=', 0),
)

export function createRoleStore(database: Database) {
  return {
    async insert(role: NewRole, at: number): Promise<number> {
      const insert = database.insertInto('roles').values({
        role_name: role.roleName,
        role_key: role.roleKey,
        data_scope: role.dataScope,
        dept_ids: formatDepartments(role.deptIds ?? []),
        status: role.status,
        remark: role.remark ?? '',
        created_at: at,
        updated_at: at,
      })
      return insertReturningId(database, insert)
    },

    /** Locks a role until the transaction ends. */
    async lock(id: number): Promise<void> {
      await forUpdate(database, database.selectFrom('roles').select('id').where('id', '=', id)).execute()
    },

    async find(id: number): Promise<Role | undefined> {
      const [row] = await findRole(database, id)
      return row && roleOf(row)
    },

    /** Returns those of these roles that exist, by id. */
    async findMany(ids: readonly number[]): Promise<ReadonlyMap<number, Role>> {
      if (ids.length === 0) return new Map()
      const rows = await database.selectFrom('roles').selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, roleOf(row)]))
    },

    /** Returns all roles, sorted by id. */
    async all(): Promise<Role[]> {
      const rows = await database.selectFrom('roles').selectAll().orderBy('id').execute()
      return rows.map(roleOf)
    },

    /** Returns those whose role does not exist. */
    async missing<Named extends { readonly roleKey: string }>(named: readonly Named[]): Promise<Named[]> {
      if (named.length === 0) return []
      const rows = await database.selectFrom('roles').select('role_key').execute()
      const existing = new Set(rows.map((row) => row.role_key))
      return named.filter(({ roleKey }) => !existing.has(roleKey))
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

    async change(id: number, change: RoleChange, at: number): Promise<void> {
      const { roleName, roleKey, dataScope, deptIds, status, remark } = change
      await database
        .updateTable('roles')
        // Kysely leaves out columns whose value is undefined.
        .set((of) => ({
          role_name: roleName,
          role_key: roleKey,
          data_scope: dataScope,
          dept_ids: deptIds && formatDepartments(deptIds),
          status,
          remark,
          revision: of('revision', '+', 1),
          updated_at: at,
        }))
        .where('id', '=', id)
        .execute()
    },

    async remove(id: number): Promise<void> {
      await database.deleteFrom('roles').where('id', '=', id).execute()
    },

    async page(filter: RoleFilter, order: RoleOrder, page: PageRequest): Promise<Page<Role>> {
      if (![filter.roleKey ?? '', filter.roleName ?? ''].every(isStorable)) return emptyPage(page)
      let matching = database.selectFrom('roles')
      if (filter.roleKey) matching = matching.where(contains('role_key', filter.roleKey))
      if (filter.roleName) matching = matching.where(contains('role_name', filter.roleName))
      if (filter.among) matching = matching.where('id', 'in', filter.among.length > 0 ? filter.among : [0])
      if (filter.status) matching = matching.where('status', '=', filter.status)
      const direction = order.descending ? 'desc' : 'asc'
      const sorted = matching.selectAll().orderBy(columns[order.by], direction).orderBy('id', direction)
      const found = await readPage(matching, sorted, page)
      return { ...found, list: found.list.map(roleOf) }
    },
  }
}

function roleOf(row: Selectable<RoleTables['roles']>): Role {
  return {
    roleId: row.id,
    roleName: row.role_name,
    roleKey: row.role_key,
    dataScope: row.data_scope,
    deptIds: parseDepartments(row.dept_ids),
    status: row.status,
    remark: row.remark,
    revision: row.revision,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
