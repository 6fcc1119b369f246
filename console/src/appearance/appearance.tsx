import { App, ConfigProvider, theme } from 'antd'
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { storedChoice } from './stored-choice.ts'
import { cssVariables, themeFor } from './theme.ts'
import { DARK, REDUCED_MOTION, useMedia } from './use-media.ts'

export const LOOKS = ['system', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

interface Appearance {
  readonly look: Look
  choose(look: Look): void
}

const Context = createContext<Appearance>({ look: 'system', choose() {} })
const storedLook = storedChoice<Look>('castellan.look', LOOKS)

/** Provides the theme and Ant Design's locale. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useLanguage()
  const [look, setLook] = useState<Look>(() => storedLook.read() ?? 'system')
  const systemIsDark = useMedia(DARK)
  const hasReducedMotion = useMedia(REDUCED_MOTION)
  const isDark = look === 'dark' || (look === 'system' && systemIsDark)
  const choose = (chosen: Look): void => {
    storedLook.write(chosen)
    setLook(chosen)
  }

  return (
    <Context value={{ look, choose }}>
      <ConfigProvider
        theme={themeFor(isDark, hasReducedMotion)}
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
