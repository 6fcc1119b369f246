import type { ListenOptions } from '../../database/engine.ts'
import { engineFor } from '../../database/engines.ts'
import { CHANGE_CHANNEL, type Notifications, noNotifications } from './notifications.ts'

interface NotificationOptions extends Omit<ListenOptions, 'channel'> {
  /** Empty if there is no Redis. */
  readonly redisUrl: string
}

/** Opens the notifications of the database, else those of Redis, else none. */
export async function openNotifications(options: NotificationOptions): Promise<Notifications> {
  const { address, redisUrl, onNotification, onProblem } = options
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
