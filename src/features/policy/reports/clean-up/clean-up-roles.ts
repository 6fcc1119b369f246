import type { Operation } from '../../../../core/operations/operations.ts'
import { createRoleStore } from '../../../../core/role/role.store.ts'
import type { Role } from '../../../../core/role/role.ts'
import { deleteRole } from '../../../../core/role/roles.ts'
import { createRevocationStore } from '../../../../core/token/revocation.store.ts'
import { createUserBatchStore } from '../../../../core/user/list/user-batch.store.ts'
import { InvalidParameters, Refusal } from '../../../../platform/refusal/refusal.ts'
import type { RoleWithUsers, SameRights } from '../reports.ts'
import type { CleanedUp, CleanUpSelection } from './cleaned-up.ts'

/** The maximum number of roles that one clean-up deletes. The audit log entry lists their rules and users. */
export const MAX_ROLES_PER_CLEAN_UP = 100

/** The maximum number of users that one clean-up moves to another role and one entry of the audit log lists. */
export const MAX_MOVED_USERS_PER_CLEAN_UP = 20_000

/** Roles with the same rights: one is kept, and the others are deleted. */
export interface RoleMerge {
  readonly keep: number
  readonly remove: readonly number[]
}

/** Moves the users of some roles to another role with the same rights, and deletes the roles. */
export async function mergeSame(
  operation: Operation,
  reported: readonly SameRights[],
  selected: CleanUpSelection<RoleMerge>,
): Promise<CleanedUp> {
  const authority = await operation.authority()
  const merges = selected === 'all' ? firstOf(reported) : selectMerges(reported, selected)
  if (merges.length === 0) return { done: 0, left: countOf(reported) }
  const entries: { keep: string; removed: object[] }[] = []
  for (const { keep, remove } of merges) {
    await authority.assertMayAssignRole(keep)
    const removed: object[] = []
    for (const role of remove) {
      await authority.assertMayChangeRole(role)
      const moved = await moveUsers(operation, role, keep)
      removed.push({ role, rules: await deleteRole(operation, role), ...moved })
    }
    entries.push({ keep: keep.roleKey, removed })
  }
  const targets = merges.map(
    ({ keep, remove }) => `${remove.map((role) => role.roleKey).join(', ')} → ${keep.roleKey}`,
  )
  await operation.note({
    action: 'role.merge',
    target: targets.join('; '),
    before: { merges: entries },
    after: { report: 'same-rights' },
  })
  const done = countOf(merges)
  return { done, left: countOf(reported) - done }
}

/** Deletes roles without users, with their rules. */
export async function deleteUnused(
  operation: Operation,
  options: {
    readonly days: number
    readonly reported: readonly Role[]
    readonly selected: CleanUpSelection<number>
  },
): Promise<CleanedUp> {
  const { days, reported, selected } = options
  const authority = await operation.authority()
  const known = new Map(reported.map((role) => [role.roleId, role]))
  const roles =
    selected === 'all' ? reported.slice(0, MAX_ROLES_PER_CLEAN_UP) : [...new Set(selected)].map(find)
  if (roles.length === 0) return { done: 0, left: 0 }
  const removed: object[] = []
  for (const role of roles) {
    await authority.assertMayChangeRole(role)
    removed.push({ role, rules: await deleteRole(operation, role) })
  }
  await operation.note({
    action: 'role.delete',
    target: roles.map(({ roleKey }) => roleKey).join(', '),
    before: { removed },
    after: { report: 'unused-roles', days },
  })
  return { done: roles.length, left: reported.length - roles.length }

  function find(id: number): Role {
    const role = known.get(id)
    if (!role) throw outdated(id)
    return role
  }
}

interface Merge {
  readonly keep: RoleWithUsers
  readonly remove: readonly RoleWithUsers[]
}

/** Returns as many of the reported merges as one clean-up may contain. */
function firstOf(reported: readonly SameRights[]): Merge[] {
  let roles = MAX_ROLES_PER_CLEAN_UP
  let users = MAX_MOVED_USERS_PER_CLEAN_UP
  const fits = (role: RoleWithUsers): boolean => {
    if (roles === 0 || role.users > users) return false
    roles--
    users -= role.users
    return true
  }
  return reported
    .map(({ keep, remove }) => ({ keep, remove: remove.filter(fits) }))
    .filter(({ remove }) => remove.length > 0)
}

function selectMerges(reported: readonly SameRights[], selected: readonly RoleMerge[]): Merge[] {
  assertNotTooManyRoles(selected)
  const groupOf = new Map<number, ReadonlyMap<number, RoleWithUsers>>()
  for (const { keep, remove } of reported) {
    const group = new Map([keep, ...remove].map((role) => [role.roleId, role]))
    for (const id of group.keys()) groupOf.set(id, group)
  }
  const removed = new Set<number>()
  const merges = selected.map(({ keep, remove }) => {
    const group = groupOf.get(keep)
    const kept = group?.get(keep)
    if (!group || !kept) throw outdated(keep)
    const roles = [...new Set(remove)].map((id) => {
      const role = group.get(id)
      // A role that is deleted cannot be kept, nor be deleted twice.
      if (!role || id === keep || removed.has(id)) throw outdated(id)
      removed.add(id)
      return role
    })
    return { keep: kept, remove: roles }
  })
  for (const { keep } of merges) if (removed.has(keep.roleId)) throw outdated(keep.roleId)
  assertNotTooManyUsers(merges)
  return merges
}

function assertNotTooManyRoles(selected: readonly RoleMerge[]): void {
  const roles = selected.reduce((sum, { remove }) => sum + remove.length, 0)
  if (roles <= MAX_ROLES_PER_CLEAN_UP) return
  throw new InvalidParameters({
    field: 'merges',
    en: `merges must contain at most ${MAX_ROLES_PER_CLEAN_UP} roles to delete.`,
    zh: `merges 最多可包含 ${MAX_ROLES_PER_CLEAN_UP} 个要删除的角色。`,
  })
}

function assertNotTooManyUsers(merges: readonly Merge[]): void {
  const users = merges.flatMap(({ remove }) => remove).reduce((sum, role) => sum + role.users, 0)
  if (users <= MAX_MOVED_USERS_PER_CLEAN_UP) return
  throw new InvalidParameters({
    field: 'merges',
    en: `merges must move at most ${MAX_MOVED_USERS_PER_CLEAN_UP} users. Select fewer roles.`,
    zh: `merges 最多可移动 ${MAX_MOVED_USERS_PER_CLEAN_UP} 个用户。请减少选择的角色。`,
  })
}

/** Returns the users who have the role, and those who would get it back. */
async function moveUsers({ transaction, changes, at }: Operation, from: Role, to: Role) {
  const users = createUserBatchStore(transaction)
  // Locked, so that no session is created while the others are ended.
  await createRoleStore(transaction).lock(from.roleId)
  await createRoleStore(transaction).lock(to.roleId)
  const userIds = await users.lockByRole(from.roleId)
  const formerUserIds = await users.replaceFormerRole(from.roleId, to.roleId)
  const moved = { userIds, ...(formerUserIds.length === 0 ? {} : { formerUserIds }) }
  if (userIds.length === 0) return moved
  await users.setRole(userIds, to.roleId, at)
  await createRevocationStore(transaction).endAll('role', from.roleId)
  changes('revocation')
  return moved
}

function countOf(groups: readonly { readonly remove: readonly Role[] }[]): number {
  return groups.reduce((sum, { remove }) => sum + remove.length, 0)
}

function outdated(roleId: number): Refusal {
  return new Refusal('report-outdated', { item: String(roleId) })
}
