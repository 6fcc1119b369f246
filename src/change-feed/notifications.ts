import type { DatabaseAddress } from '../database/address.ts'
import { engineFor } from '../database/engines.ts'

/**
 * Informs other nodes of a change at once. A notification only says that there is a change to read; a lost one is
 * compensated by the next poll of the table of changes.
 */
export interface Notifications {
  /** Notifies the other nodes. It does not wait and does not throw. */
  publish(): void
  close(): Promise<void>
}

export interface NotificationOptions {
  readonly address: DatabaseAddress
  /** Empty if there is no Redis. */
  readonly redisUrl: string
  readonly onNotification: () => void
  /** Called once per outage. */
  readonly onProblem: (error: unknown) => void
}

/** The channel on which a database announces changes. */
export const CHANGE_CHANNEL = 'castellan_changes'

/** Used where nodes notice changes by polling only. */
export const noNotifications: Notifications = { publish: () => {}, close: async () => {} }

/** Opens the notifications of the database, else those of Redis, else none. */
export async function openNotifications({
  address,
  redisUrl,
  onNotification,
  onProblem,
}: NotificationOptions): Promise<Notifications> {
  const { notifications } = engineFor(address).capabilities
  if (notifications) {
    const channel = CHANGE_CHANNEL
    const close = await notifications.listen({ address, channel, onNotification, onProblem })
    // The transaction of the change has sent the notification.
    return { publish: () => {}, close }
  }
  if (redisUrl === '') return noNotifications
  const { createRedisNotifications } = await import('./redis-notifications.ts')
  return createRedisNotifications(redisUrl, onNotification, onProblem)
}
