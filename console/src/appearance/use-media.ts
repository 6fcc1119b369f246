import { useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 767px)'
export const CALM = '(prefers-reduced-motion: reduce)'
export const DARK = '(prefers-color-scheme: dark)'

/** Whether a media query holds, now and whenever it changes. */
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
