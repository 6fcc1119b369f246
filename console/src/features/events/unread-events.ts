import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { eventCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 30_000
const QUERY = 'unread-events'

/** Returns how many critical events the user has not read, and the id after which they begin. */
export function useUnreadEvents() {
  const { userId, mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: [QUERY, userId],
    queryFn: async () => {
      const { lastId: after } = await eventCalls.read()
      const { list, count, countCapped } = await eventCalls.events({
        severity: 'critical',
        after,
        pageSize: 1,
      })
      return { after, count, countCapped, newest: list[0]?.id }
    },
    enabled: mayCall('GET', '/event'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data
}

/** Returns a function that marks all events as read that the user knows to be unread. */
export function useMarkRead(): () => Promise<void> {
  const unread = useUnreadEvents()
  const client = useQueryClient()
  return async () => {
    if (unread?.newest === undefined) return
    await eventCalls.markRead(unread.newest)
    await client.invalidateQueries({ queryKey: [QUERY] })
  }
}

/** Marks the unread events as read once a list shows all of them. */
export function useMarkShown(list: readonly { readonly id: number; readonly severity: string }[]): void {
  const unread = useUnreadEvents()
  const markRead = useMarkRead()
  const { after = 0, count = 0, newest } = unread ?? {}
  const shown = list.filter(({ id, severity }) => severity === 'critical' && id > after)
  // More are shown if one has happened since the last count.
  const isAllShown = count > 0 && shown.length >= count
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newest event
  useEffect(() => {
    if (isAllShown) void markRead().catch(() => {})
  }, [isAllShown, newest])
}
