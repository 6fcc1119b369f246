import { App, ConfigProvider, theme } from 'antd'
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { storedChoice } from './stored-choice.ts'
import { cssVariables, themeFor } from './theme.ts'
import { DARK, REDUCED_MOTION, useMedia } from './use-media.ts'

export const LOOKS = ['system', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

interface Appearance {
  readonly look: Look
  readonly density: Density
  choose(look: Look): void
  chooseDensity(density: Density): void
}

const Context = createContext<Appearance>({
  look: 'system',
  density: 'comfortable',
  choose() {},
  chooseDensity() {},
})
const storedLook = storedChoice<Look>('castellan.look', LOOKS)
const storedDensity = storedChoice<Density>('castellan.density', DENSITIES)

/** Provides the theme and Ant Design's locale. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useLanguage()
  const [look, setLook] = useState<Look>(() => storedLook.read() ?? 'system')
  const [density, setDensity] = useState<Density>(() => storedDensity.read() ?? 'comfortable')
  const systemIsDark = useMedia(DARK)
  const hasReducedMotion = useMedia(REDUCED_MOTION)
  const isDark = look === 'dark' || (look === 'system' && systemIsDark)
  const choose = (chosen: Look): void => {
    storedLook.write(chosen)
    setLook(chosen)
  }
  const chooseDensity = (chosen: Density): void => {
    storedDensity.write(chosen)
    setDensity(chosen)
  }

  return (
    <Context value={{ look, density, choose, chooseDensity }}>
      <ConfigProvider
        theme={themeFor({ isDark, isCompact: density === 'compact', hasReducedMotion })}
        // Two Chinese characters get no space between them.
        button={{ autoInsertSpace: false }}
        {...(locale ? { locale } : {})}
      >
        <Colours isDark={isDark} />
        <App className="app" message={{ maxCount: 3 }}>
          {children}
        </App>
      </ConfigProvider>
    </Context>
  )
}

function Colours({ isDark }: { readonly isDark: boolean }) {
  const { token } = theme.useToken()
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.colorScheme = isDark ? 'dark' : 'light'
    for (const [name, value] of Object.entries(cssVariables(token))) style.setProperty(name, value)
  }, [isDark, token])
  return null
}

export function useAppearance(): Appearance {
  return use(Context)
}
