import { connectToRedis } from '../short-lived/redis-connection.ts'
import type { Notices } from './notices.ts'

const CHANNEL = 'castellan:changes'

/** Redis' publish and subscribe, for databases that can't tell by themselves. */
export async function createRedisNotices(
  url: string,
  onNotice: () => void,
  onProblem: (error: unknown) => void,
): Promise<Notices> {
  const publisher = await connectToRedis(url, onProblem)
  // A connection that listens can do nothing else.
  const listener = await connectToRedis(url, () => {})
  let subscribed = false
  const subscribe = async (): Promise<void> => {
    if (!subscribed) await listener.subscribe(CHANNEL, onNotice)
    subscribed = true
    // Whatever was told while the connection was away was not heard.
    onNotice()
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
