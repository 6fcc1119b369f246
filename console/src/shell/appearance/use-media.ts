import { useSyncExternalStore } from 'react'

const PHONE = '(max-width: 767px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
export const DARK = '(prefers-color-scheme: dark)'

/** Returns whether a media query matches, and updates when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

export function useIsPhone(): boolean {
  return useMedia(PHONE)
}
