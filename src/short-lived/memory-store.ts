import { createMemoryCounters } from './memory-counters.ts'
import type { ShortLivedStore } from './short-lived-store.ts'

interface Entry {
  readonly value: string
  readonly expiresAt: number
  readonly lifetimeMilliseconds: number
}

/**
 * In the memory of one process, bounded. A full store takes nothing new rather than forget what is still good:
 * otherwise whoever asks for many captchas would spoil everybody else's.
 */
export function createMemoryStore(options: { maxEntries: number; now: () => number }): ShortLivedStore {
  const { maxEntries, now } = options
  const entries = new Map<string, Entry>()
  const counters = createMemoryCounters(now)

  return {
    async put(key, value, lifetimeSeconds) {
      if (entries.size >= maxEntries) forgetExpired()
      if (entries.size >= maxEntries) return false
      const lifetimeMilliseconds = lifetimeSeconds * 1000
      entries.set(key, { value, expiresAt: now() + lifetimeMilliseconds, lifetimeMilliseconds })
      return true
    },

    async take(key) {
      const entry = entries.get(key)
      entries.delete(key)
      return entry && isGood(entry) ? entry.value : undefined
    },

    async count(key, windowSeconds) {
      return counters.count(key, windowSeconds)
    },

    async close() {
      entries.clear()
    },
  }

  function isGood({ expiresAt, lifetimeMilliseconds }: Entry): boolean {
    const left = expiresAt - now()
    // A clock that was set back must not stretch its life.
    return left > 0 && left <= lifetimeMilliseconds
  }

  // Entries stand in the order they came; with one lifetime for all, the expired are the first ones.
  function forgetExpired(): void {
    for (const [key, entry] of entries) {
      if (isGood(entry)) break
      entries.delete(key)
    }
  }
}
