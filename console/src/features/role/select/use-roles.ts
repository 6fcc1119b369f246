import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../shell/api/client.ts'
import { useOwnProfile } from '../../../shell/own-session/duty-gate.tsx'
import { useOwnSession } from '../../../shell/own-session/own-session.tsx'
import { roleCalls } from '../calls.ts'
import { ADMIN_ROLE_KEY } from './admin-role.ts'

const PAGE_SIZE = 200
const MAX_ROLES = 2000

/** A role to choose from. Whether it may be assigned is known of listed roles. */
type KnownRole = Schemas['Role'] & Partial<Pick<Schemas['ListedRole'], 'mayAssign'>>

/** Loads the roles to choose from, or only the own role if the others may not be listed. */
export function useRoles(): readonly KnownRole[] {
  const { mayCall } = useOwnSession()
  const own = useOwnProfile().data?.roles
  const mayList = mayCall('GET', '/role')
  const { data } = useQuery({
    queryKey: ['all-roles'],
    queryFn: loadRoles,
    enabled: mayList,
    select: adminLast,
  })
  return (mayList ? data : own) ?? NONE
}

/** Puts the role that may do everything last, so that it is not chosen by accident. */
function adminLast(roles: readonly KnownRole[]): readonly KnownRole[] {
  return roles.toSorted(
    (one, other) => Number(one.roleKey === ADMIN_ROLE_KEY) - Number(other.roleKey === ADMIN_ROLE_KEY),
  )
}

/** Loads all roles, up to a limit. */
export async function loadRoles(): Promise<readonly KnownRole[]> {
  const roles: KnownRole[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const { list, count } = await roleCalls.roles({ pageIndex, pageSize: PAGE_SIZE })
    roles.push(...list)
    if (roles.length >= Math.min(count, MAX_ROLES) || list.length === 0) return roles
  }
}

const NONE: readonly KnownRole[] = []
