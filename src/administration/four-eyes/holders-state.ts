import type { Role } from '../../accounts/role/role.ts'
import { createRoleHolderStore, type RoleHolder } from '../../accounts/user/role-holder.store.ts'
import type { DepartmentIndex } from '../../authorization/data-scope/department-index.ts'
import { type ResolvedScope, resolveScope } from '../../authorization/data-scope/resolve-scope.ts'
import type { Database } from '../../database/database.ts'
import type { Concerned } from './concerned.ts'
import { digestOf } from './digest.ts'
import { type ScopeState, scopeState } from './scope-state.ts'

/** The users who have a role or get it back: how many, the first ones, and the data that they see together. */
export interface HoldersState {
  readonly count: number
  /** Only equal users in the same state have it in common. */
  readonly digest: string
  readonly first: readonly string[]
  readonly scope: ScopeState
}

const MAX_HOLDERS_SHOWN = 10
/** The rows that a user owns do not depend on departments. */
const ANY_USER = 1

export async function holdersState(
  database: Database,
  role: Role,
  { departments, newUserIds }: Pick<Concerned, 'newUserIds'> & { readonly departments: DepartmentIndex },
): Promise<HoldersState> {
  const { roleId, roleKey } = role
  const users = await createRoleHolderStore(database).holdersOf(roleId)
  const scopes = new Map<string, { readonly scope: ResolvedScope; readonly digest: string }>()
  const scopeOf = ({ deptId, dataScope: ofUser }: RoleHolder) => {
    const dataScope = ofUser || role.dataScope
    const key = `${deptId} ${dataScope}`
    const known = scopes.get(key)
    if (known) return known
    const scope = resolveScope({ userId: ANY_USER, roleId, roleKey, dataScope, deptId }, departments)
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
