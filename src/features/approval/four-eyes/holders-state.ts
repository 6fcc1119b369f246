import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import type { ResolvedScope } from '../../../core/data-scope/resolve-scope.ts'
import type { Role } from '../../../core/role/role.ts'
import { createRoleHolderStore, type RoleHolder } from '../../../core/role/role-holder.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Concerned } from './concerned.ts'
import { digestOf } from './digest.ts'
import { type ScopeState, scopeState, scopeWithRole } from './scope-state.ts'

/** The users who have a role or get it back: how many, the first ones, and the data that they see together. */
export interface HoldersState {
  readonly count: number
  /** Of all of them, with their states. */
  readonly digest: string
  readonly first: readonly string[]
  readonly scope: ScopeState
}

const MAX_HOLDERS_SHOWN = 10

export async function holdersState(
  database: Database,
  role: Role,
  { departments, newUserIds }: Pick<Concerned, 'newUserIds'> & { readonly departments: DepartmentIndex },
): Promise<HoldersState> {
  const users = await createRoleHolderStore(database).holdersOf(role.roleId)
  const scopes = new Map<string, { readonly scope: ResolvedScope; readonly digest: string }>()
  const scopeOf = (user: RoleHolder) => {
    const key = `${user.deptId} ${user.dataScope}`
    const known = scopes.get(key)
    if (known) return known
    const scope = scopeWithRole(role, user, departments)
    const found = { scope, digest: digestOf(scope) }
    scopes.set(key, found)
    return found
  }
  // A new user has another id when the same request is sent again.
  const states = users.map((user) => [
    newUserIds.has(user.userId) ? user.username : user.userId,
    user.status,
    scopeOf(user).digest,
  ])
  return {
    count: users.length,
    digest: digestOf(states),
    first: users.slice(0, MAX_HOLDERS_SHOWN).map(({ username }) => username),
    scope: await scopeState(
      database,
      [...scopes.values()].map(({ scope }) => scope),
    ),
  }
}
