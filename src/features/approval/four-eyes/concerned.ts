import { type AuditedChange, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import { fieldsOf, listIn } from '../../../core/audit-log/audited-fields.ts'
import type { Operation } from '../../../core/operations/operations.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { rulesIn } from './protected-changes.ts'
import type { ConcernedUser } from './widened-scopes.ts'

/** The users and roles that an operation changes. Both may be gone after it. */
export interface Concerned {
  readonly users: ReadonlyMap<number, string>
  readonly roles: ReadonlyMap<number, string>
  /** Those that the operation adds: the database assigns other ids when the same request is sent again. */
  readonly newUserIds: ReadonlySet<number>
  readonly newRoleIds: ReadonlySet<number>
}

/**
 * Finds the users who are changed or see more data, and the roles whose rights are changed. It runs in the transaction, after the
 * changes.
 */
export async function findConcerned(
  { transaction }: Pick<Operation, 'transaction'>,
  changes: readonly AuditedChange[],
  usersWithMoreData: readonly ConcernedUser[] = [],
): Promise<Concerned> {
  const stored = createRoleStore(transaction)
  const users = new Map(usersWithMoreData.map(({ userId, username }) => [userId, username]))
  const roles = new Map<number, string>()
  const newUserIds = new Set<number>()
  const newRoleIds = new Set<number>()
  const keys = new Set<string>()
  for (const change of changes) {
    const { action, targetId, target } = change
    const isNew = meaningOf(action).creates !== undefined
    if (targetId !== undefined && action.startsWith('user.')) {
      users.set(targetId, target)
      if (isNew) newUserIds.add(targetId)
    }
    if (targetId !== undefined && action.startsWith('role.')) {
      roles.set(targetId, target)
      if (isNew) newRoleIds.add(targetId)
    }
    for (const role of removedRolesIn(change)) roles.set(role.roleId, role.roleKey)
    for (const key of roleKeysIn(change)) keys.add(key)
  }
  for (const key of keys) {
    const role = await stored.findByKey(key)
    if (role && !roles.has(role.roleId)) roles.set(role.roleId, key)
  }
  return { users, roles, newUserIds, newRoleIds }
}

/** Returns those that exist before the operation too. */
export function withoutNew({ users, roles, newUserIds, newRoleIds }: Concerned): Concerned {
  return {
    users: new Map([...users].filter(([id]) => !newUserIds.has(id))),
    roles: new Map([...roles].filter(([id]) => !newRoleIds.has(id))),
    newUserIds: new Set(),
    newRoleIds: new Set(),
  }
}

/** Returns the keys of the roles that have other rules or users after a change. */
function roleKeysIn({ action, before, after }: AuditedChange): readonly string[] {
  if (action.startsWith('policy.')) return rulesIn([before, after]).map(({ roleKey }) => roleKey)
  return listIn(before, 'merges').map((merge) => String(fieldsOf(merge).keep))
}

/** Returns the roles that a clean-up deletes. */
function removedRolesIn({ before }: AuditedChange): readonly { roleId: number; roleKey: string }[] {
  const merged = listIn(before, 'merges').flatMap((merge) => listIn(merge, 'removed'))
  return [...listIn(before, 'removed'), ...merged].map((entry) => {
    const { roleId, roleKey } = fieldsOf(fieldsOf(entry).role)
    return { roleId: Number(roleId), roleKey: String(roleKey) }
  })
}
