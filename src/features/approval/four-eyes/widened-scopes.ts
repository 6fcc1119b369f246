import type { AuditedChange } from '../../../core/audit-log/audit-log-entry.ts'
import { fieldsOf } from '../../../core/audit-log/audited-fields.ts'
import { createDepartmentIndex } from '../../../core/data-scope/department-index.ts'
import type { ResolvedScope } from '../../../core/data-scope/resolve-scope.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import type { Rights } from '../../../core/operations/administration-rights.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { createUserBatchStore, type UserData } from '../../../core/user/list/user-batch.store.ts'
import type { User } from '../../../core/user/user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { scopeWithRole } from './scope-state.ts'

export type ConcernedUser = Pick<User, 'userId' | 'username'>

/**
 * Returns the users with administration rights who see more data because departments have another parent or status. It runs in the
 * transaction, after the changes.
 */
export async function usersWithMoreData(
  database: Database,
  changes: readonly AuditedChange[],
  rightsOf: (roleKey: string) => Promise<Rights>,
): Promise<readonly ConcernedUser[]> {
  const changed = placesBefore(changes)
  if (changed.size === 0) return []
  const { departments, roles: ofRoles } = await createDepartmentStore(database).snapshot()
  const after = createDepartmentIndex({ departments, roles: ofRoles })
  const before = createDepartmentIndex({
    departments: departments.map((node) => ({ ...node, ...changed.get(node.deptId) })),
    roles: ofRoles,
  })
  const roles = new Map((await createRoleStore(database).all()).map((role) => [role.roleId, role]))
  const users = createUserBatchStore(database)
  const found: ConcernedUser[] = []
  for (const data of await users.scopes()) {
    if (await hasMore(data)) found.push(...(await users.withData(data)))
  }
  return found

  async function hasMore(data: UserData): Promise<boolean> {
    for (const roleId of [data.roleId, data.formerRoleId ?? 0]) {
      const role = roles.get(roleId)
      if (!role) continue
      const hasWider = isWider(scopeWithRole(role, data, before), scopeWithRole(role, data, after))
      if (hasWider && (await rightsOf(role.roleKey)) !== 'none') return true
    }
    return false
  }
}

interface Place {
  readonly parentId?: number
  readonly status?: string
}

/** Returns where changed departments were, and whether they were enabled. */
function placesBefore(changes: readonly AuditedChange[]): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  // The first change of a department counts.
  for (const { action, targetId, before } of changes.toReversed()) {
    if (action !== 'dept.update' || targetId === undefined) continue
    const { parentId, status } = fieldsOf(before)
    const place = {
      ...(typeof parentId === 'number' ? { parentId } : {}),
      ...(typeof status === 'string' ? { status } : {}),
    }
    if (Object.keys(place).length > 0) places.set(targetId, { ...places.get(targetId), ...place })
  }
  return places
}

/** Returns whether the second scope contains something that the first one does not. */
function isWider(before: ResolvedScope, after: ResolvedScope): boolean {
  if (before.kind === 'all' || after.kind === 'none') return false
  if (before.kind === 'none' || after.kind === 'all') return true
  const known = new Set(before.departments)
  return after.departments.some((id) => !known.has(id))
}
