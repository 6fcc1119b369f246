import type { Count } from './short-lived-store.ts'

interface Window {
  count: number
  endsAt: number
}

/** Further keys are counted together, so that memory use is limited. */
const MAX_KEYS = 100_000
const OVERFLOW_KEY = ''

export function createMemoryCounters(now: () => number): {
  count(key: string, windowSeconds: number): Count
} {
  const windows = new Map<string, Window>()

  return {
    count(key, windowSeconds) {
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
