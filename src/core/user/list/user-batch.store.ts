import type { Database } from '../../../platform/database/database.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { countOf } from '../../../platform/database/query/page.ts'
import { forUpdate } from '../../../platform/database/query/row-locks.ts'
import { ENABLED, type Status } from '../status.ts'
import type { User } from '../user.ts'
import { isInScope } from './user-scope.store.ts'
import type { UserScope } from './user-scope.ts'

/** What decides about the permissions and the data of a user. */
export type UserData = Pick<User, 'roleId' | 'deptId' | 'dataScope'> & Partial<Pick<User, 'formerRoleId'>>

/** Returns a text that is the same for users with the same data. */
export function keyOfData({ roleId, formerRoleId = 0, deptId, dataScope }: UserData): string {
  return `${roleId} ${formerRoleId} ${deptId} ${dataScope}`
}

/** Users with the same data. At least one. */
export interface UserGroup {
  readonly data: UserData
  readonly users: readonly Pick<User, 'userId' | 'username'>[]
}

const DATA_COLUMNS = [
  'role_id as roleId',
  'former_role_id as formerRoleId',
  'dept_id as deptId',
  'data_scope as dataScope',
] as const

export type UserBatchStore = ReturnType<typeof createUserBatchStore>

/** Changes many users with few statements. */
export function createUserBatchStore(database: Database) {
  async function change(
    ids: readonly number[],
    columns: { readonly role_id: number } | { readonly status: Status },
    at: number,
  ): Promise<void> {
    for await (const batch of batchesOf(ids)) {
      await database
        .updateTable('users')
        .set((of) => ({
          ...columns,
          credential_version: of('credential_version', '+', 1),
          revision: of('revision', '+', 1),
          updated_at: at,
        }))
        .where('id', 'in', batch)
        .execute()
    }
  }

  return {
    /** Locks users until the transaction ends: they can neither be changed nor log in. Lock before reading. */
    async lock(ids: readonly number[]): Promise<void> {
      for await (const batch of batchesOf(ids)) {
        const users = database.selectFrom('users').select('id').where('id', 'in', batch).orderBy('id')
        await forUpdate(database, users).execute()
      }
    },

    /** Locks the users of a role, and returns their ids. */
    async lockByRole(roleId: number): Promise<number[]> {
      const users = database.selectFrom('users').select('id').where('role_id', '=', roleId).orderBy('id')
      return (await forUpdate(database, users).execute()).map((row) => row.id)
    },

    /** Replaces the role that users get back when another one ends. Returns these users. */
    async replaceFormerRole(roleId: number, by: number): Promise<number[]> {
      const users = await database
        .selectFrom('users')
        .select('id')
        .where('role_until', '>', 0)
        .where('former_role_id', '=', roleId)
        .orderBy('id')
        .execute()
      await database
        .updateTable('users')
        .set((of) => ({ former_role_id: by, revision: of('revision', '+', 1) }))
        .where('role_until', '>', 0)
        .where('former_role_id', '=', roleId)
        .execute()
      return users.map(({ id }) => id)
    },

    /** Returns users in groups with the same role, department and data scope: one check decides about a group. */
    async groupByData(ids: readonly number[]): Promise<UserGroup[]> {
      const groups = new Map<string, { data: UserData; users: UserGroup['users'][number][] }>()
      for await (const batch of batchesOf(ids)) {
        const rows = await database
          .selectFrom('users')
          .select(['id as userId', 'username', ...DATA_COLUMNS])
          .where('id', 'in', batch)
          .orderBy('id')
          .execute()
        for (const { userId, username, ...data } of rows) {
          const key = keyOfData(data)
          const group = groups.get(key) ?? { data, users: [] }
          group.users.push({ userId, username })
          groups.set(key, group)
        }
      }
      return [...groups.values()]
    },

    /** Returns the roles and data scopes that the users of departments have. */
    async scopesIn(deptIds: readonly number[]): Promise<UserData[]> {
      const scopes: UserData[] = []
      for await (const batch of batchesOf(deptIds)) {
        const users = database.selectFrom('users').select(DATA_COLUMNS).distinct()
        scopes.push(...(await users.where('dept_id', 'in', batch).execute()))
      }
      return scopes
    },

    /** Returns the roles, departments and data scopes that users have. */
    async scopes(): Promise<UserData[]> {
      return database.selectFrom('users').select(DATA_COLUMNS).distinct().execute()
    },

    /** Returns the users who have exactly this data, sorted by id. */
    async withData({ roleId, formerRoleId = 0, deptId, dataScope }: UserData): Promise<UserGroup['users']> {
      return database
        .selectFrom('users')
        .select(['id as userId', 'username'])
        .where('role_id', '=', roleId)
        .where('former_role_id', '=', formerRoleId)
        .where('dept_id', '=', deptId)
        .where('data_scope', '=', dataScope)
        .orderBy('id')
        .execute()
    },

    setStatus: (ids: readonly number[], status: Status, at: number) => change(ids, { status }, at),
    setRole: (ids: readonly number[], roleId: number, at: number) => change(ids, { role_id: roleId }, at),

    /** Returns how many enabled users in a scope have each role, department and data scope, of these departments or roles. */
    async countScopes(
      scope: UserScope,
      { deptIds, roleIds }: { readonly deptIds: readonly number[]; readonly roleIds: readonly number[] },
    ): Promise<(UserData & { readonly count: number })[]> {
      const rows = await database
        .selectFrom('users')
        .select((of) => [
          'role_id as roleId',
          'dept_id as deptId',
          'data_scope as dataScope',
          of.fn.countAll<number>().as('count'),
        ])
        .where('status', '=', ENABLED)
        .where(isInScope(scope))
        // No id is negative: a list must not be empty.
        .where((of) => of.or([of('dept_id', 'in', [-1, ...deptIds]), of('role_id', 'in', [-1, ...roleIds])]))
        .groupBy(['role_id', 'dept_id', 'data_scope'])
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },

    /** Returns how many users are in these departments, besides one. */
    async countIn(deptIds: readonly number[], besides = 0): Promise<number> {
      let total = 0
      for await (const batch of batchesOf(deptIds)) {
        const users = database.selectFrom('users').where('dept_id', 'in', batch)
        total += await countOf(users.where('id', '!=', besides))
      }
      return total
    },

    /** Returns how many users in a scope each of the roles has. A role without users is not in the map. */
    async countByRole(scope: UserScope, roleIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const counts = new Map<number, number>()
      for await (const batch of batchesOf(roleIds)) {
        const rows = await database
          .selectFrom('users')
          .select((of) => ['role_id', of.fn.countAll<number>().as('count')])
          .where('role_id', 'in', batch)
          .where(isInScope(scope))
          .groupBy('role_id')
          .execute()
        for (const row of rows) counts.set(row.role_id, Number(row.count))
      }
      return counts
    },
  }
}
