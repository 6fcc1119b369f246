import { notFound } from '../../platform/refusal/refusal.ts'
import { quoted } from '../../platform/text/quoted.ts'
import type { DepartmentStore } from '../department/department.store.ts'
import { NO_DEPARTMENT } from '../department/department.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import type { AccountStore } from '../user/account.store.ts'
import { ALL_USERS, includesUser, type UserScope } from '../user/list/user-scope.ts'
import type { DepartmentIndex } from './department-index.ts'
import { NO_SCOPE_REASONS, type NoScopeReason, resolveScope, type ScopeSubject } from './resolve-scope.ts'

/** Why a user sees the rows of a department, or not. */
export const SCOPE_DECISIONS = [
  'admin',
  'all',
  'own-department',
  'another-department',
  'below',
  'not-below',
  'listed',
  'not-listed',
  /** The role lists the department, but it is disabled or has no place in the tree. */
  'listed-unusable',
  'owner',
  'not-owner',
  ...NO_SCOPE_REASONS,
] as const
type ScopeDecision = (typeof SCOPE_DECISIONS)[number]

/** Whether a user sees rows of a department, and why. */
export type ScopeCheck = Readonly<Awaited<ReturnType<typeof checkScope>>>

export interface ScopeQuestion {
  readonly username: string
  /** The department of the row. */
  readonly deptId: number
  /** The owner of the row; undefined: somebody else. */
  readonly owner?: string | undefined
}

interface ScopeCheckOptions {
  readonly accounts: Pick<AccountStore, 'findByName'>
  readonly departments: Pick<DepartmentStore, 'find'>
  readonly index: DepartmentIndex
  /** The users and departments that the operator may ask about. The others do not exist for the operator. */
  readonly scope?: UserScope
}

/** Explains whether a user sees a row. Throws a refusal if the user or the department does not exist. */
export async function checkScope(
  { username, deptId, owner }: ScopeQuestion,
  { accounts, departments, index, scope = ALL_USERS }: ScopeCheckOptions,
) {
  const account = await accounts.findByName(username)
  if (!account || !includesUser(scope, account)) throw notFound('user', quoted(username), 'username')
  const department = await departments.find(scope, deptId)
  if (!department) throw notFound('department', deptId)
  const own = account.deptId === NO_DEPARTMENT ? null : await departments.find(ALL_USERS, account.deptId)
  const { userId, roleKey, dataScope } = account
  return {
    ...decide(account, { deptId, isOwner: owner === account.username }, index),
    user: { userId, username: account.username, roleKey },
    /** That of the user, or else that of the role. */
    dataScope,
    department: { deptId, deptName: department.deptName },
    /** Null if the user is in no department. The name is empty if the department does not exist. */
    ownDepartment: own === null ? null : { deptId: account.deptId, deptName: own?.deptName ?? '' },
  }
}

function decide(
  subject: ScopeSubject,
  row: { readonly deptId: number; readonly isOwner: boolean },
  index: DepartmentIndex,
): { readonly allowed: boolean; readonly why: ScopeDecision } {
  const scope = resolveScope(subject, index)
  if (scope.kind === 'all')
    return { allowed: true, why: subject.roleKey === ADMIN_ROLE_KEY ? 'admin' : 'all' }
  if (scope.kind === 'none') return { allowed: false, why: scope.reason }
  const allowed = scope.departments.includes(row.deptId) || (scope.userId !== undefined && row.isOwner)
  return { allowed, why: reasonOf(subject, row.deptId, allowed, index) }
}

function reasonOf(
  { dataScope, deptId, roleId }: ScopeSubject,
  asked: number,
  allowed: boolean,
  index: DepartmentIndex,
): Exclude<ScopeDecision, NoScopeReason> {
  if (dataScope === '5') return allowed ? 'owner' : 'not-owner'
  if (dataScope === '2') {
    if (allowed) return 'listed'
    return index.ofRole(roleId).includes(asked) ? 'listed-unusable' : 'not-listed'
  }
  if (asked === deptId) return 'own-department'
  if (dataScope === '3') return 'another-department'
  return allowed ? 'below' : 'not-below'
}
