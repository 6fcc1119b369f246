import type { DeclaredTables } from '../../../platform/database/migrations/table.ts'

export const EVENT_READ_TABLES = {
  /** Up to which event a user has read. The id is that of the user. */
  event_reads: { columns: { id: 'integer', last_id: 'integer' } },
} as const satisfies DeclaredTables

/** The columns with the id of the user whose rows are deleted with the user. */
export const EVENT_READ_ROWS = { event_reads: 'id' } as const
