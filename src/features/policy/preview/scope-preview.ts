import type { Operator } from '../../../core/audit-log/operator.ts'
import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import { departmentSteps } from '../../../core/data-scope/department-steps.ts'
import { type ResolvedScope, resolveScope } from '../../../core/data-scope/resolve-scope.ts'
import type {
  ChangeOfDepartment,
  ChangeOfRole,
  ChangeOfUser,
  ScopeChange,
} from '../../../core/data-scope/scope-change.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { type DepartmentAdministration, withAncestors } from '../../../core/department/departments.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { Role } from '../../../core/role/role.ts'
import type { RoleAdministration } from '../../../core/role/roles.ts'
import { createUserBatchStore, type UserData } from '../../../core/user/list/user-batch.store.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import type { Database } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/refusal/refusal.ts'

/** What users see more and less after a change. What is outside the operator's scope is not counted. */
export type ScopePreview = Awaited<ReturnType<PreviewScope>>

export type PreviewScope = ReturnType<typeof createScopePreview>

interface ScopePreviewOptions {
  readonly database: Database
  readonly users: Pick<UserStore, 'findIn'>
  readonly roles: Pick<RoleStore, 'find' | 'all'>
  /** Checks changes and undoes them. */
  readonly dryRun: {
    readonly userAdministration: UserAdministration
    readonly roleAdministration: RoleAdministration
    readonly departmentAdministration: DepartmentAdministration
  }
  /** Returns the departments in force. */
  readonly index: () => DepartmentIndex | Promise<DepartmentIndex>
}

/** Users with the same data, before and after the change. */
interface Affected {
  readonly count: number
  readonly before: ResolvedScope
  readonly after: ResolvedScope
}

/**
 * Creates the function that counts what users gain and lose by a change. The change is made and undone, so it is refused
 * exactly if the change itself would be.
 */
