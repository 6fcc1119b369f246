import type { Count } from './short-lived-store.ts'

interface Window {
  count: number
  endsAt: number
}

/** More keys than this are counted together: memory stays bounded, whatever is sent. */
const MAX_KEYS = 100_000
const OTHERS = ''

export function createMemoryCounters(now: () => number): {
  count(key: string, windowSeconds: number): Count
} {
  const windows = new Map<string, Window>()

  return {
    count(key, windowSeconds) {
      if (windows.size >= MAX_KEYS && !windows.has(key)) forgetEnded()
      const counted = windows.size < MAX_KEYS || windows.has(key) ? key : OTHERS
      const window = windowOf(counted, windowSeconds * 1000)
      window.count++
      return { count: window.count, secondsLeft: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) }
    },
  }

  function windowOf(key: string, milliseconds: number): Window {
    const time = now()
    const known = windows.get(key)
    // A clock that was set back must not stretch the window.
    if (known && known.endsAt > time && known.endsAt <= time + milliseconds) return known
    const fresh = { count: 0, endsAt: time + milliseconds }
    windows.set(key, fresh)
    return fresh
  }

  function forgetEnded(): void {
    const time = now()
    for (const [key, window] of windows) if (window.endsAt <= time) windows.delete(key)
  }
}
