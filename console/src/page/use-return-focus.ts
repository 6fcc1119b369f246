import { useEffect, useRef } from 'react'

/** Whoever closes what they have opened is back where they were. */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const { current } = opener
    return () => {
      // Later: what is being closed still holds the focus.
      if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus())
    }
  }, [])
}
