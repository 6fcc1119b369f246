/**
 * How a node hears at once that another has changed something. A notice says only that it is worth looking; one that is lost
 * is made good by the next look at the table of changes.
 */
export interface Notifications {
  /** Tells the other nodes. Never waits and never fails: it is only a hint. */
  publish(): void
  close(): Promise<void>
}

/** Where PostgreSQL tells of a change: in its transaction, so that it is heard when the change is there, and only then. */
export const POSTGRES_CHANNEL = 'castellan_changes'

/** Nobody is told: everybody looks often enough. */
export const noNotifications: Notifications = { publish: () => {}, close: async () => {} }
