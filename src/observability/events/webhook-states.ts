import type { EventStore } from './event.store.ts'
import type { WebhookStore } from './webhook.store.ts'

/** `new`: no node has started with the webhook yet. */
type WebhookStatus = 'new' | 'ok' | 'failing'

interface WebhookState {
  readonly name: string
  readonly status: WebhookStatus
  /** The last event that was delivered, or that the webhook does not want; null for a new webhook. */
  readonly lastEventId: number | null
  /** The number of events after it. */
  readonly waiting: number
  /** Consecutive failures of the next event. */
  readonly failures: number
  /** Null if no event has failed. */
  readonly nextRetry: string | null
  /** The number of events that were deleted before they could be delivered. */
  readonly skipped: number
}

/** Returns the delivery state of each webhook, on whichever node it is delivered. */
export async function readWebhookStates(
  names: readonly string[],
  { events, store }: { events: Pick<EventStore, 'latestId'>; store: Pick<WebhookStore, 'find'> },
): Promise<WebhookState[]> {
  const latest = await events.latestId()
  return Promise.all(
    names.map(async (name): Promise<WebhookState> => {
      const delivery = await store.find(name)
      if (delivery === undefined) {
        const none = { waiting: 0, failures: 0, nextRetry: null, skipped: 0 }
        return { name, status: 'new', lastEventId: null, ...none }
      }
      const { lastEventId, failures, retryAt, skipped } = delivery
      return {
        name,
        status: failures > 0 ? 'failing' : 'ok',
        lastEventId,
        waiting: Math.max(0, latest - lastEventId),
        failures,
        nextRetry: retryAt > 0 ? new Date(retryAt).toISOString() : null,
        skipped,
      }
    }),
  )
}
