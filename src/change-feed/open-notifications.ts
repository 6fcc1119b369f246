import type { DatabaseAddress } from '../database/address.ts'
import { type Notifications, noNotifications } from './notifications.ts'

export interface NotificationOptions {
  readonly address: DatabaseAddress
  /** Empty where there is no Redis. */
  readonly redisUrl: string
  readonly onNotification: () => void
  readonly onProblem: (error: unknown) => void
}

/** What tells the nodes of each other's changes: PostgreSQL by itself, Redis for the others, else nothing. */
export async function openNotifications({
  address,
  redisUrl,
  onNotification,
  onProblem,
}: NotificationOptions): Promise<Notifications> {
  if (address.dialect === 'postgres') {
    const { createPostgresNotifications } = await import('./postgres-notifications.ts')
    return createPostgresNotifications(address, onNotification, onProblem)
  }
  if (redisUrl === '') return noNotifications
  const { createRedisNotifications } = await import('./redis-notifications.ts')
  return createRedisNotifications(redisUrl, onNotification, onProblem)
}
