import { createMemoryCounters } from './memory-counters.ts'
import type { ShortLivedStore } from './short-lived.ts'

interface Entry {
  readonly value: string
  readonly expiresAt: number
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
      entries.set(key, { value, expiresAt: now() + lifetimeSeconds * 1000 })
      return true
    },

    async take(key) {
      const entry = entries.get(key)
      entries.delete(key)
      return entry && entry.expiresAt > now() ? entry.value : undefined
    },

    async count(key, windowSeconds) {
      return counters.count(key, windowSeconds)
    },

    async close() {
      entries.clear()
    },
  }

  // Entries stand in the order they came; with one lifetime for all, the expired are the first ones.
  function forgetExpired(): void {
    for (const [key, entry] of entries) {
      if (entry.expiresAt > now()) break
      entries.delete(key)
    }
  }
}
