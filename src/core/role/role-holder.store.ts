import type { Database } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { hasRows } from '../../platform/database/query/page.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'
import { ENABLED } from '../user/status.ts'
import type { User } from '../user/user.ts'
import { ADMIN_ROLE_KEY } from './role.ts'

export type RoleHolder = Pick<User, 'userId' | 'username' | 'status' | 'deptId' | 'dataScope'>

export type RoleHolderStore = ReturnType<typeof createRoleHolderStore>

/** Finds out who has a role. */
export function createRoleHolderStore(database: Database) {
  return {
    enabledAdminIds: () => enabledAdminIds(false),

    /** Returns the admins without an end who are enabled, or suspended: those count until somebody decides about them. */
    async confirmerIds(): Promise<number[]> {
      const rows = await database
        .selectFrom('users')
        .innerJoin('roles', 'roles.id', 'users.role_id')
        .select('users.id')
        .where('roles.role_key', '=', ADMIN_ROLE_KEY)
        .where('roles.status', '=', ENABLED)
        .where('users.role_until', '=', 0)
        .where((of) => of.or([of('users.status', '=', ENABLED), of('users.suspended_with', '>', 0)]))
        .orderBy('users.id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Locks all enabled admins in one order, so that two admins cannot disable each other at the same time. */
    lockEnabledAdmins: () => enabledAdminIds(true),

    /** Locks all enabled admins. */
    async countOtherEnabledAdmins(id: number): Promise<number> {
      return (await enabledAdminIds(true)).filter((other) => other !== id).length
    },

    /** Returns those of the users who are admins, or become admins again when another role ends. */
    async adminsAmong(ids: readonly number[]): Promise<number[]> {
      const admins: number[] = []
      for await (const batch of batchesOf(ids)) {
        const rows = await database
          .selectFrom('users')
          .innerJoin('roles', (join) =>
            join.on((of) =>
              of.or([
                of('roles.id', '=', of.ref('users.role_id')),
                of('roles.id', '=', of.ref('users.former_role_id')),
              ]),
            ),
          )
          .select('users.id')
          .where('roles.role_key', '=', ADMIN_ROLE_KEY)
          .where('users.id', 'in', batch)
          .execute()
        admins.push(...rows.map(({ id }) => id))
      }
      return admins
    },

    /** Returns how many enabled users each of the roles has, by the keys of the roles. Roles without any are left out. */
    async countEnabledByRole(roleKeys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const counts = new Map<string, number>()
      for await (const batch of batchesOf(roleKeys)) {
        const rows = await database
          .selectFrom('users')
          .innerJoin('roles', 'roles.id', 'users.role_id')
          .select((of) => ['roles.role_key', of.fn.countAll<number>().as('count')])
          .where('roles.role_key', 'in', batch)
          .where('users.status', '=', ENABLED)
          .groupBy('roles.role_key')
          .execute()
        for (const row of rows) counts.set(row.role_key, Number(row.count))
      }
      return counts
    },

    /** Returns whether a user has the role, or gets it back when another one ends. */
    async isRoleHeld(roleId: number): Promise<boolean> {
      const users = database.selectFrom('users')
      return (
        (await hasRows(users.where('role_id', '=', roleId))) ||
        (await hasRows(users.where('role_until', '>', 0).where('former_role_id', '=', roleId)))
      )
    },

    /** Returns the users who have the role, or get it back when another one ends, sorted by id. */
    async holdersOf(roleId: number): Promise<RoleHolder[]> {
      return database
        .selectFrom('users')
        .select(['id as userId', 'username', 'status', 'dept_id as deptId', 'data_scope as dataScope'])
        .where((of) =>
          of.or([
            of('role_id', '=', roleId),
            of.and([of('role_until', '>', 0), of('former_role_id', '=', roleId)]),
          ]),
        )
        .orderBy('id')
        .execute()
    },

    /** Returns the roles that users get back when others end. */
    async formerRoles(): Promise<ReadonlySet<number>> {
      const users = database.selectFrom('users').select('former_role_id')
      const rows = await users.where('role_until', '>', 0).execute()
      return new Set(rows.map((row) => row.former_role_id))
    },
  }

  async function enabledAdminIds(lock: boolean): Promise<number[]> {
    const adminRole = database
      .selectFrom('roles')
      .select('id')
      .where('role_key', '=', ADMIN_ROLE_KEY)
      .where('status', '=', ENABLED)
    const role = await adminRole.executeTakeFirst()
    if (!role) return []
    const admins = database
      .selectFrom('users')
      .select(['id', 'role_until'])
      .where('role_id', '=', role.id)
      .where('status', '=', ENABLED)
      .orderBy('id')
    const rows = await (lock ? forUpdate(database, admins) : admins).execute()
    // Whoever is an admin until a time is not one who remains.
    return rows.filter((row) => row.role_until === 0).map((row) => row.id)
  }
}
