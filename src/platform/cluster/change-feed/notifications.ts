/**
 * Notifies other nodes of a change immediately. A notification only signals that there is a change to read; a lost one
 * is compensated by the next poll of the table of changes.
 */
export interface Notifications {
  /** Notifies the other nodes. It does not wait and does not throw. */
  publish(): void
  close(): Promise<void>
}

/** The channel on which a database announces changes. */
export const CHANGE_CHANNEL = 'castellan_changes'

/** Used where nodes notice changes by polling only. */
export const noNotifications: Notifications = { publish: () => {}, close: async () => {} }
