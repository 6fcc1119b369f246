import { type DeclaredTables, type TablesOf, text } from '../database/migrations/table.ts'

export const NODE_TABLES = {
  /** The last heartbeat of every node. */
  nodes: {
    columns: {
      id: text(64),
      name: text(255),
      started_at: 'integer',
      seen_at: 'integer',
      /** The version of the last change that the node has applied. */
      version: 'integer',
      keys_fingerprint: text(64),
    },
    defaults: { keys_fingerprint: '' },
  },

  /** Which node does a task that only one node does at a time. The id is the task. */
  leases: {
    columns: {
      id: text(64),
      holder: text(64),
      held_until: 'integer',
    },
  },
} as const satisfies DeclaredTables

export type NodeTables = TablesOf<typeof NODE_TABLES>
