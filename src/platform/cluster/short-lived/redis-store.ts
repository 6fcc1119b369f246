import { type RedisConnection, withTimeout } from './redis-connection.ts'
import { MAX_ENTRIES, type ShortLivedStore } from './short-lived-store.ts'

/** The braces put all keys on one node of a Redis cluster, so that one script can use several. */
const PREFIX = '{castellan}:'
const PENDING = `${PREFIX}pending`

/** Uses the clock of Redis, because those of the nodes may differ. */
const NOW = "local t = redis.call('TIME'); local now = t[1] * 1000 + math.floor(t[2] / 1000)"

const PUT = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], KEYS[1])
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return 1`

// Read and removed atomically: if several nodes read it at the same time, one of them gets the value.
const TAKE = `local value = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return value`

const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

/** Creates a store in Redis that all nodes share. */
export function createRedisStore(client: RedisConnection, maxEntries = MAX_ENTRIES): ShortLivedStore {
  const run = (script: string, keys: string[], args: (string | number)[]): Promise<unknown> =>
    withTimeout(client.eval(script, { keys, arguments: args.map(String) }))

  return {
    async put(key, value, lifetimeSeconds) {
      const stored = await run(
        PUT,
        [`${PREFIX}value:${key}`, PENDING],
        [value, lifetimeSeconds * 1000, maxEntries],
      )
      return stored === 1
    },

    async take(key) {
      const value = await run(TAKE, [`${PREFIX}value:${key}`, PENDING], [])
      return typeof value === 'string' ? value : undefined
    },

    async count(key, windowSeconds) {
      const result = await run(COUNT, [`${PREFIX}count:${key}`], [windowSeconds * 1000])
      const [count, millisecondsLeft] = Array.isArray(result) ? result.map(Number) : []
      return {
        count: count ?? Number.POSITIVE_INFINITY,
        secondsLeft: Math.max(1, Math.ceil((millisecondsLeft ?? 0) / 1000)),
      }
    },

    isUp: () => client.isReady,

    async close() {
      if (client.isOpen) client.destroy()
    },
  }
}
