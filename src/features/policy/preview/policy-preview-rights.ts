import type { Role } from '../../../core/role/role.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ProposedChange } from './proposed-change.ts'

/** Returns whether the operator's role allows a call. */
export type MayCall = (method: string, path: string) => boolean

/** Throws unless the operator may make the calls that add and remove the rules of a change. */
export function requirePermittedRules(
  { add, remove, replace = [] }: Pick<ProposedChange, 'add' | 'remove' | 'replace'>,
  mayCall: MayCall,
): void {
  const isReplacement = replace.length > 0
  const mayChange = mayCall('POST', '/api/v1/policy/change')
  const mayAdd = mayChange || mayCall('POST', '/api/v1/policy') || mayCall('POST', '/api/v1/policy/import')
  const mayRemove = mayChange || mayCall('DELETE', '/api/v1/policy')
  // A replacement removes rules that the change does not name.
  const mayRead = mayCall('GET', '/api/v1/policy')
  if (add.length > 0 && !mayAdd) throw new Refusal('permission-denied')
  if ((remove.length > 0 || isReplacement) && !mayRemove) throw new Refusal('permission-denied')
  if (isReplacement && !mayRead) throw new Refusal('permission-denied')
}

/** Throws unless the operator may disable or delete the role. */
export function requirePermittedRole({ roleId }: Pick<Role, 'roleId'>, mayCall: MayCall): void {
  const path = `/api/v1/role/${roleId}`
  if (mayCall('PUT', path) || mayCall('DELETE', path) || mayCall('DELETE', '/api/v1/role')) return
  throw new Refusal('permission-denied')
}

/** Throws for a role that does not exist. Does not reveal it to an operator who may not list roles. */
export function refuseUnknownRoleKey(roleKey: string, mayCall: MayCall): never {
  if (!mayCall('GET', '/api/v1/role')) throw new Refusal('permission-denied')
  throw new Refusal('role-unknown', { role: `"${roleKey}"` })
}
