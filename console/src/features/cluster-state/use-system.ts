import { useQuery } from '@tanstack/react-query'
import { api } from '../../shell/api/api.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'

const REFETCH_INTERVAL_MS = 10_000

/** Loads versions, keys and webhooks. Unless it is for the page, only if the role may see them. */
export function useSystem({ isPage = false }: { readonly isPage?: boolean } = {}) {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['system'],
    queryFn: api.system,
    enabled: isPage || mayCall('GET', '/system'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}
