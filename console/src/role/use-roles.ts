import { useQuery } from '@tanstack/react-query'
import { api, type Role } from '../api.ts'
import { useOwnSession } from '../session/own-session.tsx'

const MOST_ROLES = 200

/** The roles to choose from; none where one may not see them. */
export function useRoles(): readonly Role[] {
  const { mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: ['all-roles'],
    queryFn: () => api.roles({ pageSize: MOST_ROLES }),
    enabled: mayCall('GET', '/role'),
  })
  return data?.list ?? NONE
}

const NONE: readonly Role[] = []
