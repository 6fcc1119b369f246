import { setTimeout as delay } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import { within } from '../../database/time-limits.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { createOutageLog } from '../../runtime/outage-log.ts'

export type RedisConnection = RedisClientType

const CONNECT_TIMEOUT_MS = 3000
const RESPONSE_TIMEOUT_MS = 2000
const MAX_RETRY_DELAY_MS = 1000

/**
 * Opens a connection that reconnects after an outage. During an outage, commands fail immediately instead of waiting, and what
 * cannot be checked is refused.
 */
export async function connectToRedis(
  url: string,
  onProblem: (error: unknown) => void,
): Promise<RedisConnection> {
  const { createClient } = await import('@redis/client')
  const outage = createOutageLog(onProblem)
  const client: RedisConnection = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    pingInterval: 5000,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), MAX_RETRY_DELAY_MS),
    },
  })
  client.on('error', outage.failed)
  client.on('ready', outage.recovered)
  // A Redis that is not there yet must not keep the service from starting: it is tried again in the background.
  await Promise.race([client.connect(), delay(CONNECT_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {})
  return client
}

/** Returns the response to a command. Throws a refusal if Redis is not reachable or does not respond in time. */
export async function withTimeout<T>(command: Promise<T>): Promise<T> {
  try {
    return await within(RESPONSE_TIMEOUT_MS, command, () => new Error('Redis does not respond'))
  } catch (cause) {
    throw new Refusal('unavailable', {}, { cause })
  }
}
