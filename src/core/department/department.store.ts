import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { createChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import type { Database } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { insertReturningId } from '../../platform/database/query/insert.ts'
import {
  countOf,
  emptyPage,
  hasRows,
  type Page,
  type PageRequest,
  readPage,
} from '../../platform/database/query/page.ts'
import { contains, isStorable } from '../../platform/database/query/stored-text.ts'
import { parseDepartments } from '../role/role.ts'
import { isDepartmentInScope } from '../user/list/user-scope.store.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import { ENABLED, type Status } from '../user/status.ts'
import type { Department, DepartmentNode, DepartmentOrder } from './department.ts'
import type { DepartmentTables } from './department-tables.ts'

export type DepartmentStore = ReturnType<typeof createDepartmentStore>

export interface NewDepartment
  extends Omit<Department, 'deptId' | 'status' | 'revision' | 'createdAt' | 'updatedAt'> {
  readonly status: Status
}

/** A change of a department. Fields that are undefined stay unchanged. */
export type DepartmentChange = { readonly [Field in keyof NewDepartment]?: NewDepartment[Field] | undefined }

export interface DepartmentFilter {
  /** Part of the name. */
  readonly deptName?: string | undefined
  readonly parentId?: number | undefined
  readonly status?: string | undefined
}

/** What data scopes depend on. */
export interface StoredDepartments {
  readonly departments: readonly DepartmentNode[]
  /** The departments of each role that has some, by the id of the role. */
  readonly roles: ReadonlyMap<number, readonly number[]>
  /** The version of the change feed to which both belong. */
  readonly version: number
}

const MAX_READS = 10
const orders = { tree: 'parent_id', deptId: 'id', deptName: 'dept_name' } as const

export function createDepartmentStore(database: Database) {
  const changes = createChangeStore(database)
  const departments = (scope: UserScope) =>
    database.selectFrom('departments').where(isDepartmentInScope(scope, sql.ref('departments.id')))

  async function nodes(): Promise<DepartmentNode[]> {
    return database
      .selectFrom('departments')
      .select(['id as deptId', 'parent_id as parentId', 'status'])
      .orderBy('parent_id')
      .orderBy('sort')
      .orderBy('id')
      .execute()
  }

  async function departmentsOfRoles(): Promise<Map<number, readonly number[]>> {
    const rows = await database
      .selectFrom('roles')
      .select(['id', 'dept_ids'])
      .where('dept_ids', '!=', '')
      .orderBy('id')
      .execute()
    return new Map(rows.map((row) => [row.id, parseDepartments(row.dept_ids)]))
  }

  return {
    async insert(department: NewDepartment, at: number): Promise<number> {
      const { parentId, deptName, ...rest } = department
      const insert = database
        .insertInto('departments')
        .values({ parent_id: parentId, dept_name: deptName, ...rest, created_at: at, updated_at: at })
      return insertReturningId(database, insert)
    },

    /** Returns a department in a scope. */
    async find(scope: UserScope, id: number): Promise<Department | undefined> {
      const row = await departments(scope).selectAll().where('id', '=', id).executeTakeFirst()
      return row && departmentOf(row)
    },

    /** Returns all departments in a scope, sorted by parent and place. */
    async all(scope: UserScope): Promise<Department[]> {
      const rows = await departments(scope)
        .selectAll()
        .orderBy('parent_id')
        .orderBy('sort')
        .orderBy('id')
        .execute()
      return rows.map(departmentOf)
    },

    nodes,

    /** Returns all departments and the departments of roles, as of one moment. */
    async snapshot(): Promise<StoredDepartments> {
      for (let reads = 0; reads < MAX_READS; reads++) {
        const before = await changes.latestVersion()
        const found = { departments: await nodes(), roles: await departmentsOfRoles() }
        const { kinds, complete, version } = await changes.kindsSince(before)
        if (complete && !kinds.has('department')) return { ...found, version }
        await setImmediate()
      }
      throw new Error(`the departments changed during each of ${MAX_READS} attempts to read them`)
    },

    count: () => countOf(database.selectFrom('departments')),

    async change(id: number, change: DepartmentChange, at: number): Promise<void> {
      const { parentId, deptName, sort, leader, phone, email, status } = change
      // Kysely leaves out columns whose value is undefined.
      const columns = { parent_id: parentId, dept_name: deptName, sort, leader, phone, email, status }
      await database
        .updateTable('departments')
        .set((of) => ({ ...columns, revision: of('revision', '+', 1), updated_at: at }))
        .where('id', '=', id)
        .execute()
    },

    async remove(id: number): Promise<void> {
      await database.deleteFrom('departments').where('id', '=', id).execute()
    },

    /** Returns whether there are departments below this one, users in it, or roles that name it. */
    async isInUse(id: number): Promise<boolean> {
      if (await hasRows(database.selectFrom('departments').where('parent_id', '=', id))) return true
      if (await hasRows(database.selectFrom('users').where('dept_id', '=', id))) return true
      return [...(await departmentsOfRoles()).values()].some((ids) => ids.includes(id))
    },

    /** Returns the department of a user, 0 for none, or undefined if there is no such user. */
    async ofUser(userId: number): Promise<number | undefined> {
      const row = await database
        .selectFrom('users')
        .select('dept_id')
        .where('id', '=', userId)
        .executeTakeFirst()
      return row?.dept_id
    },

    /** Returns the departments of users, by user id. Users who do not exist are not in the map. */
    async ofUsers(userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const rows = await database
        .selectFrom('users')
        .select(['id', 'dept_id'])
        .where('id', 'in', userIds)
        .execute()
      return new Map(rows.map((row) => [row.id, row.dept_id]))
    },

    /** Returns the names of those of these departments that exist, by id. */
    async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const names = new Map<number, string>()
      for await (const batch of batchesOf(ids)) {
        const rows = await database
          .selectFrom('departments')
          .select(['id', 'dept_name'])
          .where('id', 'in', batch)
          .execute()
        for (const row of rows) names.set(row.id, row.dept_name)
      }
      return names
    },

    /** Returns the first of these ids that is no department. */
    async firstUnknown(ids: readonly number[]): Promise<number | undefined> {
      for await (const batch of batchesOf(ids)) {
        const rows = await database.selectFrom('departments').select('id').where('id', 'in', batch).execute()
        const known = new Set(rows.map((row) => row.id))
        const unknown = batch.find((id) => !known.has(id))
        if (unknown !== undefined) return unknown
      }
      return undefined
    },

    /** Returns those whose department does not exist or is disabled. */
    async unusable<Named extends { readonly deptId: number }>(
      named: readonly Named[],
    ): Promise<(Named & { readonly problem: 'missing' | 'disabled' })[]> {
      if (named.length === 0) return []
      const statuses = new Map((await nodes()).map(({ deptId, status }) => [deptId, status]))
      return named.flatMap((one) => {
        const status = statuses.get(one.deptId)
        if (status === ENABLED) return []
        return [{ ...one, problem: status === undefined ? 'missing' : 'disabled' }]
      })
    },

    async page(
      scope: UserScope,
      filter: DepartmentFilter,
      order: DepartmentOrder,
      page: PageRequest,
    ): Promise<Page<Department>> {
      const { deptName = '', parentId, status } = filter
      if (!isStorable(deptName)) return emptyPage(page)
      let matching = departments(scope)
      if (deptName) matching = matching.where(contains('dept_name', deptName))
      if (parentId !== undefined) matching = matching.where('parent_id', '=', parentId)
      if (status) matching = matching.where('status', '=', status)
      const direction = order.descending ? 'desc' : 'asc'
      let sorted = matching.selectAll().orderBy(orders[order.by], direction)
      if (order.by === 'tree') sorted = sorted.orderBy('sort', direction)
      const found = await readPage(matching, sorted.orderBy('id', direction), page)
      return { ...found, list: found.list.map(departmentOf) }
    },
  }
}

function departmentOf(row: Selectable<DepartmentTables['departments']>): Department {
  return {
    deptId: row.id,
    parentId: row.parent_id,
    deptName: row.dept_name,
    sort: row.sort,
    leader: row.leader,
    phone: row.phone,
    email: row.email,
    status: row.status,
    revision: row.revision,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
