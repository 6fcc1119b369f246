import { MenuOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsPhone } from '../appearance/use-media.ts'
import { useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { Brand } from '../page/brand.tsx'
import { DevBanner } from '../page/dev-banner.tsx'
import { ErrorBoundary } from '../page/error-boundary.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { AppearanceChoice, LanguageChoice } from './preferences.tsx'
import { UserMenu } from './user-menu.tsx'

/** Renders the header and the navigation around a page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const texts = useTexts()
  const isPhone = useIsPhone()
  const { connectionProblem } = useOwnSession()
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation
  useEffect(() => setIsOpen(false), [pathname])

  return (
    <div className="frame">
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      <DevBanner />
      <ConnectionBanner />
      <header className="top">
        {isPhone && (
          <Button
            type="text"
            icon={<MenuOutlined />}
            aria-label={texts.nav.open}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          />
        )}
        <Brand />
        <div className="top-end">
          <PaletteButton />
          <LanguageChoice />
          <AppearanceChoice />
          <UserMenu />
        </div>
      </header>
      <div className="middle">
        {isPhone ? (
          <Drawer
            open={isOpen}
            placement="left"
            size={264}
            title={<Brand />}
            onClose={() => setIsOpen(false)}
            className="nav-drawer"
          >
            <Navigation />
          </Drawer>
        ) : (
          <div className="side">
            <Navigation />
          </div>
        )}
        <main id="content" tabIndex={-1}>
          <ErrorBoundary key={pathname} isServiceReachable={connectionProblem === undefined}>
            {children}
          </ErrorBoundary>
        </main>
      </div>
    </div>
  )
}
