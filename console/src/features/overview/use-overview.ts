import { useQuery } from '@tanstack/react-query'
import { api } from '../../shell/api/api.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'

const REFETCH_INTERVAL_MS = 30_000

/** Loads the figures of a number of hours, if the role may see them. */
export function useOverview(hours: number) {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['overview', hours],
    queryFn: () => api.overview(hours),
    enabled: mayCall('GET', '/overview'),
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: (before) => before,
  })
}
