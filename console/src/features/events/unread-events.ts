import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page, Schemas } from '../../shell/api/client.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { eventCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 30_000
const QUERY = 'unread-events'

/** The id of the newest event that the user has seen in this browser. */
const seenKey = (userId: number) => `castellan.events-seen.${userId}`

function readSeen(userId: number): number {
  const id = Number(window.localStorage.getItem(seenKey(userId)))
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Returns how many critical events the user has not seen, and the id after which they begin. */
export function useUnreadEvents() {
  const { userId, mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: [QUERY, userId],
    queryFn: async () => {
      const after = readSeen(userId)
      const { count, countCapped } = await eventCalls.events({ severity: 'critical', after, pageSize: 1 })
      return { after, count, countCapped }
    },
    enabled: mayCall('GET', '/event'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data
}

/** Marks all events as seen, if the first page of a list with all critical events is shown. */
export function useMarkSeen(
  page: Page<Schemas['Event']> | undefined,
  { kind, severity = 'critical', pageIndex = '1' }: Readonly<Record<string, string>>,
): void {
  const { userId } = useOwnSession()
  const client = useQueryClient()
  const isShown = kind === undefined && severity === 'critical' && pageIndex === '1'
  const newest = isShown ? page?.list[0]?.id : undefined
  useEffect(() => {
    if (newest === undefined || newest === readSeen(userId)) return
    window.localStorage.setItem(seenKey(userId), String(newest))
    void client.invalidateQueries({ queryKey: [QUERY] })
  }, [newest, userId, client])
}
