import { useEffect, useRef } from 'react'

/** Returns the focus to the previous element when a drawer or dialog closes. */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const { current } = opener
    return () => {
      // In the next frame, because the closing element still has the focus.
      if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus())
    }
  }, [])
}
