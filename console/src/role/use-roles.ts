import { useQuery } from '@tanstack/react-query'
import { api, type Role } from '../api.ts'
import type { Page } from '../response.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { useOwnProfile } from '../user/password-due-gate.tsx'
import { ADMIN_ROLE_KEY } from './admin-role.ts'

const MAX_ROLES = 200

/** Loads the roles to choose from, or only the own role if the others may not be listed. */
export function useRoles(): readonly Role[] {
  const { mayCall } = useOwnSession()
  const own = useOwnProfile().data?.roles
  const mayList = mayCall('GET', '/role')
  const { data } = useQuery({
    queryKey: ['all-roles'],
    queryFn: () => api.roles({ pageSize: MAX_ROLES }),
    enabled: mayList,
    select: adminLast,
  })
  return (mayList ? data : own) ?? NONE
}

/** Puts the role that may do everything last, so that it is not chosen by accident. */
function adminLast({ list }: Page<Role>): readonly Role[] {
  return list.toSorted(
    (one, other) => Number(one.roleKey === ADMIN_ROLE_KEY) - Number(other.roleKey === ADMIN_ROLE_KEY),
  )
}

const NONE: readonly Role[] = []
