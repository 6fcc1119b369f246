import type { MigrationContext } from '../../platform/database/migrations/context.ts'
import { createTables, insertIfMissing } from '../../platform/database/migrations/create-table.ts'
import {
  type DeclaredTables,
  LONG_TEXT,
  type TablesOf,
  text,
} from '../../platform/database/migrations/table.ts'

export const EVENT_TABLES = {
  /** What has happened: see `observability/events/event.ts`. The id is assigned from `event_head`, without gaps. */
  events: {
    columns: {
      id: 'integer',
      kind: text(64),
      severity: text(16),
      happened_at: 'integer',
      /** JSON. */
      fields: LONG_TEXT,
    },
    indexes: { events_by_time: ['happened_at'], events_by_kind: ['kind', 'id'] },
  },

  /** One row. Its lock orders the events: an id is committed before the next one is assigned. */
  event_head: {
    columns: {
      id: 'integer',
      last_id: 'integer',
      /** The keys of which the last events were stored, as JSON; empty before the first start. */
      reported_keys: LONG_TEXT,
    },
  },

  /** Counters by which an event is stored once. The id is a hash of what is counted. */
  event_windows: {
    columns: {
      id: text(64),
      number: 'integer',
      expires_at: 'integer',
    },
    indexes: { event_windows_by_time: ['expires_at'] },
  },
} as const satisfies DeclaredTables

export type EventTables = TablesOf<typeof EVENT_TABLES>

export async function createEventTables(context: MigrationContext): Promise<void> {
  await createTables(context, EVENT_TABLES)
  await insertIfMissing(context, 'event_head', { id: 1, last_id: 0, reported_keys: '' })
}
