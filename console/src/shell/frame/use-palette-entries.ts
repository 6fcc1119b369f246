import { useNavigate } from 'react-router'
import type { PaletteEntry, PaletteGroup, PaletteOffer, UsePalette } from '../feature.ts'
import { useTexts } from '../language/language.tsx'
import { matches } from './palette-search.ts'
import { useLogout } from './use-logout.ts'
import { useMenu } from './use-menu.ts'

/** Returns what the palette offers for a text. Everything in it can be opened with the own role. */
export function usePaletteEntries(
  text: string,
  features: readonly UsePalette[],
): {
  readonly groups: readonly PaletteGroup[]
  readonly isLoading: boolean
} {
  const { palette, nav } = useTexts()
  const typed = text.trim()
  // biome-ignore lint/correctness/useHookAtTopLevel: the features never change
  const offers = features.map((usePalette) => usePalette(typed))
  const groups = [
    ...offers.flatMap(({ group }) => group ?? []),
    { name: palette.actions, entries: useActions(typed, offers), place: 4 },
    { name: nav.title, entries: usePages(typed, offers), place: 5 },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0).toSorted((a, b) => a.place - b.place),
    isLoading: offers.some(({ isLoading }) => isLoading),
  }
}

function useActions(typed: string, offers: readonly PaletteOffer[]): readonly PaletteEntry[] {
  const { nav } = useTexts()
  const logout = useLogout()
  const actions = [
    ...offers.flatMap((offer) => offer.actions ?? []),
    { key: 'log-out', label: nav.logout, run: () => void logout() },
  ]
  return actions.filter(({ label }) => matches(typed, label))
}

function usePages(typed: string, offers: readonly PaletteOffer[]): readonly PaletteEntry[] {
  const texts = useTexts()
  const navigate = useNavigate()
  const pages = [
    ...useMenu().map(({ path, name }) => [path, name(texts)] as const),
    ...offers.flatMap((offer) => offer.pages ?? []),
    ['/profile', texts.nav.profile] as const,
  ]
  return pages
    .filter(([, label]) => matches(typed, label))
    .map(([path, label]) => ({ key: `page-${path}`, label, run: () => void navigate(path) }))
}
