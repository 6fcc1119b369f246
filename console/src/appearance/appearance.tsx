import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { applyColours } from './colours.ts'
import { storedChoice } from './stored-choice.ts'
import { DARK, useMedia } from './use-media.ts'

export const LOOKS = ['system', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

interface Appearance {
  readonly look: Look
  readonly isDark: boolean
  readonly density: Density
  choose(look: Look): void
  chooseDensity(density: Density): void
}

const Context = createContext<Appearance>({
  look: 'system',
  isDark: false,
  density: 'comfortable',
  choose() {},
  chooseDensity() {},
})
const storedLook = storedChoice<Look>('castellan.look', LOOKS)
const storedDensity = storedChoice<Density>('castellan.density', DENSITIES)

/** Provides the chosen theme and density, and applies the colours. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const [look, setLook] = useState<Look>(() => storedLook.read() ?? 'system')
  const [density, setDensity] = useState<Density>(() => storedDensity.read() ?? 'comfortable')
  const systemIsDark = useMedia(DARK)
  const isDark = look === 'dark' || (look === 'system' && systemIsDark)
  const choose = (chosen: Look): void => {
    storedLook.write(chosen)
    setLook(chosen)
  }
  const chooseDensity = (chosen: Density): void => {
    storedDensity.write(chosen)
    setDensity(chosen)
  }

  useLayoutEffect(() => applyColours(isDark), [isDark])
  return <Context value={{ look, isDark, density, choose, chooseDensity }}>{children}</Context>
}

export function useAppearance(): Appearance {
  return use(Context)
}
