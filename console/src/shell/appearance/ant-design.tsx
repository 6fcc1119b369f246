import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { useAppearance } from './appearance.tsx'
import { themeFor } from './theme.ts'
import { REDUCED_MOTION, useMedia } from './use-media.ts'

/** Provides Ant Design with the theme and its locale. */
export function AntDesign({ children }: { readonly children: ReactNode }) {
  const { locale } = useLanguage()
  const { isDark, density } = useAppearance()
  const hasReducedMotion = useMedia(REDUCED_MOTION)
  return (
    <ConfigProvider
      theme={themeFor({ isDark, isCompact: density === 'compact', hasReducedMotion })}
      // Two Chinese characters get no space between them.
      button={{ autoInsertSpace: false }}
      {...(locale ? { locale } : {})}
    >
      <App className="app" message={{ maxCount: 3 }}>
        {children}
      </App>
    </ConfigProvider>
  )
}
