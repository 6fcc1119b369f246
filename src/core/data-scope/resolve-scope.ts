import { NO_DEPARTMENT } from '../department/department.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { ENABLED } from '../user/status.ts'
import type { DepartmentIndex } from './department-index.ts'

/**
 * The rows that a user may see and change. There is no value for "no filter": whatever is unknown, missing or contradictory
 * is `none`.
 */
export type ResolvedScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'none'; readonly reason: NoScopeReason }
  | {
      readonly kind: 'some'
      /** Rows of these departments, in ascending order. */
      readonly departments: readonly number[]
      /** Rows that this user owns, whatever their department. */
      readonly userId?: number
    }

/** Why a user sees no rows. */
export const NO_SCOPE_REASONS = [
  /** Not an identity of this service. */
  'identity-invalid',
  /** The data scope is not one of 1 to 5. */
  'scope-unknown',
  /** The department of the user has not been read: the database could not be reached, or no check has run. */
  'department-not-read',
  /** The data scope needs a department, and the user is in none. */
  'department-missing',
  'department-deleted',
  'department-disabled',
  /** A department above is missing. */
  'department-orphaned',
  /** The departments above form a cycle. */
  'department-cycle',
  /** Data scope 2, and the role has no department that exists and is enabled. */
  'departments-missing',
] as const
export type NoScopeReason = (typeof NO_SCOPE_REASONS)[number]

/** Whose scope is resolved. */
export interface ScopeSubject {
  readonly userId: number
  readonly roleId: number
  readonly roleKey: string
  readonly dataScope: string
  /** 0: no department; undefined: not known. */
  readonly deptId: number | undefined
}

/**
 * The scopes that were resolved with an index. Many callers have the same scope, and sorting its departments for each request
 * takes longer than all checks of the request. An index does not change, and is replaced by the next change.
 */
const resolved = new WeakMap<DepartmentIndex, Map<string, ResolvedScope>>()

const ALL: ResolvedScope = Object.freeze({ kind: 'all' })

/**
 * Returns the scope of a user. A disabled department gives its members nothing, whatever their data scope, but stays in the
 * scope of the departments above it. See docs/decisions/0063-departments.md.
 */
export function resolveScope(subject: ScopeSubject, departments: DepartmentIndex): ResolvedScope {
  const { userId, roleId, roleKey, dataScope, deptId } = subject
  if (roleKey === ADMIN_ROLE_KEY) return ALL
  if (!Number.isSafeInteger(userId) || userId <= 0) return none('identity-invalid')
  if (deptId === undefined) return none('department-not-read')
  const problem = deptId === NO_DEPARTMENT ? undefined : problemOf(deptId, departments)
  if (problem) return none(problem)
  switch (dataScope) {
    case '1':
      return ALL
    case '2':
      return cachedScope(departments, `role ${roleId}`, () => {
        const usable = departments.ofRole(roleId).filter((id) => problemOf(id, departments) === undefined)
        return usable.length === 0 ? none('departments-missing') : some(usable)
      })
    case '3':
      return deptId === NO_DEPARTMENT ? none('department-missing') : some([deptId])
    case '4':
      if (deptId === NO_DEPARTMENT) return none('department-missing')
      return cachedScope(departments, `below ${deptId}`, () =>
        some(departments.tree.below(deptId).map((node) => node.deptId)),
      )
    case '5':
      return Object.freeze({ kind: 'some', departments: Object.freeze([]), userId })
    default:
      return none('scope-unknown')
  }
}

function cachedScope(departments: DepartmentIndex, key: string, resolve: () => ResolvedScope): ResolvedScope {
  const known = resolved.get(departments) ?? new Map<string, ResolvedScope>()
  resolved.set(departments, known)
  const scope = known.get(key) ?? resolve()
  known.set(key, scope)
  return scope
}

function problemOf(deptId: number, { tree }: DepartmentIndex): NoScopeReason | undefined {
  const department = tree.find(deptId)
  if (!department) return 'department-deleted'
  if (department.status !== ENABLED) return 'department-disabled'
  const problem = tree.problemOf(deptId)
  if (problem === undefined) return undefined
  return problem === 'cycle' ? 'department-cycle' : 'department-orphaned'
}

function none(reason: NoScopeReason): ResolvedScope {
  return Object.freeze({ kind: 'none', reason })
}

function some(ids: readonly number[]): ResolvedScope {
  const departments = Object.freeze(ids.toSorted((one, other) => one - other))
  return Object.freeze({ kind: 'some', departments })
}
