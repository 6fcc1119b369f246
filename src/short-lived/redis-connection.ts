import type { RedisClientType } from '@redis/client'
import { createOutageLog } from '../outage-log.ts'
import { Refusal } from '../refusal.ts'

export type RedisConnection = RedisClientType

const CONNECT_MILLISECONDS = 3000
const ANSWER_MILLISECONDS = 2000
const MAX_RETRY_MILLISECONDS = 1000

/**
 * A connection that comes back by itself. While Redis is away a command fails at once instead of waiting: whoever asks gets
 * an answer, and what can't be checked is refused.
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
      connectTimeout: CONNECT_MILLISECONDS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), MAX_RETRY_MILLISECONDS),
    },
  })
  client.on('error', outage.failed)
  client.on('ready', outage.recovered)
  // A Redis that is not there yet must not keep the service from starting: it is tried again in the background.
  await Promise.race([client.connect(), delay(CONNECT_MILLISECONDS)]).catch(() => {})
  return client
}

/** The answer to a command, or a refusal where none comes: Redis is away, or hangs. */
export async function answered<T>(command: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer')), ANSWER_MILLISECONDS)
  })
  try {
    return await Promise.race([command, late])
  } catch (cause) {
    throw new Refusal('unavailable', {}, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
