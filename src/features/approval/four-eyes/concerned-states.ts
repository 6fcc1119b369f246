import { createDepartmentIndex } from '../../../core/data-scope/department-index.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { once } from '../../../platform/runtime/once.ts'
import type { Concerned } from './concerned.ts'
import { createRoleStates, type RoleState } from './role-state.ts'
import { createUserStates, type UserState } from './user-state.ts'

/** The concerned users and roles at one moment. Those that do not exist then are missing. */
export interface ConcernedStates {
  readonly users: ReadonlyMap<number, UserState>
  readonly roles: ReadonlyMap<number, RoleState>
  /** Returns the rules of one of these roles, or of a role of one of these users. */
  rulesOf(roleId: number): readonly string[]
}

/** Reads the concerned users and roles as they are in a transaction. */
export async function readConcerned(database: Database, concerned: Concerned): Promise<ConcernedStates> {
  const departments = once(async () =>
    createDepartmentIndex(await createDepartmentStore(database).snapshot()),
  )
  const roleStates = createRoleStates(database, concerned, departments)
  const userState = createUserStates(database, roleStates, departments)
  const users = new Map<number, UserState>()
  const roles = new Map<number, RoleState>()
  for (const id of concerned.users.keys()) {
    const state = await userState(id)
    if (state) users.set(id, state)
  }
  for (const id of concerned.roles.keys()) {
    const state = await roleStates.state(id)
    if (state) roles.set(id, state)
  }
  return { users, roles, rulesOf: roleStates.rulesRead }
}

/**
 * Returns what a plan binds: what its users and roles are after it, by their ids. Another role with the same key, other users of a
 * role or other rules are not what was confirmed.
 */
export function bindingOf({ users, roles }: ConcernedStates, { newUserIds, newRoleIds }: Concerned): object {
  return {
    users: [...users].map(([id, state]) => [newUserIds.has(id) ? state.username : id, state]),
    roles: [...roles].map(([id, state]) =>
      newRoleIds.has(id) ? [state.roleKey, { ...state, roleId: undefined }] : [id, state],
    ),
  }
}
