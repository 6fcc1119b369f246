import { useEffect, useReducer } from 'react'

const INTERVAL_MS = 30_000

/** Returns the current time and renders again every half minute. */
export function useNow(): number {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(renderAgain, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.now()
}
