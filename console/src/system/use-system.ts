import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useOwnSession } from '../own-session/own-session.tsx'

const REFETCH_INTERVAL_MS = 10_000

/** Loads versions, keys and webhooks, if the role may see them. */
export function useSystem() {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['system'],
    queryFn: api.system,
    enabled: mayCall('GET', '/system'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
