import type { Schemas } from '../../../shell/api/client.ts'
import { useRoles } from './use-roles.ts'

/** Returns the roles that a form can assign: those that the operator may assign, and the current one. */
export function useRoleChoices(current?: Pick<Schemas['ListedRole'], 'roleId' | 'roleName' | 'roleKey'>) {
  const roles = useRoles()
  const offered = roles.filter(({ roleId, mayAssign }) => mayAssign !== false || roleId === current?.roleId)
  const isKnown = current === undefined || roles.some(({ roleId }) => roleId === current.roleId)
  return [...offered, ...(isKnown ? [] : [current])].map(({ roleId, roleName, roleKey }) => ({
    value: roleId,
    label: `${roleName} (${roleKey})`,
    roleKey,
  }))
}
