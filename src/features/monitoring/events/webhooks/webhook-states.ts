import type { EventStore } from '../../../../core/events/event.store.ts'
import type { WebhookStore } from './webhook.store.ts'

/** Returns the delivery state of each webhook, on whichever node it is delivered. */
export async function readWebhookStates(
  names: readonly string[],
  { events, store }: { events: Pick<EventStore, 'latestId'>; store: Pick<WebhookStore, 'find'> },
) {
  const latest = await events.latestId()
  return Promise.all(
    names.map(async (name) => {
      const delivery = await store.find(name)
      const { lastEventId = null, failures = 0, retryAt = 0, skipped = 0 } = delivery ?? {}
      const status = failures > 0 ? 'failing' : 'ok'
      return {
        name,
        /** `new`: no node has started with the webhook yet. */
        status: delivery ? status : 'new',
        /** The last event that was delivered, that the webhook does not want, or that was there when it was added; null for a new webhook. */
        lastEventId,
        /** The number of events after it. */
        waiting: lastEventId === null ? 0 : Math.max(0, latest - lastEventId),
        failures,
        nextRetry: retryAt > 0 ? new Date(retryAt).toISOString() : null,
        skipped,
      }
    }),
  )
}