export function createScopePreview(options: ScopePreviewOptions) {
  const { roles, dryRun } = options
  const batches = createUserBatchStore(options.database)

  async function ofUser(operator: Operator, change: ChangeOfUser, scope: UserScope, index: DepartmentIndex) {
    const { userId, ...fields } = change
    const before = await options.users.findIn(scope, userId)
    const after = await dryRun.userAdministration.change(operator, userId, fields)
    if (!before) throw notFound('user', userId)
    if (before.status !== ENABLED) return []
    const resolved = async (user: UserData) => {
      const role = await roles.find(user.roleId)
      if (!role) throw new Refusal('role-unknown', { role: user.roleId })
      return resolve(userId, user, role, index)
    }
    return [{ count: 1, before: await resolved(before), after: await resolved(after) }]
  }

  async function ofRole(operator: Operator, change: ChangeOfRole, scope: UserScope, index: DepartmentIndex) {
    const { roleId, ...fields } = change
    const before = await roles.find(roleId)
    const after = await dryRun.roleAdministration.change(operator, roleId, fields)
    if (!before) throw notFound('role', roleId)
    const indexAfter = index.apply([departmentSteps.role(roleId, after.deptIds)])
    const users = await batches.countScopes(scope, { deptIds: [], roleIds: [roleId] })
    return users.map((user) => ({
      count: user.count,
      before: resolve(SOMEBODY, user, before, index),
      after: resolve(SOMEBODY, user, after, indexAfter),
    }))
  }

  async function ofDepartment(
    operator: Operator,
    change: ChangeOfDepartment,
    scope: UserScope,
    index: DepartmentIndex,
  ) {
    const { deptId, ...fields } = change
    const after = await dryRun.departmentAdministration.change(operator, deptId, fields)
    const indexAfter = index.apply([departmentSteps.set(after)])
    const stored = new Map((await roles.all()).map((role) => [role.roleId, role]))
    // Users above the old and the new place. A department in a cycle has no place, so all below it gain one.
    const hadPlace = index.tree.problemOf(deptId) === undefined
    const deptIds = new Set([...withAncestors(index.tree, deptId), ...withAncestors(indexAfter.tree, deptId)])
    if (!hadPlace) for (const node of indexAfter.tree.below(deptId)) deptIds.add(node.deptId)
    const roleIds = [...stored.values()].filter((role) => role.deptIds.some((id) => deptIds.has(id)))
    const users = await batches.countScopes(scope, {
      deptIds: [...deptIds],
      roleIds: roleIds.map(({ roleId }) => roleId),
    })
    return users.flatMap((user) => {
      const role = stored.get(user.roleId)
      if (!role) return []
      const before = resolve(SOMEBODY, user, role, index)
      return [{ count: user.count, before, after: resolve(SOMEBODY, user, role, indexAfter) }]
    })
  }

  /** The scope has the users and departments that the operator may see. */
  return async (operator: Operator, change: ScopeChange, scope: UserScope) => {
    const index = await options.index()
    const affected = await affectedBy(operator, change, scope, index)
    return countOf(affected, scope, index, 'user' in change ? change.user.userId : undefined)
  }

  function affectedBy(
    operator: Operator,
    change: ScopeChange,
    scope: UserScope,
    index: DepartmentIndex,
  ): Promise<Affected[]> {
    const caller = (path: string) => asCaller(operator, path)
    if ('user' in change) return ofUser(caller(`/sys-user/${change.user.userId}`), change.user, scope, index)
    if ('role' in change) return ofRole(caller(`/role/${change.role.roleId}`), change.role, scope, index)
    const { department } = change
    return ofDepartment(caller(`/dept/${department.deptId}`), department, scope, index)
  }

  async function countOf(
    affected: readonly Affected[],
    scope: UserScope,
    index: DepartmentIndex,
    changedUser: number | undefined,
  ) {
    // All data includes the users without a department.
    const all = new Set([NO_DEPARTMENT, ...index.ids()])
    const [gained, lost] = [new Set<number>(), new Set<number>()]
    let usersGaining = 0
    let usersLosing = 0
    for (const { count, before, after } of affected) {
      if (addMissing(gained, after, before, all)) usersGaining += count
      if (addMissing(lost, before, after, all)) usersLosing += count
    }
    return {
      /** How many enabled users see more, and how many see fewer departments. */
      usersGaining,
      usersLosing,
      /** The departments that at least one of these users gains or loses. */
      gained: await extentOf(gained, scope, changedUser),
      lost: await extentOf(lost, scope, changedUser),
    }
  }

  /** A user who is changed is not counted: the user would be in both the old and the new department. */
  async function extentOf(deptIds: ReadonlySet<number>, scope: UserScope, changedUser: number | undefined) {
    const visible = scope.kind === 'some' ? new Set(scope.departments) : undefined
    const counted = [...deptIds].filter((id) => visible?.has(id) ?? true)
    const departments = counted.filter((id) => id !== NO_DEPARTMENT).length
    return { departments, users: await batches.countIn(counted, changedUser) }
  }
}

/** Stands for any of the users with the same data. */
const SOMEBODY = 1

/** Returns the operator, who must be permitted to make the change itself too. */
function asCaller(operator: Operator, path: string): Operator {
  return operator.source === 'http'
    ? { ...operator, call: { method: 'PUT', path: `/api/v1${path}` } }
    : operator
}

function resolve(userId: number, user: UserData, role: Role, index: DepartmentIndex): ResolvedScope {
  const { roleId, roleKey } = role
  return resolveScope(
    { userId, roleId, roleKey, dataScope: user.dataScope || role.dataScope, deptId: user.deptId },
    index,
  )
}

/** Adds the departments of one scope that the other lacks, and returns whether there are any, or own rows instead of none. */
function addMissing(
  missing: Set<number>,
  scope: ResolvedScope,
  other: ResolvedScope,
  all: ReadonlySet<number>,
): boolean {
  if (scope.kind === 'none' || other.kind === 'all') return false
  const has = other.kind === 'some' ? new Set(other.departments) : new Set<number>()
  const ids = scope.kind === 'all' ? all : scope.departments
  let isFound = other.kind === 'none'
  for (const id of ids) {
    if (has.has(id)) continue
    isFound = true
    // Nothing is left to add. There may be as many different scopes as departments.
    if (missing.size === all.size) break
    missing.add(id)
  }
  return isFound
}
