import { useQuery } from '@tanstack/react-query'
import { api, type Role } from '../api.ts'
import { useOwnSession } from '../session/own-session.tsx'
import { useOwnProfile } from '../user/password-due-gate.tsx'

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
  })
  return (mayList ? data?.list : own) ?? NONE
}

const NONE: readonly Role[] = []
