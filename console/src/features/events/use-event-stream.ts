import { useEffect, useState } from 'react'
import { openEventStream } from './calls.ts'

/** Calls back for each new event. Returns whether the stream is open. Browsers connect again after an interruption. */
export function useEventStream(isAllowed: boolean, onEvent: () => void): boolean {
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is new on every render
  useEffect(() => {
    if (!isAllowed) return
    const source = openEventStream()
    source.onopen = () => {
      setIsOpen(true)
      // What happened since the list was loaded.
      onEvent()
    }
    source.onmessage = onEvent
    source.onerror = () => setIsOpen(false)
    return () => source.close()
  }, [isAllowed])
  return isOpen
}
