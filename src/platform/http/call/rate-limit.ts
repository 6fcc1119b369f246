import type { ShortLivedStore } from '../../cluster/short-lived/short-lived-store.ts'
import { networkOf } from '../../network/network.ts'
import { Refusal } from '../../refusal/refusal.ts'

export interface RateLimit {
  /** Counts a request, and throws if its client, or all clients together, have sent too many. */
  admit(address: string): void | Promise<void>
}

interface RateLimitOptions {
  readonly windowSeconds: number
  /** 0: no limit. */
  readonly perAddress: number
  readonly total: number
  readonly now: () => number
}

/** Further addresses in a window are counted together, which bounds the memory. */
const MAX_ADDRESSES = 100_000

/** Creates a rate limit that counts in fixed windows, in memory. */
export function createRateLimit({ windowSeconds, perAddress, total, now }: RateLimitOptions): RateLimit {
  const windowMilliseconds = windowSeconds * 1000
  let windowEnd = 0
  let counted = 0
  let counts = new Map<string, { requests: number }>()

  function countOf(network: string): number {
    const key = counts.size < MAX_ADDRESSES || counts.has(network) ? network : 'others'
    const count = counts.get(key)
    if (count) return ++count.requests
    counts.set(key, { requests: 1 })
    return 1
  }

  return {
    admit(address) {
      const time = now()
      // The second condition: the clock was set back.
      if (time >= windowEnd || time < windowEnd - windowMilliseconds) {
        windowEnd = time + windowMilliseconds
        counted = 0
        counts = new Map()
      }
      const network = perAddress === 0 ? '' : networkOf(address)
      const count = countOf(network)
      // Requests above the limit of one client do not count against the total.
      const isOverOwnLimit = perAddress !== 0 && count > perAddress
      if (!isOverOwnLimit) counted++
      if (isOverOwnLimit || (total !== 0 && counted > total)) {
        throw new Refusal('rate-limited', {
          retryAfterSeconds: Math.max(1, Math.ceil((windowEnd - time) / 1000)),
        })
      }
    },
  }
}

interface SharedRateLimitOptions {
  readonly store: ShortLivedStore
  /** Separates its counts from those of other limits. */
  readonly name: string
  readonly windowSeconds: number
  /** 0: no limit. */
  readonly perAddress: number
}

/** Creates a rate limit that counts in a store that all nodes share. It is too slow for every request. */
export function createSharedRateLimit(options: SharedRateLimitOptions): RateLimit {
  const { store, name, windowSeconds, perAddress } = options
  return {
    async admit(address) {
      if (perAddress === 0) return
      const { count, secondsLeft } = await store.count(`${name}:${networkOf(address)}`, windowSeconds)
      if (count > perAddress) throw new Refusal('rate-limited', { retryAfterSeconds: secondsLeft })
    },
  }
}
