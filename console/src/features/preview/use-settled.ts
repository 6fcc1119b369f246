import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 400

/** Returns whether a text has stayed the same for a moment, as after a pause in typing. */
export function useIsSettled(text: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}
