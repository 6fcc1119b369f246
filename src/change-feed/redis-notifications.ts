import { connectToRedis } from '../short-lived/redis-connection.ts'
import type { Notifications } from './notifications.ts'

const CHANNEL = 'castellan:changes'

/** Redis' publish and subscribe, for databases that can't tell by themselves. */
export async function createRedisNotifications(
  url: string,
  onNotification: () => void,
  onProblem: (error: unknown) => void,
): Promise<Notifications> {
  const publisher = await connectToRedis(url, onProblem)
  // A connection that listens can do nothing else.
  const listener = await connectToRedis(url, () => {})
  let subscribed = false
  const subscribe = async (): Promise<void> => {
    if (!subscribed) await listener.subscribe(CHANNEL, onNotification)
    subscribed = true
    // Whatever was told while the connection was away was not heard.
    onNotification()
  }
  // After an outage the client subscribes again by itself, but not to what it never could subscribe to.
  listener.on('ready', () => void subscribe().catch(() => {}))
  if (listener.isReady) await subscribe().catch(() => {})
  return {
    publish() {
      publisher.publish(CHANNEL, '').catch(() => {})
    },
    async close() {
      for (const client of [publisher, listener]) if (client.isOpen) client.destroy()
    },
  }
}
