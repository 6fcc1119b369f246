import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { storedChoice } from '../stored-choice.ts'
import { applyColours } from './colours.ts'
import { DARK, useMedia } from './use-media.ts'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

export const DENSITIES = ['comfortable', 'compact'] as const
type Density = (typeof DENSITIES)[number]

interface Appearance {
  readonly theme: Theme
  readonly isDark: boolean
  readonly density: Density
  chooseTheme(theme: Theme): void
  chooseDensity(density: Density): void
}

const Context = createContext<Appearance>({
  theme: 'system',
  isDark: false,
  density: 'comfortable',
  chooseTheme() {},
  chooseDensity() {},
})
const storedTheme = storedChoice<Theme>('castellan.theme', THEMES)
const storedDensity = storedChoice<Density>('castellan.density', DENSITIES)

/** Provides the chosen theme and density, and applies the colours. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() => storedTheme.read() ?? 'system')
  const [density, setDensity] = useState<Density>(() => storedDensity.read() ?? 'comfortable')
  const systemIsDark = useMedia(DARK)
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark)
  const chooseTheme = (chosen: Theme): void => {
    storedTheme.write(chosen)
    setTheme(chosen)
  }
  const chooseDensity = (chosen: Density): void => {
    storedDensity.write(chosen)
    setDensity(chosen)
  }

  useLayoutEffect(() => applyColours(isDark), [isDark])
  return <Context value={{ theme, isDark, density, chooseTheme, chooseDensity }}>{children}</Context>
}

export function useAppearance(): Appearance {
  return use(Context)
}
