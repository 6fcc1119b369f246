import { type Count, MAX_ENTRIES, type ShortLivedStore } from './short-lived-store.ts'

interface Entry {
  readonly value: string
  readonly expiresAt: number
  readonly lifetimeMilliseconds: number
}

/**
 * Creates a store in the memory of one process. A full store refuses new values instead of dropping valid ones: otherwise a
 * client that requests many captchas would invalidate those of other users.
 */
export function createMemoryStore(options: { maxEntries?: number; now: () => number }): ShortLivedStore {
  const { maxEntries = MAX_ENTRIES, now } = options
  const entries = new Map<string, Entry>()
  const counters = createMemoryCounters(now)
  /** The second of the last deletion of expired entries. */
  let lastDeletion: number | undefined

  return {
    async put(key, value, lifetimeSeconds) {
      if (entries.size >= maxEntries) deleteExpired()
      if (entries.size >= maxEntries) return false
      const lifetimeMilliseconds = lifetimeSeconds * 1000
      entries.set(key, { value, expiresAt: now() + lifetimeMilliseconds, lifetimeMilliseconds })
      return true
    },

    async take(key) {
      const entry = entries.get(key)
      entries.delete(key)
      return entry && isValid(entry) ? entry.value : undefined
    },

    async count(key, windowSeconds) {
      return counters.count(key, windowSeconds)
    },

    async close() {
      entries.clear()
    },
  }

  function isValid({ expiresAt, lifetimeMilliseconds }: Entry): boolean {
    const left = expiresAt - now()
    // A lifetime must not become longer when the clock is set back.
    return left > 0 && left <= lifetimeMilliseconds
  }

  /** Reads all entries, because their lifetimes differ, but at most once per second, because there may be many. */
  function deleteExpired(): void {
    const second = Math.floor(now() / 1000)
    if (second === lastDeletion) return
    lastDeletion = second
    for (const [key, entry] of entries) {
      if (!isValid(entry)) entries.delete(key)
    }
  }
}

interface Window {
  count: number
  endsAt: number
}

/** Further keys are counted together, so that memory use is limited. */
const MAX_KEYS = 100_000
const OVERFLOW_KEY = ''

function createMemoryCounters(now: () => number) {
  const windows = new Map<string, Window>()

  return {
    count(key: string, windowSeconds: number): Count {
      if (windows.size >= MAX_KEYS && !windows.has(key)) deleteEnded()
      const counted = windows.size < MAX_KEYS || windows.has(key) ? key : OVERFLOW_KEY
      const window = windowOf(counted, windowSeconds * 1000)
      window.count++
      return { count: window.count, secondsLeft: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) }
    },
  }

  function windowOf(key: string, milliseconds: number): Window {
    const time = now()
    const known = windows.get(key)
    // A window must not become longer when the clock is set back.
    if (known && known.endsAt > time && known.endsAt <= time + milliseconds) return known
    const fresh = { count: 0, endsAt: time + milliseconds }
    windows.set(key, fresh)
    return fresh
  }

  function deleteEnded(): void {
    const time = now()
    for (const [key, window] of windows) if (window.endsAt <= time) windows.delete(key)
  }
}
