import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'
import type { ShortLivedStore } from '../short-lived/short-lived-store.ts'
import type { Check } from './check.ts'
import { addressOf } from './client.ts'

export interface RateLimit {
  /** Counts a request; refuses it where its client, or all together, have sent too many. */
  admit(address: string): void | Promise<void>
}

export interface RateLimitOptions {
  readonly windowSeconds: number
  /** 0: no limit. */
  readonly perAddress: number
  readonly total: number
  readonly now: () => number
}

/** More addresses than this in one window are counted together: memory stays bounded. */
const MAX_ADDRESSES = 100_000

/**
 * Counts in fixed windows, in memory and without a promise: it stands in the way of every request.
 */
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
      // A clock that was set back must not stretch the window.
      if (time >= windowEnd || time < windowEnd - windowMilliseconds) {
        windowEnd = time + windowMilliseconds
        counted = 0
        counts = new Map()
      }
      const network = perAddress === 0 ? '' : networkOf(address)
      const count = countOf(network)
      // What one client sends above its own limit is not held against the others.
      const overOwn = perAddress !== 0 && count > perAddress
      if (!overOwn) counted++
      if (overOwn || (total !== 0 && counted > total)) {
        throw new Refusal('rate-limited', {
          retryAfterSeconds: Math.max(1, Math.ceil((windowEnd - time) / 1000)),
        })
      }
    },
  }
}

export interface SharedRateLimitOptions {
  readonly store: ShortLivedStore
  /** Keeps its counts apart from those of other limits. */
  readonly name: string
  readonly windowSeconds: number
  /** 0: no limit. */
  readonly perAddress: number
}

/** Counts for all nodes together, where they share a store. It waits for the store, so it is not for every request. */
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

/** Counts every request of a scope against a limit, before anything else is done for it. */
export function rateLimitCheck(rateLimit: RateLimit): Check {
  return (request) => rateLimit.admit(addressOf(request))
}
