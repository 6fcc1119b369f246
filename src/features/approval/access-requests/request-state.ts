import { createHash } from 'node:crypto'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import type { User } from '../../../core/user/user.ts'
import type { Database } from '../../../platform/database/database.ts'

type UserState = Pick<User, 'roleId' | 'roleUntil' | 'formerRoleId' | 'deptId' | 'dataScope'>
type RoleState = Awaited<ReturnType<typeof readRoleState>>

/** Returns what whoever approves a request relies on about the role. */
export async function readRoleState(database: Database, roleId: number) {
  const role = await createRoleStore(database).find(roleId)
  const rules = await createPolicyStore(database).listByRole(role?.roleKey ?? '')
  return { revision: role?.revision, rules: rules.map(({ method, path }) => `${method} ${path}`).toSorted() }
}

/**
 * Returns a hash of what whoever approves a request relies on: the role with its rules, and what the user had. An approval after
 * a change of these would grant something else than was asked for.
 */
export function stateHashOf({ revision, rules }: RoleState, user: UserState): string {
  const { roleId, roleUntil, formerRoleId, deptId, dataScope } = user
  const state = [revision, rules, [roleId, roleUntil, formerRoleId, deptId, dataScope]]
  return createHash('sha256').update(JSON.stringify(state)).digest('hex')
}
