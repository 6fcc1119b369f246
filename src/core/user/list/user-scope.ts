/**
 * The users that an operator may see and change: a resolved data scope, with the users as its rows. There is no value for "no
 * filter", so that a query cannot forget it. See docs/decisions/0065-administrators-of-a-branch.md.
 */
export type UserScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'some'
      /** Users of these departments. */
      readonly departments: readonly number[]
      /** This user, whatever the department. */
      readonly userId?: number | undefined
    }

/** For the command line, and for what the service does itself. */
export const ALL_USERS: UserScope = Object.freeze({ kind: 'all' })

/** The scope of an operator who may only see the own account. */
export function onlyUser(userId: number): UserScope {
  return { kind: 'some', departments: [], userId }
}

/** Returns whether a department is in a scope. */
export function includesDepartment(scope: UserScope, deptId: number): boolean {
  return scope.kind === 'all' || (scope.kind === 'some' && scope.departments.includes(deptId))
}

/** Returns whether a user is in a scope. */
export function includesUser(
  scope: UserScope,
  { userId, deptId }: { readonly userId: number; readonly deptId: number },
): boolean {
  return includesDepartment(scope, deptId) || (scope.kind === 'some' && scope.userId === userId)
}

/** Returns the user of a scope without departments. */
export function onlyUserOf(scope: UserScope): number | undefined {
  return scope.kind === 'some' && scope.departments.length === 0 ? scope.userId : undefined
}
