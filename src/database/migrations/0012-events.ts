import type { MigrationContext } from './context.ts'
import { createIndex, createTable, insertIfMissing, LONG_TEXT, text } from './table.ts'

/** Creates the tables of events and of their delivery. */
export async function createEvents(context: MigrationContext): Promise<void> {
  await createTable(context, 'events', {
    id: 'integer',
    kind: text(64),
    severity: text(16),
    happened_at: 'integer',
    fields: LONG_TEXT,
  })
  await createIndex(context, 'events_by_time', 'events', ['happened_at'])
  await createIndex(context, 'events_by_kind', 'events', ['kind', 'id'])
  await createTable(context, 'event_head', { id: 'integer', last_id: 'integer', reported_keys: LONG_TEXT })
  await insertIfMissing(context, 'event_head', { id: 1, last_id: 0, reported_keys: '' })
  await createTable(context, 'event_windows', { id: text(64), number: 'integer', expires_at: 'integer' })
  await createIndex(context, 'event_windows_by_time', 'event_windows', ['expires_at'])
  await createTable(context, 'event_webhooks', {
    id: text(64),
    last_event_id: 'integer',
    holder: text(64),
    held_until: 'integer',
    failures: 'integer',
    retry_at: 'integer',
    skipped: 'integer',
  })
}
