import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'
import type { ShortLivedStore } from '../short-lived/short-lived-store.ts'
import type { RateLimit } from './rate-limit.ts'

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
