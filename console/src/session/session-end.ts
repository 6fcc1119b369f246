import { App } from 'antd'
import { useEffect } from 'react'
import { useTexts } from '../language/language.tsx'

const NAME = 'castellan.session-end'
const WARNED_BEFORE_MILLISECONDS = 2 * 60_000
const LONGEST_TIMER_MILLISECONDS = 24 * 60 * 60_000

/** The expiry time is not secret. The token itself is never stored here. */
export function noteSessionEnd(expire: string): void {
  window.sessionStorage.setItem(NAME, expire)
}

/** Returns when the session of this tab ends. It is unknown in a tab that was opened after login. */
export function useSessionEnd(): Date | undefined {
  const { message } = App.useApp()
  const { session } = useTexts()
  const noted = Date.parse(window.sessionStorage.getItem(NAME) ?? '')

  useEffect(() => {
    const left = noted - WARNED_BEFORE_MILLISECONDS - Date.now()
    if (!(left > 0 && left < LONGEST_TIMER_MILLISECONDS)) return
    const timer = setTimeout(() => message.warning(session.endsSoon(2), 20), left)
    return () => clearTimeout(timer)
  }, [noted, message, session])
  return noted > Date.now() && noted < Date.now() + LONGEST_TIMER_MILLISECONDS ? new Date(noted) : undefined
}
