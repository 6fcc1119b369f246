import type { DatabaseAddress } from '../database/address.ts'
import { type Notices, noNotices } from './notices.ts'

export interface NoticeOptions {
  readonly address: DatabaseAddress
  /** Empty where there is no Redis. */
  readonly redisUrl: string
  readonly onNotice: () => void
  readonly onProblem: (error: unknown) => void
}

/** What tells the nodes of each other's changes: PostgreSQL by itself, Redis for the others, else nothing. */
export async function openNotices({
  address,
  redisUrl,
  onNotice,
  onProblem,
}: NoticeOptions): Promise<Notices> {
  if (address.dialect === 'postgres') {
    const { createPostgresNotices } = await import('./postgres-notices.ts')
    return createPostgresNotices(address, onNotice, onProblem)
  }
  if (redisUrl === '') return noNotices
  const { createRedisNotices } = await import('./redis-notices.ts')
  return createRedisNotices(redisUrl, onNotice, onProblem)
}
