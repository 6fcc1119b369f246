import { connectToRedis } from '../short-lived/redis-connection.ts'
import type { Notifications } from './notifications.ts'

const CHANNEL = 'castellan:changes'

/** Opens notifications over Redis, for databases that cannot notify other processes. */
export async function createRedisNotifications(
  url: string,
  onNotification: () => void,
  onProblem: (error: unknown) => void,
): Promise<Notifications> {
  const publisher = await connectToRedis(url, onProblem)
  // A connection in subscriber mode accepts no other commands.
  const subscriber = await connectToRedis(url, () => {})
  let subscribed = false
  const subscribe = async (): Promise<void> => {
    if (!subscribed) await subscriber.subscribe(CHANNEL, onNotification)
    subscribed = true
    // Notifications that were sent during an outage were not received.
    onNotification()
  }
  // After an outage, the client renews subscriptions that it had before, but not the first one.
  subscriber.on('ready', () => void subscribe().catch(() => {}))
  if (subscriber.isReady) await subscribe().catch(() => {})
  return {
    publish() {
      publisher.publish(CHANNEL, '').catch(() => {})
    },
    async close() {
      for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy()
    },
  }
}
