import { useQuery } from '@tanstack/react-query'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { overviewCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 30_000

/** Loads the figures of a number of hours, if the role may see them. */
export function useOverview(hours: number) {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['overview', hours],
    queryFn: () => overviewCalls.overview(hours),
    enabled: mayCall('GET', '/overview'),
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: (before) => before,
  })
}
