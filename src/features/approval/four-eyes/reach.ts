import type { Concerned } from './concerned.ts'
import type { ConcernedStates } from './concerned-states.ts'
import type { HoldersState } from './holders-state.ts'
import type { RightsState, RoleState } from './role-state.ts'
import type { DepartmentsState, ScopeState } from './scope-state.ts'
import type { UserState } from './user-state.ts'

/** What the users of a role may call. */
export interface RightsReach extends Pick<RightsState, 'roleKey' | 'isAdmin' | 'ruleCount'> {
  /** The first ones, as `METHOD path`. */
  readonly rules: readonly string[]
}

type Departments = Omit<DepartmentsState, 'digest'>

/** What a user may call and see, and what somebody logs in with as this user. */
export interface UserReach extends Omit<UserState, 'role' | 'returningRole' | 'scope'> {
  readonly role?: RightsReach
  /** The role that returns when the role ends. */
  readonly returningRole?: RightsReach
  readonly scope: Omit<ScopeState, 'digest'>
}

/** What a role gives, and to whom. */
export interface RoleReach extends RightsReach, Pick<RoleState, 'enabled' | 'dataScope'> {
  readonly departments: Departments
  readonly holders: Omit<HoldersState, 'digest' | 'scope'> & {
    /** The data that they see together. */
    readonly scope: Omit<ScopeState, 'digest'>
  }
}

/** Without `before`, it is new; without `after`, it is deleted. */
interface Change<T> {
  readonly before?: T
  readonly after?: T
}

/** What a change means: the concerned users and roles before and after it. What is new has no id yet. */
export interface Reach {
  readonly users: readonly (Change<UserReach> & { readonly userId?: number })[]
  readonly roles: readonly (Change<RoleReach> & { readonly roleId?: number })[]
}

/** Nobody could read a larger one. */
export const MAX_REACH_BYTES = 500_000
const MAX_RULES_SHOWN = 20

/** Returns the reach of a change for those who confirm it. */
export function reachOf(
  before: ConcernedStates,
  after: ConcernedStates,
  { users, roles, newUserIds, newRoleIds }: Concerned,
): Reach {
  return {
    users: [...users.keys()].map((id) => {
      const [was, is] = [before.users.get(id), after.users.get(id)]
      return {
        ...(newUserIds.has(id) ? {} : { userId: id }),
        ...(was && { before: userReach(was, before) }),
        ...(is && { after: userReach(is, after) }),
      }
    }),
    roles: [...roles.keys()].map((id) => {
      const [was, is] = [before.roles.get(id), after.roles.get(id)]
      return {
        ...(newRoleIds.has(id) ? {} : { roleId: id }),
        ...(was && { before: roleReach(was, before) }),
        ...(is && { after: roleReach(is, after) }),
      }
    }),
  }
}

function userReach({ role, returningRole, scope, ...rest }: UserState, states: ConcernedStates): UserReach {
  return {
    ...rest,
    ...(role && { role: rightsReach(role, states) }),
    ...(returningRole && { returningRole: rightsReach(returningRole, states) }),
    scope: withoutDigest(scope),
  }
}

function roleReach(role: RoleState, states: ConcernedStates): RoleReach {
  const { enabled, dataScope, departments, holders } = role
  return {
    ...rightsReach(role, states),
    enabled,
    dataScope,
    departments: withoutDigest(departments),
    holders: { ...withoutDigest(holders), scope: withoutDigest(holders.scope) },
  }
}

function rightsReach(
  { roleId, roleKey, isAdmin, ruleCount }: RightsState,
  states: ConcernedStates,
): RightsReach {
  return { roleKey, isAdmin, ruleCount, rules: states.rulesOf(roleId).slice(0, MAX_RULES_SHOWN) }
}

function withoutDigest<T extends { readonly digest: string }>({
  digest: _digest,
  ...rest
}: T): Omit<T, 'digest'> {
  return rest
}
