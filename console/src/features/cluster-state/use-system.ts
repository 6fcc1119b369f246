import { useQuery } from '@tanstack/react-query'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { clusterCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 10_000

/** Loads versions, keys and webhooks. Unless it is for the page, only if the role may see them. */
export function useSystem({ isPage = false }: { readonly isPage?: boolean } = {}) {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['system'],
    queryFn: clusterCalls.system,
    enabled: isPage || mayCall('GET', '/system'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
