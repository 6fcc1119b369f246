import { type DeclaredTables, text } from '../../../platform/database/migrations/table.ts'

export const WEBHOOK_TABLES = {
  /** The delivery to a webhook. The id is its name in the settings. */
  event_webhooks: {
    columns: {
      id: text(64),
      /** The last event that was delivered, that the webhook does not want, or that was there when the webhook was added. */
      last_event_id: 'integer',
      /** The node that delivers, until `held_until`. */
      holder: text(64),
      held_until: 'integer',
      /** Consecutive failures of the next event. */
      failures: 'integer',
      retry_at: 'integer',
      /** The number of events that were deleted before they could be delivered. */
      skipped: 'integer',
    },
  },
} as const satisfies DeclaredTables
