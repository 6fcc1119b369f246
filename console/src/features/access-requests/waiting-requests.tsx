import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { fourEyesCalls } from '../four-eyes/calls.ts'
import { useRequestPages } from '../four-eyes/use-request-pages.ts'
import { accessRequestCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 30_000
const QUERY = { status: 'waiting', pageSize: 200 }

/** Returns the number of requests of others for roles that the user may decide about; undefined without this page. */
export function useWaitingRequests(): number | undefined {
  const { mayCall, userId } = useOwnSession()
  const { hasAccessRequests } = useRequestPages()
  const { data } = useQuery({
    queryKey: ['access-requests', QUERY],
    queryFn: () => accessRequestCalls.accessRequests(QUERY),
    enabled: hasAccessRequests,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data?.list.filter(
    ({ id, status, userId: askedBy }) =>
      status === 'waiting' && askedBy !== userId && mayCall('PUT', `/access-request/${id}`),
  ).length
}

/** Returns the number of changes of others that the user may confirm; undefined without this page. */
export function useWaitingConfirmations(): number | undefined {
  const { hasConfirmations } = useRequestPages()
  const { data } = useQuery({
    queryKey: ['confirmations', QUERY],
    queryFn: () => fourEyesCalls.confirmations(QUERY),
    enabled: hasConfirmations,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data?.list.filter(({ mayDecide }) => mayDecide).length
}

/** Shows how many requests and changes wait for the user. */
export function WaitingBadge() {
  const { accessRequest } = useTexts()
  const count = (useWaitingRequests() ?? 0) + (useWaitingConfirmations() ?? 0)
  if (count === 0) return null
  return (
    <span className="badge">
      {count} <span className="visually-hidden">{accessRequest.waitingForYou}</span>
    </span>
  )
}
