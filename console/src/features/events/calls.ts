import type { Query } from '../../shell/api/address.ts'
import { client, find } from '../../shell/api/client.ts'

export const eventCalls = {
  events: (query: Query) => find('/api/v1/event', query),
  read: () => client.get('/api/v1/user/event-read'),
  markRead: (lastId: number) => client.put('/api/v1/user/event-read', { body: { lastId } }),
  event: async (id: number) => (await find('/api/v1/event', { id })).list[0],
}

/** Opens the stream of new events. The browser sends the cookie. */
export function openEventStream(): EventSource {
  return new EventSource('/api/v1/event/stream')
}
