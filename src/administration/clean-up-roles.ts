import { createPolicyStore } from '../permission/policy.store.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { Refusal } from '../refusal.ts'
import type { SameRights } from '../report/reports.ts'
import { createRoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import { createUserBatchStore } from '../user/user-batch.store.ts'
import type { Authority } from './authority.ts'
import type { CleanedUp } from './cleaned-up.ts'
import type { Operation } from './operations.ts'

/** The maximum number of roles that one clean-up deletes. The audit log entry lists their rules and users. */
export const MAX_ROLES_PER_CLEAN_UP = 100

/** Roles with the same rights: one is kept, and the others are deleted. */
export interface RoleMerge {
  readonly keep: number
  readonly remove: readonly number[]
}

/** Moves the users of some roles to another role with the same rights, and deletes the roles. */
export async function mergeSame(
  operation: Operation,
  authority: Authority,
  reported: readonly SameRights[],
  selected: readonly RoleMerge[] | undefined,
): Promise<CleanedUp> {
  const merges = selected === undefined ? firstOf(reported) : selectMerges(reported, selected)
  if (merges.length === 0) return { done: 0, left: 0 }
  const entries: { keep: string; removed: object[] }[] = []
  for (const { keep, remove } of merges) {
    await authority.refuseRole(keep)
    const removed: object[] = []
    for (const role of remove) {
      await authority.refuseChangeOf(role)
      const userIds = await moveUsers(operation, role, keep)
      removed.push({ role, rules: await deleteRole(operation, role), userIds })
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
  authority: Authority,
  options: {
    readonly days: number
    readonly reported: readonly Role[]
    readonly selected: readonly number[] | undefined
  },
): Promise<CleanedUp> {
  const { days, reported, selected } = options
  const known = new Map(reported.map((role) => [role.roleId, role]))
  const roles =
    selected === undefined ? reported.slice(0, MAX_ROLES_PER_CLEAN_UP) : [...new Set(selected)].map(find)
  if (roles.length === 0) return { done: 0, left: 0 }
  const removed: object[] = []
  for (const role of roles) {
    await authority.refuseChangeOf(role)
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
  readonly keep: Role
  readonly remove: readonly Role[]
}

function firstOf(reported: readonly SameRights[]): Merge[] {
  const merges: Merge[] = []
  let free = MAX_ROLES_PER_CLEAN_UP
  for (const { keep, remove } of reported) {
    if (free === 0) break
    const next = remove.slice(0, free)
    merges.push({ keep, remove: next })
    free -= next.length
  }
  return merges
}

function selectMerges(reported: readonly SameRights[], selected: readonly RoleMerge[]): Merge[] {
  const groupOf = new Map<number, ReadonlyMap<number, Role>>()
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
  return merges
}

async function moveUsers({ transaction, changes, at }: Operation, from: Role, to: Role): Promise<number[]> {
  const users = createUserBatchStore(transaction)
  // Locked, so that no session is created while the others are ended.
  await createRoleStore(transaction).lock(from.roleId)
  await createRoleStore(transaction).lock(to.roleId)
  const ids = await users.lockByRole(from.roleId)
  if (ids.length === 0) return ids
  await users.setRole(ids, to.roleId, at)
  await createRevocationStore(transaction).endAll('role', from.roleId)
  changes('revocation')
  return ids
}

/** Deletes a role without users. Returns its rules. */
async function deleteRole({ transaction, changes }: Operation, role: Role): Promise<PolicyRule[]> {
  const policy = createPolicyStore(transaction)
  const rules = await policy.listByRole(role.roleKey)
  await policy.removeByRole(role.roleKey)
  await createRoleStore(transaction).remove(role.roleId)
  if (rules.length > 0) changes('policy')
  return rules
}

function countOf(groups: readonly { readonly remove: readonly Role[] }[]): number {
  return groups.reduce((sum, { remove }) => sum + remove.length, 0)
}

function outdated(roleId: number): Refusal {
  return new Refusal('report-outdated', { item: String(roleId) })
}
