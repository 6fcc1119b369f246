import type { User } from '../../../core/user/user.ts'
import { userOf } from '../../../core/user/user-row.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { keysetBatches, ROWS_PER_STATEMENT } from '../../../platform/database/query/batches.ts'

type Exported = Omit<User, 'roleId' | 'formerRoleId' | 'revision' | 'suspension'>

/** A user with what another system needs to let the user log in. */
export interface ExportedUser extends Exported {
  /** Null for a user without a password. */
  readonly passwordHash: string | null
  readonly roleKey: string
  /** The role that returns at the end of the role; null if the role has no end. */
  readonly formerRoleKey: string | null
  /** Null for a user without a department. */
  readonly deptName: string | null
  /** The accounts at identity providers and in directories. */
  readonly links: readonly { readonly issuer: string; readonly subject: string }[]
}

/** Yields all users except service accounts in batches, by their ids. */
export async function* exportUsers(database: Database): AsyncGenerator<ExportedUser[]> {
  const roles = await database.selectFrom('roles').select(['id', 'role_key']).execute()
  const roleKeys = new Map(roles.map(({ id, role_key }) => [id, role_key]))
  const departments = await database.selectFrom('departments').select(['id', 'dept_name']).execute()
  const deptNames = new Map(departments.map(({ id, dept_name }) => [id, dept_name]))
  const read = (after: number, limit: number) =>
    database
      .selectFrom('users')
      .leftJoin('service_accounts', 'service_accounts.id', 'users.id')
      .selectAll('users')
      .where('users.id', '>', after)
      .where('service_accounts.id', 'is', null)
      .orderBy('users.id')
      .limit(limit)
      .execute()
  for await (const rows of keysetBatches(0, ROWS_PER_STATEMENT, read, ({ id }) => id)) {
    const links = await linksOf(
      database,
      rows.map(({ id }) => id),
    )
    yield rows.map((row) => {
      const { roleId, formerRoleId, revision: _revision, suspension: _suspension, ...user } = userOf(row)
      return {
        ...user,
        passwordHash: row.password_hash === '' ? null : row.password_hash,
        roleKey: roleKeys.get(roleId) ?? '',
        formerRoleKey: roleKeys.get(formerRoleId) ?? null,
        deptName: deptNames.get(user.deptId) ?? null,
        links: links.get(user.userId) ?? [],
      }
    })
  }
}

async function linksOf(database: Database, ids: readonly number[]) {
  const links = new Map<number, { issuer: string; subject: string }[]>()
  if (ids.length === 0) return links
  const rows = await database
    .selectFrom('user_links')
    .select(['user_id', 'issuer', 'subject'])
    .where('user_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { user_id, ...link } of rows) links.set(user_id, [...(links.get(user_id) ?? []), link])
  return links
}
