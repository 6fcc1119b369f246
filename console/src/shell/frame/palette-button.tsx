import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useIsPhone } from '../appearance/use-media.ts'
import { useTexts } from '../language/language.tsx'
import { Palette } from './palette.tsx'

const IS_MAC = /mac/i.test(navigator.userAgent)

/** Opens the command palette, also with Ctrl+K, Cmd+K and, outside of fields, with a slash. */
export function PaletteButton() {
  const { palette } = useTexts()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden="true" />}
        {...(isPhone ? { 'aria-label': palette.open } : {})}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setIsOpen(true)}
      >
        {isPhone ? null : (
          <>
            {palette.open}{' '}
            <span className="keys" aria-hidden="true">
              {IS_MAC ? '⌘K' : 'Ctrl K'}
            </span>
          </>
        )}
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  )
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)
  return key === '/' && !isTyping
}
